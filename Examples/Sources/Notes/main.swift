// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import GTKWidgets
import RestorationArchive

/// Notes in a window that is made of GTK's widgets and nothing else.
@MainActor final class NotesApplication {
  private let application = gtk_application_new("org.example.Notes", G_APPLICATION_DEFAULT_FLAGS)
  private let restoration: WidgetRestoration
  private var window: NotesWindow?

  init() throws(ArchiveError) {
    restoration = try WidgetRestoration(
      ApplicationDescription(identifier: "org.example.Notes", version: "1.0"))
    if CommandLine.arguments.contains("--trace") { trace() }
  }

  func run() -> Int32 {
    connect(application, "activate") { [self] in activate() }
    connect(application, "shutdown") { [self] in window?.keepNote() }
    return g_application_run(UnsafeMutablePointer<GApplication>(OpaquePointer(application)), 0, nil)
  }

  private func activate() {
    if let window { return gtk_window_present(window.widget.cast()) }
    let window = NotesWindow(NoteStore(), application)
    self.window = window
    restoration.restore(window.widget)
    gtk_window_present(window.widget.cast())
    if CommandLine.arguments.contains("--trace") {
      say("restored", restoration.report?.generation.map { "\($0)" } ?? "nothing")
    }
  }

  /// Prints what a script that drives the program waits for.
  private func trace() {
    restoration.onPreserve = { [weak self] result, report in
      guard case .success(let save) = result else { return }
      self?.say("saved", "\(save) \(report.reason)")
    }
  }

  private func say(_ word: String, _ rest: String) {
    FileHandle.standardOutput.write(Data("\(word) \(rest)\n".utf8))
  }
}

exit(try NotesApplication().run())
