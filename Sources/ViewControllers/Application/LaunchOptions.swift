// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import StateRestoration

/// Information that an application receives when it launches.
public struct LaunchOptions: Sendable {
  /// The report of restoring; `nil` in will-finish-launching.
  ///
  /// Restoring has not begun by then.
  public let report: RestorationReport?

  /// Whether the application launches without showing windows.
  public let isBackground: Bool

  /// The reason for the launch; `nil` in will-finish-launching.
  public var reason: LaunchReason? { report?.reason }
}
