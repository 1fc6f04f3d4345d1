// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GTKWidgets

#if SecretService
import SecretServiceKeys
#endif

/// A notes program that uses GTK widgets only.
@MainActor final class NotesApplication {
  private let application = gtk_application_new("org.example.Notes", GApplicationFlags(rawValue: 0))
  private let restoration: WidgetRestoration
  private let store: NoteStore
  private let isTraced = CommandLine.arguments.contains("--trace")
  private var window: NotesWindow?

  init() throws {
    store = try NoteStore()
    let program = ApplicationDescription(identifier: "org.example.Notes", version: "1.0")
    restoration = WidgetRestoration(
      RestorationCoordinator(program, idiom: .desktop, archiver: try Self.archiver(for: program)))
    if isTraced { traceSaves() }
  }

  /// Returns the archiver, whose key the desktop's portal protects in a Flatpak.
  private static func archiver(for program: ApplicationDescription) throws -> Archiver {
    #if SecretService
    if FileManager.default.fileExists(atPath: "/.flatpak-info") {
      return try Archiver(for: program, keys: SecretPortalKeyProvider(for: program))
    }
    #endif
    return try Archiver(for: program)
  }

  func run() -> Int32 {
    let object = OpaquePointer(application)
    connect(object, "activate") { [self] in activate() }
    connect(object, "shutdown") { [self] in window?.keepNote() }  // while a window is open
    return g_application_run(UnsafeMutablePointer<GApplication>(object), 0, nil)
  }

  private func activate() {
    if let window { return gtk_window_present(window.widget.cast()) }
    let window = NotesWindow(store, application)
    self.window = window
    connect(window.widget.opaque, "unmap") { [weak self] in self?.window?.keepNote() }
    connect(window.widget.opaque, "destroy") { [weak self] in self?.window = nil }
    restoration.restore(window.widget)
    gtk_window_present(window.widget.cast())
    if isTraced { traceLaunch(of: window.widget) }
  }

  /// Prints events for a script that drives the program.
  ///
  /// It prints `saved N REASON` after each save, and `restored N` or `restored nothing` when the
  /// first frame is on screen.
  private func traceSaves() {
    restoration.onPreserve = { [weak self] result, report in
      guard case .success(let save) = result else { return }
      self?.say("saved \(save) \(report.reason)")
    }
  }

  private func traceLaunch(of window: Widget) {
    var restored = restoration.report.map { $0.sequenceNumber.map { "\($0)" } ?? "nothing" }
    connect(gtk_widget_get_frame_clock(window), "after-paint") { [weak self] in
      if let what = restored { self?.say("restored \(what)") }
      restored = nil
    }
  }

  private func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}

exit(try NotesApplication().run())
