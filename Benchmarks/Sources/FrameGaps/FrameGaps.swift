// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// Measures how long an animation stands still while a program saves, against one that does not.
///
/// A window's frames are timed in phases that take turns: nothing is saved, one object's change is
/// saved four times a second, and all objects are. In each, objects change at the same pace, so that
/// only saving makes the difference. Prints figures in the shape that `Scripts/bench-exact` describes.
@main struct FrameGaps: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Times the frames of a window whose program saves.")

  @Option(help: "So many registered objects.")
  var objects = 10_000

  @Option(help: "So many phases of each kind.")
  var phases = 20

  @Option(help: "Where archives lie.")
  var folder = "frame-gaps"

  func run() throws {
    #if GTK
      let figures = MainActor.assumeIsolated {
        Measurement(objects: objects, phases: phases, folder: folder).run()
      }
      guard let figures else { throw ValidationError("There is no display.") }
      try Figure.print(figures)
    #else
      throw ValidationError("Frames are those of a GTK window; build with --traits GTK.")
    #endif
  }
}
