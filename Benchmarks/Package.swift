// swift-tools-version: 6.2
// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

var strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
// Warnings are errors in our own checks only: `./test` sets the variable. Newer compilers and libraries warn of
// more, and programs still have to build.
if Context.environment["RESTORATION_STRICT"] == "yes" {
  strict.append(.treatAllWarnings(as: .error))
}

/// Measures saving and restoring against other ways of keeping state.
///
/// `Scripts/bench` runs it.
let package = Package(
  name: "Benchmarks",
  traits: [
    .trait(name: "PostgreSQL", description: "Builds session-benchmark (Debian: libpq-dev).")
  ],
  dependencies: [
    .package(
      name: "swift-state-restoration", path: "..",
      traits: [.trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"]))]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/ordo-one/TextTable", from: "0.0.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
  ],
  targets: [
    .target(
      name: "Corpus",
      dependencies: [
        .product(name: "StateRestoration", package: "swift-state-restoration")
      ],
      swiftSettings: strict),
    .target(
      name: "Floors", dependencies: [.product(name: "Crypto", package: "swift-crypto")],
      swiftSettings: strict),
    .target(
      name: "Peers",
      dependencies: [
        "Corpus", "Floors",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
      ],
      exclude: ["item.proto"],
      swiftSettings: strict),
    .target(
      name: "Screens",
      dependencies: [
        .product(name: "ViewControllers", package: "swift-state-restoration")
      ],
      swiftSettings: strict),
    .target(
      name: "Measuring", dependencies: [.product(name: "TextTable", package: "TextTable")],
      swiftSettings: strict),
    .testTarget(name: "MeasuringTests", dependencies: ["Measuring"], swiftSettings: strict),
    .executableTarget(
      name: "restoration-benchmark",
      dependencies: [
        "Corpus", "Floors", "Measuring", "Peers", "Screens",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "session-benchmark",
      dependencies: [
        "Measuring",
        .product(
          name: "PostgresSessions", package: "swift-state-restoration",
          condition: .when(traits: ["PostgreSQL"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "Probes",
      dependencies: [
        "Corpus", "Peers",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
  ]
)
