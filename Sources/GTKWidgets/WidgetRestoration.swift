// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  public import CGTK
  import GTKSupport
  public import RestorationArchive
  public import StateRestoration

  /// Brings the widgets of a GTK program back to where they were.
  ///
  /// For a program that is written on GTK itself, without this package's controllers. Widgets take
  /// part by a `restorationIdentifier`, which this module adds to widgets:
  ///
  /// ```swift
  /// let restoration = try WidgetRestoration(
  ///   ApplicationDescription(identifier: "org.example.Notes", version: "1.0"))
  /// window.restorationIdentifier = "Main"
  /// paned.restorationIdentifier = "Panes"
  /// restoration.restore(window)
  /// gtk_window_present(window)
  /// ```
  ///
  /// From then on every change is saved within a second (R150), and everything is saved when no window
  /// has the user's attention any more, when the last one closes, when the `GApplication` shuts down or
  /// the session ends, and on SIGTERM, SIGINT and SIGHUP (R27). Nothing has to be called for that.
  ///
  /// Make it at the beginning of a launch, and one only. The widgets that take part keep it alive. It
  /// joins the main actor with GLib's loop, so that tasks of the main actor run in it; start the
  /// program from a synchronous `main`, since after an asynchronous one the main actor is no longer on
  /// the main thread.
  ///
  /// A crash while state is restored, or within ten seconds of the first frame, has the next launch
  /// leave out what was at work, then fall back to the last good state, then launch clean (R195).
  @MainActor public final class WidgetRestoration {
    /// Runs the passes; objects of the program's own that are registered with it have their state in
    /// the same archive.
    public let coordinator: RestorationCoordinator

    /// What came of restoring; `nil` before the first window.
    public private(set) var report: RestorationReport?

    /// Called after each save that wrote something or failed, with the number of the save.
    public var onPreserve: ((Result<UInt64, ArchiveError>, PreservationReport) -> Void)? {
      get { saving.onSave }
      set { saving.onSave = newValue }
    }

    /// Whether a widget with an identifier is restored when it has come into a window, without a call; the
    /// default is `true`.
    ///
    /// That happens as soon as the program has had its turn, before the next frame; windows that are there
    /// already are restored, too. A hidden window is restored when it is shown. A program that fills its
    /// windows after it shows them says `false`, and calls ``restore(_:)`` when they are complete.
    public var restoresArrivals = true {
      didSet {
        if restoresArrivals {
          beginRestoringArrivals()
        } else if Self.current === self {
          Self.current = nil
        }
      }
    }

    private func beginRestoringArrivals() {
      Self.current = self
      restoreArrivalsSoon()
    }

    /// The one that restores arrivals, alive though no widget keeps it yet.
    static var current: WidgetRestoration?
    /// Whether what has come into windows is due to be restored.
    var isRestoringSoon = false
    /// Windows that were restored and are not gone.
    var windows: [WindowWatch] { watches.compactMap(\.watch) }
    private var watches: [WeakWatch] = []
    /// Whether what widgets tell comes of being restored, so that it is no change (R196).
    private(set) var isRestoring = false
    /// Who has decoded a state that is not applied.
    private var decoded: [WidgetParticipant] = []
    /// Texts that were restored, of which the program has not heard yet what was not.
    private var texts: [TextParticipant] = []
    /// When state is saved, and when what was restored counts as good.
    var saving: Saving { coordinator.saving }
    let end: EndOfProgram

    private struct WeakWatch { weak var watch: WindowWatch? }

    /// Keeps state in the application's usual place: archives in the XDG state folder, sealed with a
    /// key file (R50).
    ///
    /// - Parameter application: What is saved about the program; its identifier names the folders.
    /// - Throws: `ArchiveError` when the identifier cannot name a folder.
    public convenience init(_ application: ApplicationDescription) throws(ArchiveError) {
      self.init(
        RestorationCoordinator(
          application, idiom: .desktop, archiver: try Archiver(for: application)))
    }

    /// Keeps state where a coordinator keeps it.
    ///
    /// - Parameter coordinator: Has not restored yet; its `saving` is started here.
    public init(_ coordinator: RestorationCoordinator) {
      self.coordinator = coordinator
      end = EndOfProgram(coordinator.saving)
      MainQueueSource.install()
      coordinator.awaitsFirstFrame = true
      coordinator.beginLaunch()
      startSaving()
      beginRestoringArrivals()
    }

    /// Has changes saved (R150), but for those that come of being restored (R196).
    private func startSaving() {
      var rules = Saving.Rules()
      // The coordinator calls from the actor that it lives on.
      rules.countsChanges = { [weak self] in
        MainActor.assumeIsolated { self?.isRestoring == false }
      }
      // Without a window the state is that with which the last one went; a pass would lose it.
      rules.permission = { [weak self] in
        MainActor.assumeIsolated { self?.windows.isEmpty == false ? .granted : .refused }
      }
      rules.didRestore = { [weak self] report in
        MainActor.assumeIsolated { self?.report = report }
      }
      let saving = saving
      saving.start(rules) { [weak saving] delay, step in
        MainActor.assumeIsolated {
          _ = TimeoutAction(after: delay) { saving?.perform(step) }
        }
      }
    }

    /// Takes in a widget and all below it that have identifiers, and restores what was saved of them.
    ///
    /// Call it with a window when it is complete, right before it is presented, and all is in its place from
    /// the first frame on. What comes later, and other windows, are restored without a call, see
    /// ``restoresArrivals``. The first call restores the saved state; what it has of widgets that are not there waits for them, and
    /// is saved again until then (R194).
    ///
    /// Widgets are set as a user would set them: they emit their signals, and the program's handlers
    /// run. First come sizes and pages, then the selections in lists, then switches and values, then
    /// texts, then scroll positions, which wait for the layout, and the focus. What cannot be applied
    /// yet, such as the selection in a list that is still empty, waits for it.
    ///
    /// Called again, it takes in what was added since, and leaves out what has no identifier any more.
    ///
    /// - Parameter widget: A window as a rule.
    public func restore(_ widget: UnsafeMutablePointer<GtkWidget>) {
      // A handler, or an object of the program's own that is being restored, may open a window.
      let isNested = isRestoring
      isRestoring = true
      unsafe watchRoot(of: widget)
      end.listen()
      let participants = unsafe adopt(widget)
      if coordinator.isIdle, report == nil || coordinator.isLockedOut {
        let isFirst = report == nil
        report = coordinator.restore()
        if isFirst { saving.keepReadingAgain() }
      }
      decoded.removeAll { known in participants.contains { $0 === known } }
      decoded = participants + decoded
      if isNested { return }
      applyAll()
      endRestoring()
    }

    /// What is changed from now on is changed by program and user.
    private func endRestoring() {
      isRestoring = false
      let applied = texts
      texts = []
      for participant in applied { apply(participant) { $0.announceUnrestoredText() } }
    }

    /// Saves everything now and waits until it is durable; what has not changed is not written.
    ///
    /// Does nothing while no window is open that was restored: what the last one left is the state then.
    /// Nor does it after ``forceQuit()``; inside a hook it is made up for right after.
    ///
    /// - Throws: `ArchiveError`; the older state is intact then, and is tried again later.
    public func save() throws(ArchiveError) { try saving.saveAndWait(.explicit) }

    /// Deletes everything that was saved, and saves nothing any more in this process (R130).
    ///
    /// For the user's way out of a state that does not work; quit the program afterwards.
    ///
    /// - Throws: `ArchiveError` when something could not be removed.
    public func forceQuit() throws(ArchiveError) {
      restoresArrivals = false
      end.stop()
      try coordinator.discardState()
    }

    /// A widget's state was decoded: in ``restore(_:)``, or when the program has the coordinator restore
    /// what was locked at launch.
    func didDecode(_ participant: WidgetParticipant) {
      decoded.append(participant)
      guard !isRestoring else { return }
      _ = TimeoutAction(after: .zero) { [weak self] in
        guard let self else { return }
        isRestoring = true
        applyAll()
        endRestoring()
      }
    }

    /// Applies what was decoded, and what is decoded meanwhile because handlers make widgets.
    private func applyAll() {
      while !decoded.isEmpty {
        let participants = decoded
        decoded = []
        texts += participants.compactMap { $0 as? TextParticipant }
        for stage in WidgetParticipant.Stage.allCases {
          for participant in participants where participant.stage == stage {
            apply(participant) { $0.applyAll() }
          }
        }
      }
      for window in windows {
        if let participant = window.participant { apply(participant) { $0.applyFocus() } }
      }
      coordinator.rest(on: nil)
    }

    /// Lets a widget apply what could not be applied before, with the program's handlers hearing of it.
    func applyLate(_ participant: WidgetParticipant) {
      apply(participant) { $0.applyAll() }
      coordinator.rest(on: nil)
    }

    /// Lets one widget apply something, which may run handlers that destroy it, or have destroyed it.
    private func apply<Participant: WidgetParticipant>(
      _ participant: Participant, _ body: (Participant) -> Void
    ) {
      guard !participant.isGone else { return }
      unsafe g_object_ref(participant.widget.raw)
      defer { unsafe g_object_unref(participant.widget.raw) }
      coordinator.working(on: participant) { body(participant) }
    }

    /// Says in the report what did not come back as expected.
    func note(_ diagnostic: Diagnostic, about participant: WidgetParticipant) {
      guard var report else { return }
      coordinator.note(diagnostic, about: participant, in: &report)
      self.report = report
    }

    /// A widget's saved state is out of date.
    func didChange(_ participant: WidgetParticipant) {
      guard !isRestoring, report != nil else { return }
      coordinator.invalidate(participant)
    }

    private func watchRoot(of widget: WidgetPointer) {
      guard let root = unsafe gtk_widget_get_root(widget).map({ unsafe WidgetPointer($0) }),
        unsafe root.isA(gtk_window_get_type()),
        unsafe root.attachment(WindowWatch.key, as: WindowWatch.self) == nil
      else { return }
      let watch = unsafe WindowWatch(root, restoration: self)
      unsafe root.attach(watch, WindowWatch.key)
      watches = watches.filter { $0.watch != nil } + [WeakWatch(watch: watch)]
    }
  }
#endif
