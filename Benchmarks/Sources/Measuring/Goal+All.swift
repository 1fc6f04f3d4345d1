// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

extension Goal {
  /// All goals, in table order.
  ///
  /// Goals are defined here and nowhere else.
  public static let all: [Goal] = jobs + ratios + counts

  /// The goals for whole jobs, beside the best other way of keeping state.
  ///
  /// Each is for the size at which this package is worst.
  private static let jobs: [Goal] = [
    .init("one change, the objects' actor / the best other's", "owner/best", .atMost(1.1), "x"),
    .init("one change, until durable / the best other's", "durable/best", .atMost(1.1), "x"),
    .init("one change, bytes / the best other's", "bytes/best", .atMost(1.1), "x"),
    .init("until objects live / JSON, archiver or SQLite", "live/best", .atMost(1), "x"),
    .init("until objects live / protobuf", "live/protobuf", .atMost(1.5), "x"),
  ]

  private static let ratios: [Goal] = [
    .init("one change of 5,000 / append and sync", "change/floor@5000", .atMost(1.5), "x"),
    .init("full save of 1,000 / seal and replace", "save/floor@1000", .atMost(2), "x"),
    .init("full save of 10,000 / seal and replace", "save/floor@10000", .atMost(3), "x"),
    .init("pass over 446 of an interface / values without tree", "screens/flat", .atMost(3), "x"),
    .init("one change of 100,000 / of 1,000", "change@100000/1000", .atMost(1.5), "x"),
    .init("encode, an object of 100,000 / of 1,000", "encode@100000/1000", .atMost(3), "x"),
    .init("decode, an object of 100,000 / of 1,000", "decode@100000/1000", .atMost(1.6), "x"),
  ]

  /// The goals for the counts of `Scripts/bench-exact`.
  private static let counts: [Goal] = [
    .init("one change, syncs", "syncs:ours", .atMost(1), ""),
    .init("one change, writes", "writes:ours", .atMost(1), ""),
    .init("nothing changed, syncs", "syncs:nothing", .atMost(0), ""),
    .init("nothing changed, writes", "writes:nothing", .atMost(0), ""),
    .init("a pass, system calls on the objects' actor", "calls:pass", .atMost(0), ""),
    .init("coordinator with 50 objects, memory", "memory@50", .atMost(80), "KB"),
  ]
}
