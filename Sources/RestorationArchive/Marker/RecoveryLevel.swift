// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What a launch does instead of restoring the newest state whole, because an earlier one failed;
/// gentlest first (R195).
///
/// Crashes count that happen while state is restored, in probation (R131), and while an extension
/// of it runs (R112); three processes that vanish in the restore pass count as one (R193).
public enum RecoveryLevel: Hashable, Sendable, CaseIterable {
  /// The newest archive could not be read: an older one is restored (R127).
  case olderGeneration
  /// The newest state is restored but for what was under way in the crash, and all below it.
  case withoutSuspect
  /// The newest state that once was restored and then ran well is restored (R196).
  case lastGood
  /// Nothing is restored; all archives are set aside (R129).
  case clean
}
