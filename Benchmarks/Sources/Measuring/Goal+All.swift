// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

extension Goal {
  /// All goals, in table order.
  ///
  /// Goals are defined here and nowhere else.
  public static let all: [Goal] = ratios + counts

  private static let ratios: [Goal] = [
    .init("archive of 10,000 / protobuf's bytes", "size/protobuf@10000", .atMost(1), "x"),
    .init("full save of 1,000 / seal and replace", "save/floor@1000", .atMost(2), "x"),
    .init("full save of 10,000 / seal and replace", "save/floor@10000", .atMost(3), "x"),
    .init("one change of 10,000 / append and sync", "change/floor@10000", .atMost(1.5), "x"),
    .init("one change of 100,000 / of 1,000", "change@100000/1000", .atMost(1.5), "x"),
    .init("one late object of 100,000 / of 1,000", "late@100000/1000", .atMost(3), "x"),
    .init("encode, an object of 100,000 / of 1,000", "encode@100000/1000", .atMost(3), "x"),
    .init("decode, an object of 100,000 / of 1,000", "decode@100000/1000", .atMost(1.6), "x"),
    .init("opening 1 MB / reading, authenticating it", "open/floor", .atMost(3), "x"),
  ]

  /// The goals for the counts of `Scripts/bench-exact`.
  private static let counts: [Goal] = [
    .init("full save, syncs", "full.syncs", .atMost(2), ""),
    .init("one change, syncs", "one.syncs", .atMost(1), ""),
    .init("nothing changed, syncs", "none.syncs", .atMost(0), ""),
    .init("nothing changed, writes", "none.writes", .atMost(0), ""),
    .init("a pass, system calls on the owning actor", "pass.calls", .atMost(0), ""),
    .init("encode, allocations per object", "encode.allocations", .atMost(0.1), ""),
    .init("coordinator with 50 objects, memory", "memory@50", .atMost(80), "KB"),
  ]
}
