// swift-tools-version: 6.2
// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  // The fuzzer provides the entry point.
  .unsafeFlags(["-parse-as-library"]),
]

/// The targets of the fuzzer, one program each.
///
/// `Scripts/fuzz` builds and runs them.
let package = Package(
  name: "Fuzzing",
  dependencies: [
    .package(name: "swift-state-restoration", path: ".."),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    .executableTarget(
      name: "FuzzArchive",
      dependencies: [
        .product(name: "RestorationArchive", package: "swift-state-restoration"),
        .product(name: "StateRestoration", package: "swift-state-restoration"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "FuzzFile",
      dependencies: [
        .product(name: "RestorationArchive", package: "swift-state-restoration"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "FuzzStoryboard",
      dependencies: [
        .product(name: "Storyboards", package: "swift-state-restoration")
      ],
      swiftSettings: strict),
  ]
)
