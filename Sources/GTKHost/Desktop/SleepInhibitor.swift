// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import PosixSupport
  import ViewControllers

  /// A delay of sleep and shutdown until everything is saved.
  ///
  /// The login daemon hands out a descriptor for this and waits until it is closed, by default for
  /// five seconds at most. The descriptor is closed after the save. A new one is requested after
  /// waking up, or when the shutdown was cancelled.
  @MainActor final class SleepInhibitor {
    private let bus: Bus
    private let programName: String
    private weak var application: Application?
    private var descriptor: OpenFile?
    private var isPreparing = false
    private var isClosed = false

    /// Takes the descriptor whenever the login daemon starts.
    ///
    /// - Parameters:
    ///   - bus: The system's bus.
    ///   - programName: The name that the user sees as the cause of a delay.
    ///   - application: The application to notify, which saves.
    init(_ bus: Bus, programName: String, application: Application?) {
      self.bus = bus
      self.programName = programName
      self.application = application
      listen("PrepareForSleep") { $0?.willSleep() }
      listen("PrepareForShutdown") { $0?.sessionWillEnd() }
      bus.watch(LoginDaemon.object.name) { [weak self] isThere in
        self?.release()
        if isThere { self?.take() }
      }
    }

    /// Releases the descriptor for good.
    func close() {
      isClosed = true
      release()
    }

    private func listen(_ signal: String, _ save: @escaping @MainActor (Application?) -> Void) {
      bus.subscribe(LoginDaemon.object.name, LoginDaemon.object.interface, signal) {
        [weak self] _, arguments in
        guard let self, let isBeginning = arguments[0]?.boolean else { return }
        isPreparing = isBeginning
        if isBeginning {
          save(application)
          release()
        } else if descriptor == nil {
          take()
        }
      }
    }

    private func take() {
      isPreparing = false
      bus.callForDescriptor(
        LoginDaemon.object, "Inhibit",
        .arguments(
          .string("sleep:shutdown"), .string(programName),
          .string(ChromeString.savesState.localized), .string("delay"))
      ) { [weak self] descriptor in
        guard let descriptor else {
          return DesktopEvents.note("The login daemon does not allow delaying sleep.")
        }
        guard let self, !isClosed, !isPreparing, self.descriptor == nil else { return }
        self.descriptor = descriptor
      }
    }

    private func release() { descriptor = nil }
  }
#endif
