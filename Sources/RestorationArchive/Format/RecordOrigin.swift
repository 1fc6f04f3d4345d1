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
