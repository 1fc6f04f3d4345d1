// swift-tools-version: 6.2
// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// The settings of every target, so no module is held to less.
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

/// Requires `unsafe` for memory that Swift does not check; not in tests.
let safe: [SwiftSetting] = [.strictMemorySafety()]

let package = Package(
  name: "swift-state-restoration",
  // On Linux any; elsewhere those that have what is used, such as `UTF8Span`.
  platforms: [.macOS(.v26), .iOS(.v26)],
  products: [
    .library(name: "RestorationArchive", targets: ["RestorationArchive"]),
    .library(name: "FatalSignalNote", targets: ["FatalSignalNote"]),
    .library(name: "StateRestoration", targets: ["StateRestoration"]),
    .library(name: "Sessions", targets: ["Sessions"]),
    .library(name: "PostgresSessions", targets: ["PostgresSessions"]),
    .library(name: "ViewControllers", targets: ["ViewControllers"]),
    .library(name: "Storyboards", targets: ["Storyboards"]),
    .library(name: "GTKHost", targets: ["GTKHost"]),
    .library(name: "GTKWidgets", targets: ["GTKWidgets"]),
    .library(name: "CGTK", targets: ["CGTK"]),
    .library(name: "RestorationGtk", type: .dynamic, targets: ["RestorationGtk"]),
    .library(name: "RestorationTesting", targets: ["RestorationTesting"]),
    .library(name: "ViewControllersTesting", targets: ["ViewControllersTesting"]),
    .library(name: "SessionsTesting", targets: ["SessionsTesting"]),
    .library(name: "SecretServiceKeys", targets: ["SecretServiceKeys"]),
    .executable(name: "restoration-archive", targets: ["restoration-archive"]),
  ],
  traits: [
    .trait(name: "GTK", description: "GTKHost: draws the views with GTK 4 (Debian: libgtk-4-dev)."),
    .trait(
      name: "WebKit", description: "GTKHost's WebView (Debian: libwebkitgtk-6.0-dev).",
      enabledTraits: ["GTK"]),
    .trait(
      name: "SecretService",
      description: "SecretServiceKeys: keys in the desktop's keyring (Debian: libsecret-1-dev)."),
    .trait(
      name: "PostgreSQL",
      description: "PostgresSessions: sessions in PostgreSQL (Debian: libpq-dev).",
      enabledTraits: ["Server"]),
    .trait(
      name: "Server",
      description: "Sessions: metrics, traces, and the life cycle of a server's services."),
    .trait(
      name: "Tool", description: "The program restoration-archive, which looks into an archive."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
  ],
  targets: [
    .target(name: "FatalSignalNote"),
    .target(name: "PosixSupport", swiftSettings: strict + safe),
    .target(
      name: "RestorationArchive",
      dependencies: [
        "FatalSignalNote", "PosixSupport",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict + safe
    ),
    .target(
      name: "StateRestoration",
      dependencies: [
        "RestorationArchive",
        .product(name: "BitCollections", package: "swift-collections"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict + safe
    ),
    .target(
      name: "Sessions",
      dependencies: [
        "RestorationArchive", "StateRestoration",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "Logging", package: "swift-log"),
        .product(
          name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Server"])),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle",
          condition: .when(traits: ["Server"])),
        .product(
          name: "Tracing", package: "swift-distributed-tracing",
          condition: .when(traits: ["Server"])),
      ],
      swiftSettings: strict + safe
    ),
    .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .target(
      name: "PostgresSessions",
      dependencies: [
        "RestorationArchive", "Sessions",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "Logging", package: "swift-log"),
        .target(name: "CPostgres", condition: .when(traits: ["PostgreSQL"])),
      ],
      swiftSettings: strict + safe
    ),
    .target(
      name: "ViewControllers",
      dependencies: [
        "StateRestoration",
        .product(name: "Logging", package: "swift-log"),
        // The library needs an iOS that does not exist yet; programs are started on Linux alone.
        .product(
          name: "Subprocess", package: "swift-subprocess",
          condition: .when(platforms: [.linux], traits: ["GTK"])),
      ],
      swiftSettings: strict + safe
    ),
    .target(
      name: "Storyboards",
      dependencies: [
        "RestorationArchive", "StateRestoration", "ViewControllers",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict + safe
    ),
    .systemLibrary(name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    .systemLibrary(
      name: "CWebKit", pkgConfig: "webkitgtk-6.0", providers: [.apt(["libwebkitgtk-6.0-dev"])]),
    .target(
      name: "GTKSupport",
      dependencies: [
        "PosixSupport", "StateRestoration",
        .target(name: "CGTK", condition: .when(traits: ["GTK"])),
      ],
      swiftSettings: strict + safe
    ),
    .target(
      name: "GTKWidgets",
      dependencies: [
        "GTKSupport", "PosixSupport", "RestorationArchive", "StateRestoration",
        .product(name: "Logging", package: "swift-log"),
        .target(name: "CGTK", condition: .when(traits: ["GTK"])),
      ],
      swiftSettings: strict + safe
    ),
    // For programs in other languages: the header, and the library behind it.
    .systemLibrary(name: "CRestorationGtk"),
    .target(
      name: "RestorationGtk",
      dependencies: [
        .target(name: "CGTK", condition: .when(traits: ["GTK"])),
        .target(name: "CRestorationGtk", condition: .when(traits: ["GTK"])),
        .target(name: "GTKSupport", condition: .when(traits: ["GTK"])),
        .target(name: "GTKWidgets", condition: .when(traits: ["GTK"])),
        .target(name: "RestorationArchive", condition: .when(traits: ["GTK"])),
        .target(name: "StateRestoration", condition: .when(traits: ["GTK"])),
        .product(
          name: "Logging", package: "swift-log", condition: .when(traits: ["GTK"])),
      ],
      swiftSettings: strict + safe
    ),
    .target(
      name: "GTKHost",
      dependencies: [
        "GTKSupport", "PosixSupport", "ViewControllers",
        .product(name: "Logging", package: "swift-log"),
        .target(name: "CGTK", condition: .when(traits: ["GTK"])),
        .target(name: "CWebKit", condition: .when(traits: ["WebKit"])),
      ],
      exclude: ["Translations"], resources: [.copy("Resources/locale")],
      swiftSettings: strict + safe
    ),
    .systemLibrary(
      name: "CSecret", pkgConfig: "libsecret-1", providers: [.apt(["libsecret-1-dev"])]),
    .target(
      name: "SecretServiceKeys",
      dependencies: [
        "PosixSupport", "RestorationArchive",
        .product(name: "Logging", package: "swift-log"),
        .target(name: "CSecret", condition: .when(traits: ["SecretService"])),
      ],
      swiftSettings: strict + safe
    ),
    .target(
      name: "RestorationTesting",
      dependencies: [
        "PosixSupport", "RestorationArchive", "StateRestoration",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "InMemoryLogging", package: "swift-log"),
      ],
      swiftSettings: strict + safe
    ),
    .target(
      name: "ViewControllersTesting", dependencies: ["RestorationTesting", "ViewControllers"],
      swiftSettings: strict + safe),
    .target(
      name: "SessionsTesting", dependencies: ["RestorationTesting", "Sessions"],
      swiftSettings: strict + safe),
    .executableTarget(
      name: "restoration-archive",
      dependencies: [
        "PosixSupport", "RestorationArchive", "SecretServiceKeys",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: .when(traits: ["Tool"])),
        .product(name: "Mustache", package: "swift-mustache", condition: .when(traits: ["Tool"])),
      ],
      swiftSettings: strict + safe
    ),
    .testTarget(
      name: "RestorationArchiveTests",
      dependencies: [
        "PosixSupport", "RestorationArchive", "RestorationTesting",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Logging", package: "swift-log"),
      ],
      resources: [.copy("Fixtures")],
      swiftSettings: strict
    ),
    .testTarget(
      name: "RestorationArchiveToolTests",
      dependencies: [
        "RestorationArchive", "restoration-archive",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(
          name: "Subprocess", package: "swift-subprocess", condition: .when(traits: ["Tool"])),
        .product(
          name: "SystemPackage", package: "swift-system", condition: .when(traits: ["Tool"])),
      ],
      resources: [.copy("Golden"), .copy("Fixtures")],
      swiftSettings: strict
    ),
    .target(
      name: "RestorableFixtures", dependencies: ["StateRestoration"],
      path: "Tests/RestorableFixtures", swiftSettings: strict),
    .testTarget(
      name: "StateRestorationTests",
      dependencies: [
        "FatalSignalNote", "RestorationTesting", "StateRestoration", "RestorableFixtures",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .target(
      name: "SessionFixtures",
      dependencies: [
        "RestorationArchive", "RestorationTesting", "Sessions", "StateRestoration",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/SessionFixtures", swiftSettings: strict),
    .testTarget(
      name: "SessionsTests",
      dependencies: [
        "RestorationArchive", "RestorationTesting", "SessionFixtures", "Sessions",
        "SessionsTesting", "SimulatedSessions", "StateRestoration",
        .product(name: "Logging", package: "swift-log"),
        .product(
          name: "MetricsTestKit", package: "swift-metrics", condition: .when(traits: ["Server"])),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PostgresSessionsTests",
      dependencies: [
        "PostgresSessions", "RestorationArchive", "SessionFixtures", "Sessions",
        "SessionsTesting",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .target(
      name: "SimulatedSessions",
      dependencies: [
        "RestorationArchive", "Sessions", "StateRestoration",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/SimulatedSessions", swiftSettings: strict),
    .executableTarget(
      name: "SimulateSessions", dependencies: ["SimulatedSessions"],
      path: "Tests/SimulateSessions", swiftSettings: strict),
    .testTarget(
      name: "ViewControllersTests",
      dependencies: [
        "ViewControllers", "ViewControllersTesting",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "StoryboardsTests", dependencies: ["Storyboards"],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "RestorationTestingTests",
      dependencies: [
        "RestorationTesting", "RestorationArchive", "SessionsTesting", "StateRestoration",
        "ViewControllers", "ViewControllersTesting",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "RestorationTesting", "SecretServiceKeys", "SessionsTesting", "Storyboards",
        "ViewControllersTesting",
        .product(
          name: "Subprocess", package: "swift-subprocess", condition: .when(traits: ["Tool"])),
      ],
      exclude: ["uikit-names.txt"], swiftSettings: strict),
    .executableTarget(
      name: "KilledProgram", dependencies: ["RestorationArchive", "StateRestoration"],
      path: "Tests/KilledProgram", swiftSettings: strict),
    .executableTarget(
      name: "DyingProgram",
      dependencies: ["RestorationArchive", "StateRestoration", "ViewControllers", "GTKHost"],
      path: "Tests/DyingProgram", swiftSettings: strict),
    .testTarget(
      name: "GTKHostTests",
      dependencies: [
        "GTKHost", "GTKSupport", "ViewControllersTesting",
        .target(name: "CGTK", condition: .when(traits: ["GTK"])),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "GTKWidgetsTests",
      dependencies: [
        "GTKSupport", "GTKWidgets", "RestorationArchive", "RestorationTesting", "StateRestoration",
        .target(name: "CGTK", condition: .when(traits: ["GTK"])),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SecretServiceKeysTests",
      dependencies: [
        "RestorationArchive", "RestorationTesting", "SecretServiceKeys",
        .product(name: "Logging", package: "swift-log"),
        .target(name: "CSecret", condition: .when(traits: ["SecretService"])),
      ],
      swiftSettings: strict),
  ]
)

// Builds only the suites named, separated by spaces: `RESTORATION_TESTS=StateRestorationTests`.
if let named = Context.environment["RESTORATION_TESTS"] {
  let suites = named.split(separator: " ").map(String.init)
  package.targets.removeAll { $0.isTest && !suites.contains($0.name) }
}
