// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
public import CGTK
import GTKSupport
public import RestorationArchive
public import StateRestoration

/// The state restoration of a program's GTK widgets.
///
/// It is for programs that use GTK directly, without this package's controllers. Widgets take
/// part by a `restorationIdentifier`, a property that this module adds to widgets:
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
/// From then on every change is saved within a second. Everything is saved when the user leaves
/// the program's windows, when the last window closes, when the `GApplication` shuts down or the
/// session ends, and on SIGTERM, SIGINT and SIGHUP. No calls are needed for that.
///
/// Create one instance, at the beginning of the launch. The widgets that take part keep it alive.
/// It joins the main actor with GLib's loop, so that tasks of the main actor run in the loop.
/// Start the program from a synchronous `main`: after an asynchronous one, the main actor is no
/// longer on the main thread.
///
/// If the program crashes while state is restored, or within ten seconds of the first frame, the
/// next launch leaves out the object that was being restored. If that crashes, too, the launch
/// after it returns to the last good state, and the one after that starts clean.
///
/// In debug builds, and in developer mode (`RESTORATION_DEVELOPER_MODE=1`), Ctrl+Shift+R in a
/// restored window opens the inspector. It lists which widgets are not saved for want of an
/// identifier, what came back, and what did not and why.
@MainActor public final class WidgetRestoration {
  /// The coordinator, which runs the passes.
  ///
  /// Objects of the program that are registered with it save their state in the same archive.
  public let coordinator: RestorationCoordinator

  /// The result of restoring, with the widgets that have come since; `nil` before the first window.
  public var report: RestorationReport? {
    guard var report = launchReport else { return nil }
    coordinator.update(&report)
    return report
  }

  /// The report as it was when restoring ended, with what was noted since.
  private var launchReport: RestorationReport?

  /// Whether restoring has ended, be it with a locked state.
  var hasRestored: Bool { launchReport != nil }

  /// Called after each save that wrote something or failed.
  ///
  /// The argument contains the sequence number of the save.
  public var onPreserve: ((Result<UInt64, ArchiveError>, PreservationReport) -> Void)? {
    get { saving.onSave }
    set { saving.onSave = newValue }
  }

  /// Whether widgets that come into a window are restored automatically.
  ///
  /// The default is `true`. New widgets with identifiers are restored when the program's current
  /// turn of the loop has ended, before the next frame. Windows that exist already are restored,
  /// too. A hidden window is restored when it is shown. A program that fills its windows after it
  /// shows them sets this to `false`, and calls ``restore(_:)`` when they are complete.
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

  /// The instance that restores new widgets, kept alive before any widget is.
  static var current: WidgetRestoration?
  /// Whether restoring new widgets is scheduled.
  var isRestoringSoon = false
  /// The restored windows that are still open.
  var windows: [WindowWatch] { watches.compactMap(\.watch) }
  private var watches: [WeakWatch] = []
  /// The windows that are off screen, as long as their state is kept.
  var closedWindows: [ClosedWindow] = []
  /// What was typed about subjects that no widget shows now.
  private(set) lazy var drafts = DraftStore(coordinator)
  /// The widgets outside of all others with identifiers that have left their window.
  let departedRoots = DepartedWidgets()
  /// The list of windows for the next launch.
  private(set) lazy var openWindows = OpenWindows(of: self)
  /// Whether restoring causes the current signals, which are no changes then.
  private(set) var isRestoring = false
  /// Participants that have decoded state and not applied it.
  private var decoded: [WidgetParticipant] = []
  /// Whether values are being applied, whose handlers may change other values.
  private(set) var isRestoringValues = false
  /// Restored widgets whose program was not told yet what is unrestored.
  private var untold: [WidgetParticipant] = []
  /// The window that shows what is saved and what came back, while it is open.
  var inspector: InspectorWindow?
  /// The rules for saving, and for restored state to count as good.
  var saving: Saving { coordinator.saving }
  let end: EndOfProgram

  private struct WeakWatch { weak var watch: WindowWatch? }

  /// Keeps state in the application's usual place.
  ///
  /// Archives are in the XDG state folder, sealed with a key from a file.
  ///
  /// - Parameter application: Describes the program; its identifier names the folders.
  /// - Throws: `ArchiveError` when the identifier cannot name a folder.
  public convenience init(_ application: ApplicationDescription) throws(ArchiveError) {
    self.init(
      RestorationCoordinator(
        application, idiom: .desktop, archiver: try Archiver(for: application)))
  }

  /// Keeps state where a coordinator keeps it.
  ///
  /// - Parameter coordinator: A coordinator that has not restored yet; its `saving` is started
  ///   here.
  public init(_ coordinator: RestorationCoordinator) {
    self.coordinator = coordinator
    end = EndOfProgram(coordinator.saving)
    MainQueueSource.install()
    coordinator.awaitsFirstFrame = true
    coordinator.beginLaunch()
    startSaving()
    beginRestoringArrivals()
  }

  /// Starts to save changes, except those that restoring causes.
  private func startSaving() {
    var rules = Saving.Rules()
    // The coordinator calls this on its own actor, the main actor.
    rules.countsChanges = { [weak self] in
      MainActor.assumeIsolated { self?.isRestoring == false }
    }
    // Without a window, the state is that of the last window; another pass would lose it.
    rules.permission = { [weak self] in
      MainActor.assumeIsolated { self?.hasWindow == true ? .granted : .refused }
    }
    let closable = [
      archivedClassName(of: WindowParticipant.self), archivedClassName(of: DraftStore.self),
      archivedClassName(of: OpenWindows.self),
    ]
    rules.mayStayClosed = { closable.contains($0) }
    rules.didRestore = { [weak self] report in
      MainActor.assumeIsolated { self?.launchReport = report }
    }
    let saving = saving
    saving.start(rules) { [weak saving] delay, step in
      MainActor.assumeIsolated {
        _ = TimeoutAction(after: delay) { saving?.perform(step) }
      }
    }
  }

  /// Whether a window is open: a restored one, or another one that is on screen.
  private var hasWindow: Bool {
    guard windows.isEmpty else { return true }
    return unsafe hasRestored && programWindows.contains { unsafe gtk_widget_get_mapped($0) != 0 }
  }

  /// Restores a widget and all its descendants that have identifiers.
  ///
  /// Call it with a complete window, right before you present it. Then everything is in its place
  /// from the first frame on. Widgets that are added later, and other windows, are restored
  /// without a call; see ``restoresArrivals``. The first call restores the saved state. The state
  /// of widgets that do not exist yet waits for them, and is saved again until then.
  ///
  /// Widgets change as if the program set them: they emit the signals of a change, and the
  /// program's handlers run. A signal that GTK emits for the user alone, such as `color-set` or
  /// `font-set`, is not among them; connect to `notify::rgba` or `notify::font-desc`. Sizes and
  /// pages come first, then selections in lists, then switches and values, then texts, then scroll
  /// positions, which wait for the layout, and the focus. What handlers have changed of the former
  /// is set once more before the texts. State that cannot be applied yet, such as the selection in a
  /// list that is still empty, waits.
  ///
  /// Another call takes in widgets that were added since, and releases widgets whose identifier
  /// was removed.
  ///
  /// - Parameter widget: A window, as a rule.
  public func restore(_ widget: UnsafeMutablePointer<GtkWidget>) {
    // A handler, or a restored object of the program, may open a window.
    let isNested = isRestoring
    isRestoring = true
    // GTK tells the application that a window is gone before the window hears of it.
    for window in windows where window.isDestroyed { window.didGo() }
    unsafe watchRoot(of: widget)
    end.listen()
    let participants = unsafe adopt(widget)
    renameWindows()  // one may have the number that it had among windows that have closed since
    restoreState()
    takeSavedNumbers(participants)
    decoded.removeAll { known in participants.contains { $0 === known } }
    decoded = participants + decoded
    if isNested { return }
    applyAll()
    endRestoring()
  }

  /// Restores the saved state once, unless it cannot be read yet.
  private func restoreState() {
    guard coordinator.isIdle, !hasRestored || coordinator.isLockedOut else { return }
    let isFirst = !hasRestored
    launchReport = coordinator.restore()
    if isFirst { saving.keepReadingAgain() }
  }

  /// Restores the saved state before there is a window.
  package func restoreBeforeWindows() {
    let isNested = isRestoring
    isRestoring = true
    restoreState()
    if isNested { return }
    applyAll()
    endRestoring()
  }

  /// Ends restoring: from now on, changes come from program and user.
  private func endRestoring() {
    isRestoring = false
    let applied = untold
    untold = []
    for states in actionStates { states.didRestore() }
    for participant in applied {
      participant.didRestore()
      apply(participant) {
        $0.announceUnrestoredValue()
        ($0 as? TextParticipant)?.announceUnrestoredText()
        if $0.hasSetValue { didChange($0) }
      }
    }
  }

  /// Saves all changes now and waits until they are durable.
  ///
  /// Unchanged state is not written again. Does nothing while no window is open: then the saved
  /// state is that of the last window. Does nothing after ``forceQuit()``. A call from inside a
  /// hook is carried out right after it.
  ///
  /// - Throws: `ArchiveError`; the older state is intact then, and saving is tried again later.
  public func save() throws(ArchiveError) { try saving.saveAndWait(.explicit) }

  /// Deletes all saved state, and stops saving in this process.
  ///
  /// It gives the user a way out of a state that does not work. Quit the program afterwards.
  ///
  /// - Throws: `ArchiveError` when something could not be removed.
  public func forceQuit() throws(ArchiveError) {
    restoresArrivals = false
    end.stop()
    try coordinator.discardState()
  }

  /// Applies a widget's decoded state, at once or in the next turn.
  ///
  /// State is decoded in ``restore(_:)``, or when the program makes the coordinator restore state
  /// that was locked at launch.
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

  /// Applies all decoded state.
  ///
  /// Handlers may create widgets meanwhile; their state is applied, too.
  private func applyAll() {
    while !decoded.isEmpty {
      let participants = decoded
      decoded = []
      untold += participants
      for stage in WidgetParticipant.Stage.allCases {
        apply(stage, of: participants) { $0.applyAll() }
        if stage == .input { applyAgain(participants) }
      }
    }
    for window in windows {
      if let participant = window.participant { apply(participant) { $0.applyFocus() } }
    }
    coordinator.rest(on: nil)
  }

  /// Applies once more, but not twice, what handlers of restored state have changed.
  ///
  /// It is done before texts are applied, because a page's handler may empty one.
  private func applyAgain(_ participants: [WidgetParticipant]) {
    for states in actionStates { states.applyAgain() }
    for stage in [WidgetParticipant.Stage.structure, .selection, .input] {
      apply(stage, of: participants) { $0.applyAgain() }
    }
  }

  private func apply(
    _ stage: WidgetParticipant.Stage, of participants: [WidgetParticipant],
    _ body: (WidgetParticipant) -> Void
  ) {
    isRestoringValues = stage == .input
    for participant in participants where participant.stage == stage {
      apply(participant, body)
    }
    isRestoringValues = false
  }

  /// Lets a widget apply state that could not be applied before.
  ///
  /// The widget's signals reach the program's handlers.
  func applyLate(_ participant: WidgetParticipant) {
    apply(participant) { $0.applyAll() }
    coordinator.rest(on: nil)
  }

  /// Lets a widget apply state, unless it was destroyed.
  ///
  /// Retains it meanwhile, because handlers may destroy it.
  func apply<Participant: WidgetParticipant>(
    _ participant: Participant, _ body: (Participant) -> Void
  ) {
    guard !participant.isGone else { return }
    unsafe g_object_ref(participant.widget.raw)
    defer { unsafe g_object_unref(participant.widget.raw) }
    coordinator.working(on: participant) { body(participant) }
  }

  /// Adds a difference from the saved state to the report.
  func note(_ diagnostic: Diagnostic, about participant: WidgetParticipant) {
    guard var report = launchReport else { return }
    coordinator.note(diagnostic, about: participant, in: &report)
    launchReport = report
  }

  /// Marks a widget's saved state as out of date.
  func didChange(_ participant: WidgetParticipant) {
    guard !isRestoring else { return participant.wasDisturbed() }
    guard hasRestored else { return }
    coordinator.invalidate(participant)
  }

  /// Tells that the texts about a subject are saved elsewhere, or not wanted any more.
  ///
  /// For example, the message was sent from another device, or the room was deleted. Nothing that
  /// was typed about the subject is restored again, whichever widget it was typed into; what is
  /// typed about it later is saved as before. A widget that shows the subject keeps its text, as
  /// after `markTextSaved()`. The saved text of a widget that this launch does not restore stays:
  /// call this in the next launch, too.
  ///
  /// - Parameter subject: A `textSubject` of widgets; one that nothing was typed about is ignored.
  public func markTextSaved(about subject: String) {
    drafts.settle(subject)
    for text in coordinator.registeredObjects.compactMap({ $0 as? TextParticipant }) {
      text.didSettle(subject)
    }
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
#else
/// Keeps the state of GTK widgets; unavailable without the trait `GTK`.
@available(
  *, unavailable,
  message: """
    GTKWidgets needs this package's trait "GTK". Write in the dependencies of Package.swift: \
    .package(url: …, from: …, traits: ["GTK"]). GTK's headers are in Debian's libgtk-4-dev.
    """
)
@MainActor public final class WidgetRestoration {}
#endif
