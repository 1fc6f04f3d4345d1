// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A launch's response to earlier failures, gentlest first.
///
/// Without one, the newest state is restored completely.
///
/// A crash counts if it happens while state is restored, during probation, or while an extension of
/// the state runs. Processes that end without explanation convict no archive. After three in a row
/// in the restore pass, the object being restored is left out for a while.
public enum RecoveryLevel: Hashable, Sendable, CaseIterable {
  /// An older state is restored, because the newest archive was unreadable.
  case olderGeneration
  /// The newest state is restored without the object active in the crash.
  ///
  /// Its descendants are left out, too. After kills their records are kept and restored later.
  case withoutSuspect
  /// The newest state that ran well after an earlier launch is restored.
  case lastGood
  /// Nothing is restored; all archives are set aside.
  case clean
}
