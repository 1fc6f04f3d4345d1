// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import PosixSupport
  import StateRestoration

  /// The last save, before the process or the session ends.
  @safe @MainActor final class EndOfProgram {
    private let saving: Saving
    private var heardApplication: UnsafeMutablePointer<GApplication>?
    private var signals: UnixSignals?

    init(_ saving: Saving) { self.saving = saving }

    /// Removes the signal handlers, so that the signals end the process again.
    isolated deinit { signals?.remove() }

    /// Stops saving, and lets the signals end the process again.
    func stop() {
      saving.stop()
      signals?.remove()
      signals = nil
    }

    /// Connects to the end signals and the `GApplication`.
    ///
    /// Another call connects to a `GApplication` that was created since.
    func listen() {
      if signals == nil, !saving.isStopped {
        signals = UnixSignals { [weak self] signal in self?.end(by: signal) }
      }
      guard let application = unsafe g_application_get_default(),
        unsafe application != heardApplication
      else {
        return
      }
      unsafe heardApplication = unsafe application
      let object = UnsafeMutableRawPointer(application)
      unsafe connect(object, "shutdown") { [weak self] _ in self?.finish() }
      guard unsafe WidgetPointer(OpaquePointer(application)).isA(gtk_application_get_type()) else {
        return
      }
      unsafe connect(object, "query-end") { [weak self] _ in
        try? self?.saving.saveAndWait(.background)
      }
    }

    /// Saves for the last time; a failure is only logged.
    private func finish() {
      try? saving.finish()
      stop()
    }

    /// Saves, and then ends the process as it would end otherwise.
    ///
    /// With a `GApplication` it quits; without one the signal ends the process.
    private func end(by signal: EndSignal) {
      finish()
      if unsafe heardApplication != nil { return unsafe g_application_quit(heardApplication) }
      signal.endProcess()
    }
  }
#endif
