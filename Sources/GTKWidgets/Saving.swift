// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import Logging
  import PosixSupport
  import RestorationArchive
  import StateRestoration

  /// When state is saved, and when what was restored counts as good.
  @MainActor final class Saving {
    /// Whether there is a window whose widgets can be saved.
    ///
    /// Without one nothing is: the state is that with which the last one went.
    var hasWindows: () -> Bool = { false }

    /// Called after each save that wrote something or failed.
    var onPreserve: ((Result<UInt64, ArchiveError>, PreservationReport) -> Void)?

    private let coordinator: RestorationCoordinator
    private var autosave: TimeoutAction?
    private var commit: Task<Void, Never>?
    private var hasShownFirstFrame = false
    private var isStopped = false
    private var heardApplication: UnsafeMutablePointer<GApplication>?
    private var signals: UnixSignals?

    init(_ coordinator: RestorationCoordinator) { self.coordinator = coordinator }

    /// Without it, the signals end the process again as they do in any.
    isolated deinit { signals?.remove() }

    /// Nothing is saved any more; the signals end the process again as they do in any.
    func stop() {
      isStopped = true
      autosave?.cancel()
      signals?.remove()
      signals = nil
    }

    /// Has changes saved soon, all that come until then at once.
    func scheduleAutosave(after delay: Duration = RestorationTiming.autosaveDelay) {
      guard !isStopped, autosave == nil else { return }
      autosave = TimeoutAction(after: delay) { [weak self] in
        guard let self else { return }
        autosave = nil
        guard canSave else { return }
        write(coordinator.preserve(reason: .changed, everything: false))
      }
    }

    /// Saves everything without waiting for the disk.
    func save(_ reason: PreservationReason) {
      guard canSave else { return }
      write(coordinator.preserve(reason: reason))
    }

    /// Saves everything and waits for it, up to a deadline.
    func saveAndWait(_ reason: PreservationReason) throws(ArchiveError) {
      guard canSave else { return }
      let pass = coordinator.preserve(reason: reason)
      do throws(ArchiveError) {
        if let save = try pass.commitAndWait(deadline: RestorationTiming.terminationDeadline) {
          onPreserve?(.success(save), pass.report)
        }
      } catch {
        didFail(error, pass.report)
        throw error
      }
    }

    /// The same where nobody can do anything about a failure; the log has it.
    func saveLast(_ reason: PreservationReason) { try? saveAndWait(reason) }

    /// Reads what could not be read at launch again and again, until it can be (R198).
    ///
    /// - Parameter restore: Restores it; called unless something has changed since launch, so that the
    ///   program has to say which is to stay.
    func keepReadingAgain(_ restore: @escaping () -> Void) {
      guard !isStopped, coordinator.isUnread else { return }
      _ = TimeoutAction(after: RestorationTiming.retryDelay) { [weak self] in
        guard let self, coordinator.isLockedOut, !isStopped else { return }
        if coordinator.isIdle, coordinator.readAgain() {
          if coordinator.isLockedOut, !coordinator.hasChanges { restore() }
        } else {
          keepReadingAgain(restore)
        }
      }
    }

    /// The first frame is on screen, from which on the restored state is on probation.
    func didShowFirstFrame() {
      guard !hasShownFirstFrame else { return }
      hasShownFirstFrame = true
      coordinator.didShowFirstFrame()
      _ = TimeoutAction(after: RestorationTiming.probation) { [coordinator] in
        coordinator.didProveGood()
      }
    }

    /// Hears of the end of the process and of the session.
    func listenToApplication() {
      if signals == nil, !isStopped {
        signals = UnixSignals { [weak self] signal in self?.end(by: signal) }
      }
      guard let application = g_application_get_default(), application != heardApplication else {
        return
      }
      heardApplication = application
      let object = UnsafeMutableRawPointer(application)
      connect(object, "shutdown") { [weak self] _ in
        self?.saveLast(.terminating)
        self?.stop()
      }
      guard WidgetPointer(OpaquePointer(application)).isA(gtk_application_get_type()) else {
        return
      }
      connect(object, "query-end") { [weak self] _ in self?.saveLast(.background) }
    }

    /// A pass writes nothing of objects that are gone, so it must not run without them.
    private var canSave: Bool { !isStopped && coordinator.isIdle && hasWindows() }

    private func write(_ pass: PreservationPass) {
      let previous = commit
      commit = Task { [weak self] in
        await previous?.value
        do throws(ArchiveError) {
          if let save = try await pass.commit() { self?.onPreserve?(.success(save), pass.report) }
        } catch {
          self?.didFail(error, pass.report)
        }
      }
    }

    private func didFail(_ error: ArchiveError, _ report: PreservationReport) {
      // A key that stays locked is no news every five seconds, nor is what cannot be read.
      let isKnown = error.code == .keyLocked || error.code == .unreadable
      coordinator.logger.log(
        level: isKnown ? .debug : .error, "The state could not be saved: \(error)")
      onPreserve?(.failure(error), report)
      scheduleAutosave(after: RestorationTiming.retryDelay)
    }

    /// Saves, and ends as the program would without this: in order if it has a `GApplication`, else by
    /// the signal.
    private func end(by signal: EndSignal) {
      saveLast(.terminating)
      coordinator.processWillEnd()
      if heardApplication != nil { return g_application_quit(heardApplication) }
      stop()
      signal.endProcess()
    }
  }
#endif
