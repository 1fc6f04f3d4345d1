// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExampleSupport
import Foundation
import GTKHost

@main struct PhotoViewerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "PhotoViewer",
    abstract: "Shows the pictures of a folder, and comes back exactly where you were.",
    discussion: """
      Click a picture to open it. Scale it with the wheel or + and -, move it with the mouse or \
      the arrow keys, click it to hide the bars. Blur (b) and Sepia (s) open an inspector. However the \
      program ends, it comes back with the same photo, size, filters and bars.
      """)

  @Argument(help: "The folder; by default your pictures, or else the desktop's backgrounds.")
  var folder: String?

  @Flag(help: "Print a line for each state saved and restored, and when the screen is complete.")
  var trace = false

  @Flag(help: "Show nothing that moves on its own, for exact screenshots.")
  var still = false

  @Flag(help: "Show the launch image longer, and fade it slowly.")
  var slowFade = false

  @Flag(help: "Measure how fast the filters follow their sliders, print it, and end.")
  var measure = false

  @Flag(help: "Restore, save and end without showing a window, as background work does.")
  var background = false

  static func main() { main(Archiver.argumentsWithoutSwitches) }

  func validate() throws {
    if let folder {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
        isFolder.boolValue
      else { throw ValidationError("There is no folder \(folder).") }
    }
  }

  func run() throws {
    let program = ApplicationDescription(identifier: "org.example.PhotoViewer", version: "1.0")
    let archiver = try Archiver(for: program)
    let status = MainActor.assumeIsolated {
      let library = PhotoLibrary(folder: PictureFolder.choose(folder))
      let host = GTKHost(
        applicationID: program.identifier,
        stylesheet: still ? Stylesheet.text + Still.stylesheet : Stylesheet.text,
        isAnimated: !still || slowFade)
      if slowFade { SlowFade.apply(to: host) }
      let delegate = PhotoViewerDelegate(library: library, whenSettled: host.whenSettled)
      let application = Application(program, delegate: delegate, host: host, archiver: archiver)
      if slowFade { application.defaultLaunchImageDelay = .zero }
      if trace { Trace.start(application, host) }
      application.checkRoundTripsAfterSaves(launching: {
        PhotoViewerDelegate(library: PhotoLibrary(folder: library.folder))
      })
      if measure {
        host.whenSettled { Task { await FilterMeasurement.run(application, host, library) } }
      }
      library.watch()
      return application.run(inBackground: background)
    }
    throw ExitCode(status)
  }
}
