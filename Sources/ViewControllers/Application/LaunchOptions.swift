// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import StateRestoration

/// What an application is told when it launches.
public struct LaunchOptions: Sendable {
  /// What came of restoring; `nil` in will-finish-launching, when it has not begun (R151).
  public let report: RestorationReport?

  /// Whether the application launches without showing windows (R121).
  public let isBackground: Bool

  /// Why the application launches; `nil` in will-finish-launching (R153).
  public var reason: LaunchReason? { report?.reason }
}
