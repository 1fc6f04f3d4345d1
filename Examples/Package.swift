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

/// All examples in one package, which share one build.
///
/// Headless needs no GTK: `swift build --disable-default-traits --product Headless`.
let package = Package(
  name: "Examples",
  traits: [
    .trait(name: "GTK", description: "Builds the examples that open windows."),
    .trait(
      name: "WebKit", description: "Lets Schedule open web pages.", enabledTraits: ["GTK"]),
    .trait(
      name: "SecretService",
      description: "Lets Headless and Notes keep their keys with the desktop."),
    .trait(
      name: "Adwaita", description: "Builds Gallery and Planner, on libadwaita's widgets.",
      enabledTraits: ["GTK"]),
    .trait(name: "Server", description: "Builds Proposals, a server on Hummingbird."),
    .trait(
      name: "PostgreSQL",
      description: "Lets Proposals keep sessions in PostgreSQL (Debian: libpq-dev)."),
    .trait(
      name: "Tool",
      description: "Changes no example; equal traits let one build serve package and examples."),
    .default(enabledTraits: ["GTK"]),
  ],
  dependencies: [
    .package(
      name: "swift-state-restoration", path: "..",
      traits: [
        .trait(name: "GTK", condition: .when(traits: ["GTK"])),
        .trait(name: "WebKit", condition: .when(traits: ["WebKit"])),
        .trait(name: "SecretService", condition: .when(traits: ["SecretService"])),
        .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"])),
        .trait(name: "Server", condition: .when(traits: ["Server"])),
        .trait(name: "Tool", condition: .when(traits: ["Tool"])),
      ]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1",
      traits: ["FullFoundation"]),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
  ],
  targets: [
    .target(
      name: "ConferenceSchedule", resources: [.copy("Resources/schedule.xml")],
      swiftSettings: strict),
    .executableTarget(
      name: "Headless",
      dependencies: [
        "ConferenceSchedule",
        .product(name: "StateRestoration", package: "swift-state-restoration"),
        .product(
          name: "SecretServiceKeys", package: "swift-state-restoration",
          condition: .when(traits: ["SecretService"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "FormServer",
      dependencies: [
        .product(
          name: "Sessions", package: "swift-state-restoration",
          condition: .when(traits: ["Server"])),
        .product(
          name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Server"])),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "Proposals",
      dependencies: [
        .product(name: "StateRestoration", package: "swift-state-restoration"),
        .product(
          name: "Sessions", package: "swift-state-restoration",
          condition: .when(traits: ["Server"])),
        .product(
          name: "PostgresSessions", package: "swift-state-restoration",
          condition: .when(traits: ["PostgreSQL"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(
          name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Server"])),
        .product(name: "Mustache", package: "swift-mustache", condition: .when(traits: ["Server"])),
      ],
      resources: [.copy("Resources")], swiftSettings: strict),
    .executableTarget(
      name: "ReadmeExample",
      dependencies: [
        .product(name: "StateRestoration", package: "swift-state-restoration")
      ],
      swiftSettings: strict),
    .target(
      name: "ExampleSupport",
      dependencies: [
        .product(name: "ViewControllers", package: "swift-state-restoration"),
        .product(name: "GTKHost", package: "swift-state-restoration"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "PhotoViewer",
      dependencies: [
        "ExampleSupport",
        .product(name: "ViewControllers", package: "swift-state-restoration"),
        .product(name: "Storyboards", package: "swift-state-restoration"),
        .product(name: "GTKHost", package: "swift-state-restoration"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [.copy("Resources/Main.storyboard")], swiftSettings: strict),
    .executableTarget(
      name: "Schedule",
      dependencies: [
        "ConferenceSchedule",
        "ExampleSupport",
        .product(name: "ViewControllers", package: "swift-state-restoration"),
        .product(name: "GTKHost", package: "swift-state-restoration"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "Samples",
      dependencies: [
        .product(name: "ViewControllers", package: "swift-state-restoration"),
        .product(name: "Storyboards", package: "swift-state-restoration"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [
        .copy("Resources/Levels.storyboard"), .copy("Resources/Products.storyboard"),
        .copy("Resources/Profile.storyboard"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "EmptyWindow",
      dependencies: [
        "ExampleSupport", .product(name: "CGTK", package: "swift-state-restoration"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "Diary",
      dependencies: [
        .product(name: "GTKWidgets", package: "swift-state-restoration")
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "Notes",
      dependencies: [
        .product(
          name: "SecretServiceKeys", package: "swift-state-restoration",
          condition: .when(traits: ["SecretService"])),
        .product(name: "GTKWidgets", package: "swift-state-restoration"),
      ],
      swiftSettings: strict),
    .systemLibrary(
      name: "CAdwaita", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
    .executableTarget(
      name: "Gallery",
      dependencies: [
        .target(name: "CAdwaita", condition: .when(traits: ["Adwaita"])),
        .product(name: "GTKWidgets", package: "swift-state-restoration"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "Planner",
      dependencies: [
        .target(name: "CAdwaita", condition: .when(traits: ["Adwaita"])),
        .product(name: "GTKWidgets", package: "swift-state-restoration"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HeadlessTests",
      dependencies: [
        "ConferenceSchedule", "Headless", "ReadmeExample",
        .product(name: "RestorationTesting", package: "swift-state-restoration"),
      ],
      swiftSettings: strict),
    .testTarget(name: "NotesTests", dependencies: ["Notes"], swiftSettings: strict),
    .testTarget(
      name: "PhotoViewerTests",
      dependencies: [
        "ExampleSupport",
        "PhotoViewer",
        .product(name: "ViewControllersTesting", package: "swift-state-restoration"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ScheduleTests",
      dependencies: [
        "ConferenceSchedule",
        "ExampleSupport",
        "Schedule",
        .product(name: "ViewControllersTesting", package: "swift-state-restoration"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
  ]
)
