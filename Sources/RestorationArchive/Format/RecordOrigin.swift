// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct FoundationEssentials.Date

/// The origin of a record: who wrote it, and when.
public struct RecordOrigin: Hashable, Sendable {
  /// The application's version.
  public var applicationVersion: String
  /// The system's version.
  public var systemVersion: String
  /// The idiom of the user interface.
  public var idiom: UserInterfaceIdiom
  /// The time of the pass.
  public var timestamp: Date

  /// Creates an origin.
  public init(
    applicationVersion: String, systemVersion: String, idiom: UserInterfaceIdiom, timestamp: Date
  ) {
    self.applicationVersion = applicationVersion
    self.systemVersion = systemVersion
    self.idiom = idiom
    self.timestamp = timestamp
  }

  /// The origin that is returned when a table is malformed.
  static var unreadable: RecordOrigin {
    RecordOrigin(
      applicationVersion: "", systemVersion: "", idiom: .headless, timestamp: .distantPast)
  }
}

/// The kind of user interface, saved with the state.
public enum UserInterfaceIdiom: String, Hashable, Sendable {
  /// Windows with mouse and keyboard.
  case desktop
  /// A terminal.
  case terminal
  /// No interface at all.
  case headless
}

/// Coding keys that every coder answers automatically.
///
/// They are UIKit's constants without the `UI` prefix and the `Key` suffix. An application's write
/// to one of them is ignored, with a diagnostic.
public enum ReservedKey {
  /// The application's version when the record was written: a `String`.
  public static let bundleVersion = "ApplicationStateRestorationBundleVersion"
  /// The idiom the record was written on: a `String`.
  ///
  /// It is the raw value of ``UserInterfaceIdiom``.
  public static let userInterfaceIdiom = "ApplicationStateRestorationUserInterfaceIdiom"
  /// The time at which the record was written: a `Date`.
  public static let timestamp = "ApplicationStateRestorationTimestamp"
  /// The system's version when the record was written: a `String`.
  public static let systemVersion = "ApplicationStateRestorationSystemVersion"
  /// The storyboard a controller came from.
  public static let storyboard = "StateRestorationViewControllerStoryboard"
  /// Values with a newer one of another type beside them.
  ///
  /// They are in a dictionary: for each of their coding keys, an array.
  package static let carriedValues = "StateRestorationValuesOfOtherVersions"

  @inline(__always)
  package static func contains(_ key: String) -> Bool {
    // All reserved keys are long, so the length excludes most other keys.
    key.utf8.count >= timestamp.utf8.count && isReserved(key)
  }

  @inline(never)
  private static func isReserved(_ key: String) -> Bool {
    key == bundleVersion || key == userInterfaceIdiom || key == timestamp || key == systemVersion
      || key == storyboard || key == carriedValues
  }
}
