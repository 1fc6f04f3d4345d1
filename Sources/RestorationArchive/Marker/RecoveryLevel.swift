// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A launch's response to earlier failures, gentlest first.
///
/// Without one, the newest state is restored completely.
///
/// A crash counts if it happens while state is restored, during probation, or while an extension of
/// the state runs. Three processes that end without explanation in the restore pass count as one
/// crash.
public enum RecoveryLevel: Hashable, Sendable, CaseIterable {
  /// An older state is restored, because the newest archive was unreadable.
  case olderGeneration
  /// The newest state is restored without the object active in the crash.
  ///
  /// Its descendants are left out, too.
  case withoutSuspect
  /// The newest state that ran well after an earlier launch is restored.
  case lastGood
  /// Nothing is restored; all archives are set aside.
  case clean
}
