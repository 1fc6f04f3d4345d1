// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import PosixSupport
  import StateRestoration

  /// Hears of the end of the process and of the session, and has everything saved before.
  @safe @MainActor final class EndOfProgram {
    private let saving: Saving
    private var heardApplication: UnsafeMutablePointer<GApplication>?
    private var signals: UnixSignals?

    init(_ saving: Saving) { self.saving = saving }

    /// Without it, the signals end the process again as they do in any.
    isolated deinit { signals?.remove() }

    /// Nothing is saved any more; the signals end the process again as they do in any.
    func stop() {
      saving.stop()
      signals?.remove()
      signals = nil
    }

    /// Begins to hear of it; called again, it knows a `GApplication` that was made since.
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

    /// Nobody can do anything about a failure here; the log has it.
    private func finish() {
      try? saving.finish()
      stop()
    }

    /// Saves, and ends as the program would without this: in order if it has a `GApplication`, else by
    /// the signal.
    private func end(by signal: EndSignal) {
      finish()
      if unsafe heardApplication != nil { return unsafe g_application_quit(heardApplication) }
      signal.endProcess()
    }
  }
#endif
