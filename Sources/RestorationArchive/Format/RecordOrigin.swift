// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct FoundationEssentials.Date

/// Who wrote a record, and when (R45).
public struct RecordOrigin: Hashable, Sendable {
  /// The application's version.
  public var applicationVersion: String
  /// The system's version.
  public var systemVersion: String
  /// What the interface was shown on.
  public var idiom: UserInterfaceIdiom
  /// When the pass ran.
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

  /// What is read where a table is malformed.
  static var unreadable: RecordOrigin {
    RecordOrigin(
      applicationVersion: "", systemVersion: "", idiom: .headless, timestamp: .distantPast)
  }
}
