// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// How a program under test comes to its end.
public enum ProgramEnd: String, Hashable, Sendable, CaseIterable {
  /// In order: everything is saved, and the end waits for it (R190).
  case terminating
  /// It left the foreground, which saves everything, and was killed later (R27).
  case background
  /// It was killed a while after the last change: what has changed is saved, as far as the program
  /// said so with `invalidateRestorableState()` or a declared property (R150).
  case killed
  /// It was killed before what changed last could be saved.
  case killedAtOnce
}
