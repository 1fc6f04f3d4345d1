// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

extension Goal {
  /// Every goal, in the order of the tables: the one place where they are written down.
  public static let all: [Goal] = time + counts

  /// Nanoseconds that the fixed-schema reader took an object of 10,000 on the machine that goals of time
  /// were set on: another one may be slower or faster by as much as it takes there.
  public static let readerOfTheMachine = 356.0

  private static let frame = 16.7e6

  private static let time: [Goal] = [
    .init("encode / fixed-schema writer, 10,000", "encode/flat@10000", .atMost, 1.5, 2, "x"),
    .init("encode, faster than protobuf", "encode:protobuf@10000", .atLeast, 2.5, 1.5, "x"),
    .init("encode, faster than SQLite without sync", "encode:sqlite@10000", .atLeast, 18, 10, "x"),
    .init("encode, faster than JSONEncoder", "encode:json@10000", .atLeast, 35, 20, "x"),
    .init("encode, faster than binary plist", "encode:plist@10000", .atLeast, 60, 35, "x"),
    .init("encode, faster than NSKeyedArchiver", "encode:nska@10000", .atLeast, 500, 250, "x"),
    .init("decode / fixed-schema reader, 10,000", "decode/flat@10000", .atMost, 1, 1.3, "x"),
    .init("decode, faster than protobuf", "decode:protobuf@10000", .atLeast, 3.3, nil, "x"),
    .init("decode, faster than SQLite", "decode:sqlite@10000", .atLeast, 6, nil, "x"),
    .init("decode, faster than JSONDecoder", "decode:json@10000", .atLeast, 22, nil, "x"),
    .init("decode, faster than binary plist", "decode:plist@10000", .atLeast, 50, nil, "x"),
    .init("decode, faster than NSKeyedUnarchiver", "decode:nska@10000", .atLeast, 120, 60, "x"),
    .init("encode per object, 100,000 / 1,000", "encode@100000/1000", .atMost, 1.1, 1.3, "x"),
    .init("decode per object, 100,000 / 1,000", "decode@100000/1000", .atMost, 1.3, 1.6, "x"),
    .init("archive / protobuf, bytes", "size/protobuf@10000", .atMost, 0.6, 0.75, "x"),
    .init("capture + seal / memcpy + seal", "sealed/floor@10000", .atMost, 10, 20, "x"),
    .init("full save / seal + replace, 10,000", "save/floor@10000", .atMost, 2, 3, "x"),
    .init("full save / seal + replace, 100,000", "save/floor@100000", .atMost, 2, 3, "x"),
    .init("one change / append + sync", "change/floor@100000", .atMost, 1.15, 1.5, "x"),
    .init("one change, 100,000 / 1,000", "change@100000/1000", .atMost, 1.25, 1.5, "x"),
    .init("one change, bytes", "change.bytes@100000", .atMost, 256, 512, "bytes"),
    .init("one late object, 100,000 / 1,000", "late@100000/1000", .atMost, 1.5, 3, "x"),
    .init("main actor, all of 10,000, p99", "pause.all@10000", .atMost, frame / 8, frame / 4, "ns"),
    .init("main actor, one of 10,000, p99", "pause.one@10000", .atMost, 20_000, nil, "ns"),
    .init("declared state, faster than Mirror", "declared:mirror", .atLeast, 250, 100, "x"),
  ]

  /// What `Scripts/bench-exact` counts.
  private static let counts: [Goal] = [
    .init(
      "encode, instructions per object", "exact.encode.instructions", .atMost, 2_000, 3_500, ""),
    .init("encode, allocations per object", "exact.encode.allocations", .atMost, 0.1, 1.5, ""),
    .init(
      "decode, instructions per object", "exact.decode.instructions", .atMost, 5_300, 7_500, ""),
    .init("full save, syncs", "exact.full.syncs", .atMost, 2, 2, ""),
    .init("one change, syncs", "exact.one.typicalSyncs", .atMost, 1, 1, ""),
    .init("nothing changed, syncs", "exact.none.syncs", .atMost, 0, 0, ""),
    .init("nothing changed, writes", "exact.none.writes", .atMost, 0, 0, ""),
    .init("main actor, system calls of a pass", "exact.full.pass.calls", .atMost, 0, 0, ""),
    .init("save of 10,000, page faults", "exact.full.pageFaults", .atMost, 0, 20, ""),
    .init(
      "save of 10,000, allocations ≥ 128 KiB", "exact.full.largeAllocations", .atMost, 0, nil, ""),
    .init("cold opening of 1 MB, over start", "exact.open.cold", .atMost, 1e6, 2e6, "ns"),
    .init("first object after opening", "exact.open.firstObject", .atMost, 2_000, 10_000, "ns"),
    .init("peak memory, save of 100,000", "exact.peak.save", .atMost, 3, nil, "x archive"),
    .init("peak memory, restore of 100,000", "exact.peak.restore", .atMost, 3, nil, "x archive"),
  ]

  private init(
    _ what: String, _ figure: String, _ direction: Direction, _ target: Double, _ must: Double?,
    _ unit: String
  ) {
    self.init(
      what: what, figure: figure, direction: direction, target: target, must: must, unit: unit)
  }
}
