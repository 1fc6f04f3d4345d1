// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The way a program under test ends.
public enum ProgramEnd: String, Hashable, Sendable, CaseIterable {
  /// The program ends normally, after everything is saved.
  case terminating
  /// The program left the foreground, and was killed later.
  ///
  /// Leaving the foreground saves everything.
  case background
  /// The program was killed a while after the last change.
  ///
  /// Changes announced with `invalidateRestorableState()` or through a declared property are saved.
  case killed
  /// The program was killed before the last change could be saved.
  case killedAtOnce
}
