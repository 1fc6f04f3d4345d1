// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Logging
import RestorationArchive
import StateRestoration

/// The representative of one widget in saved state.
///
/// The widget owns it.
///
/// Decoded state is applied a moment later, by ``apply()``. When a selection is restored, the
/// program's handlers may fill other widgets; their own state is then applied on top. State that
/// is not applied yet is saved again unchanged.
@safe @MainActor class WidgetParticipant: @MainActor StatePreserving {
  nonisolated static let key = "restoration-participant"

  /// The widget; it outlives every use of this object.
  let widget: WidgetPointer
  /// The widget's identifier when it was taken in.
  ///
  /// That of a window also names its document.
  final var name: String
  /// The widgets' own identifiers that lead to this widget.
  ///
  /// Widgets in windows with one identifier may have the same ones.
  final private(set) var names: [String]
  /// The name it is registered under.
  ///
  /// It is the identifier, unless several windows have the same one.
  final var identifier: String
  /// The number of its record while its window is off screen, else `nil`.
  final var savedNumber: ObjectNumber?
  let restoration: WidgetRestoration
  private(set) weak var parent: WidgetParticipant?
  private let makeup: WidgetKinds.Makeup
  /// The properties kept by name, besides the state that a subclass keeps.
  private let properties: [KeptProperty]
  /// Closures of other packages' kinds that apply their state later.
  private var decodedKinds: [@MainActor () -> Void] = []
  /// The decoder of its record, until restoring has ended.
  private var decoder: RestorationDecoder?
  /// Whether a handler has changed it since its state was applied.
  private var isDisturbed = false
  private var hasSaidPart = false
  /// When its state was decoded, and the number of the user's acts before.
  private var decoding: (time: ContinuousClock.Instant, acts: Int)?
  /// The longest time that restored state waits for something missing.
  ///
  /// What is missing may be gone for good. The limit is the time that a launch needs to count as
  /// good.
  static var patience = RestorationTiming.probation
  private var wait: TimeoutAction?
  private var isApplying = false
  /// The page to turn back from, if it stays empty.
  private var emptyPage: EmptyPage?
  /// Whether waiting state is applied in the next turn of the loop.
  final private(set) var isApplyingSoon = false
  /// Whether the widget has left the screen, on which it had a size.
  private var hasLeftScreen = false
  /// Whether elements have come or gone in this turn of the loop.
  private var isBeingFilled = false
  /// The last answer to ``onUnrestoredValueChange``.
  private var hasAnnouncedValue = false
  /// The widgets below this one that have left their window.
  final private(set) lazy var departed = DepartedWidgets()
  /// Whether another widget has come to its path, since it has left its window.
  final var isDisplaced = false
  /// Whether the widget was destroyed and must not be used any more.
  final private(set) var isGone = false

  /// The stage at which state is applied, within a window.
  enum Stage: CaseIterable {
    /// Sizes and visible pages.
    case structure
    /// Selections in lists.
    case selection
    /// Switches, choices and values.
    case input
    /// Typed text.
    case text
    /// Scroll positions and the focus.
    case place
  }

  required init(
    _ widget: WidgetPointer, name: String, identifier: String, parent: WidgetParticipant?,
    _ makeup: WidgetKinds.Makeup, restoration: WidgetRestoration
  ) {
    unsafe self.widget = unsafe widget
    self.name = name
    names = (parent?.names ?? []) + [name]
    self.identifier = identifier
    self.parent = parent
    self.restoration = restoration
    self.makeup = makeup
    properties = unsafe Self.keptProperties(of: widget, makeup, restoration)
    observe()
    observeProperties()
    unsafe connect(widget, "unmap") { [weak self] _ in
      guard let self else { return }
      hasLeftScreen = hasLeftScreen || isLaidOut
    }
  }

  /// The nearest widget around this one that has an identifier.
  var restorationParent: (any StateRestoring)? { parent }

  /// The former places of the widget.
  var formerRestorationIdentifiers: [String] { unsafe widget.formerRestorationIdentifiers }

  /// The stage at which its state is applied.
  final var stage: Stage { makeup.stage ?? .input }

  /// Whether no state of the widget itself is kept.
  final var isBare: Bool {
    type(of: self) == WidgetParticipant.self && properties.isEmpty && makeup.kinds.isEmpty
  }

  final func encodeRestorableState(with coder: RestorationEncoder) {
    noteShown()
    encode(with: coder)
    for property in properties { property.encode(with: coder) }
    for kind in makeup.kinds { unsafe kind.encode(widget, with: coder) }
  }

  /// Logs, once, that part of this widget's state will be lost.
  ///
  /// Called during encoding, when an element cannot be found again.
  final func comesBackInPart(_ reason: String) {
    guard !hasSaidPart else { return }
    hasSaidPart = true
    restoration.coordinator.logger.notice(
      unsafe "A \(widget.className) comes back in part: \(reason)")
    restoration.coordinator.logger.debug("It lies at \(path.joined(separator: "/"))")
  }

  final func decodeRestorableState(with coder: RestorationDecoder) {
    decoder = coder
    decoding = (.now, UserEvents.acts)
    decode(with: coder)
    for property in properties { property.decode(with: coder) }
    decodedKinds = makeup.kinds.compactMap { kind in
      guard let body = unsafe kind.decode(with: coder) else { return nil }
      return { [widget = unsafe widget] in unsafe body(widget) }
    }
  }

  func applicationFinishedRestoringState() { restoration.didDecode(self) }

  /// Applies decoded state as far as possible, and keeps the rest.
  ///
  /// - Parameter coder: The state to decode before; `nil` if that is done.
  final func applyAll(decoding coder: RestorationDecoder? = nil) {
    let hadUnrestoredValue = hasUnrestoredValue
    defer {
      if hasUnrestoredValue, !hadUnrestoredValue {
        restoration.note(.changedFromOtherValue, about: self)
      }
      announceUnrestoredValue()
    }
    if let coder {
      decodeRestorableState(with: coder)
      if !isDisturbed { decodedKinds = [] }
    }
    isDisturbed = false
    let empty = unsafe EmptyPage(in: widget) {
      apply()
      for property in properties where !isGone { applying { property.apply() } }
    }
    if let empty { turnBack(from: empty) }
    let kinds = decodedKinds
    decodedKinds = []
    // A closure may run handlers that destroy the widget.
    for kind in kinds where !isGone { applying(kind) }
  }

  /// Turns back from an empty page, once the program has had the time to fill it.
  private func turnBack(from empty: EmptyPage) {
    emptyPage = empty
    if unsafe gtk_widget_get_mapped(widget) != 0 { return turnBackWhenIdle() }
    unsafe connect(widget, "map") { [weak self] _ in self?.turnBackWhenIdle() }
  }

  private func turnBackWhenIdle() {
    guard emptyPage != nil else { return }
    _ = TimeoutAction(after: .zero, priority: G_PRIORITY_LOW) { [weak self] in
      guard let self, let empty = emptyPage, !isGone else { return }
      emptyPage = nil
      applying { unsafe empty.leave(widget) }
      restoration.didChange(self)
    }
  }

  /// Applies its state once more if a handler may have changed it.
  ///
  /// A value is set again in any case: its own handler may have changed it while it was being set,
  /// of which no signal tells.
  final func applyAgain() {
    guard isDisturbed || !choices.isEmpty, let coder = decoder?.copy() else { return }
    applyAll(decoding: coder)
  }

  /// Records that a handler has changed it while state is restored.
  final func wasDisturbed() { isDisturbed = true }

  /// Records that restoring has ended.
  final func didRestore() { decoder = nil }

  /// Applies the state that has waited until now.
  final func applyLate() { restoration.applyLate(self) }

  /// Applies waiting state in the next turn of the loop.
  ///
  /// The caller may still be creating what the state waits for.
  final func applySoon() {
    guard !isApplyingSoon else { return }
    isApplyingSoon = true
    _ = TimeoutAction(after: .zero) { [weak self] in
      self?.isApplyingSoon = false
      self?.applyLate()
    }
  }

  /// Calls a closure when the whole of a restored text is selected before the user has done anything.
  ///
  /// GTK does so when it focuses the widget on its own, as in a dialog that opens. The user, who goes
  /// on typing, would replace the text.
  final func onSelectingAll(in text: OpaquePointer, _ body: @escaping @MainActor () -> Void) {
    let object = unsafe UnsafeMutableRawPointer(text)
    unsafe connect(object, "notify::selection-bound", whileAlive: widget) { [weak self] _ in
      var (start, end): (Int32, Int32) = (0, 0)
      guard let self, isLaunching,
        unsafe gtk_editable_get_selection_bounds(text, &start, &end) != 0, start == 0,
        unsafe Int(end) == WidgetPointer(text).wholeText?.unicodeScalars.count
      else { return }
      applying(body)
    }
  }

  /// Takes the focus without changing the widget's selection.
  func grabFocus() -> Bool { unsafe gtk_widget_grab_focus(widget) != 0 }

  /// Records that the widget has left its window, or come into one.
  final func rootDidChange() {
    let departed = restoration.departed(below: parent)
    if unsafe gtk_widget_get_root(widget) != nil {
      departed.remove(self)
    } else if !isDisplaced {
      departed.add(self)
    }
  }

  /// Records that the widget was destroyed.
  final func didGo() {
    guard !isGone else { return }
    isGone = true
    restoration.departed(below: parent).remove(self)
    if let savedNumber { restoration.coordinator.leaveRecord(savedNumber, of: self) }
    letClosuresGo()
  }

  /// Removes the program's closures, since one that refers to its window keeps it.
  ///
  /// They are released in the next turn of the loop: in this one the window is still in use.
  private func letClosuresGo() {
    let closures: [Any?] = unsafe [
      widget.modelIdentifierForElement, widget.onUnrestoredTextChange,
      widget.onUnrestoredValueChange,
    ]
    guard closures.contains(where: { $0 != nil }) else { return }
    unsafe widget.modelIdentifierForElement = nil
    unsafe widget.onUnrestoredTextChange = nil
    unsafe widget.onUnrestoredValueChange = nil
    _ = TimeoutAction(after: .zero) { withExtendedLifetime(closures) {} }
  }

  // MARK: Properties

  private static func keptProperties(
    of widget: WidgetPointer, _ makeup: WidgetKinds.Makeup, _ restoration: WidgetRestoration
  ) -> [KeptProperty] {
    var kept = makeup.properties.compactMap {
      unsafe KeptProperty(
        $0.name, of: widget, among: $0.elements, isPlace: $0.isPlace, collapse: $0.collapse)
    }
    let named = unsafe makeup.kinds.flatMap { $0.restoredProperties } + widget.restoredProperties
    for name in named where !kept.contains(where: { $0.name == name }) {
      // A participant of this package may keep state under the same name.
      let key = makeup.participant == nil ? name : "property:" + name
      if let property = unsafe KeptProperty(name, of: widget, key: key) {
        kept.append(property)
      } else {
        unsafe restoration.coordinator.logger.warning(
          """
          A \(widget.className) has no property \(name) that can be read, set and saved; it is not \
          preserved
          """)
      }
    }
    return kept
  }

  private func observeProperties() {
    for property in properties {
      let isPlace = property.isPlace
      property.observe { [weak self, weak property] in
        guard let self, let property else { return }
        noteShown()
        property.didChange(by: author)
        valueDidChange(property.choice)
      } onElements: { [weak self] in
        if isPlace { self?.noteFilling() }
        self?.applySoon()
      }
    }
    for kind in makeup.kinds {
      for signal in kind.changeSignals { unsafe invalidate(on: signal) }
    }
  }

  // MARK: For subclasses

  /// Connects to the signals that tell of changes.
  func observe() {}

  /// Takes over what the widget's participant before this one knew of the user.
  ///
  /// The widget has got another identifier, or was moved.
  func succeed(_ former: WidgetParticipant) {
    (hasLeftScreen, hasAnnouncedValue) = (former.hasLeftScreen, former.hasAnnouncedValue)
    for property in properties {
      former.properties.first { $0.name == property.name }.map(property.succeed)
    }
    if let known = former.ownChoice { ownChoice?.succeed(known) }
  }

  /// Takes over the new name of its window.
  func windowNameDidChange() { names = (parent?.names ?? []) + [name] }

  /// Writes the state that is not in properties.
  func encode(with coder: RestorationEncoder) {}

  /// Reads that state, to be applied later.
  func decode(with coder: RestorationDecoder) {}

  /// Applies the decoded state as far as possible, and keeps the rest.
  func apply() {}

  /// Runs a closure; the widget's signals meanwhile are no changes.
  final func applying(_ body: () -> Void) {
    let wasApplying = isApplying
    isApplying = true
    body()
    isApplying = wasApplying
  }

  /// Whether a signal comes from user or program, not from restoring.
  final var isChange: Bool { !isApplying }

  /// Whether a change comes from the user.
  ///
  /// A change in a window on screen counts as the user's; programs rarely make one.
  final var isUserChange: Bool { unsafe !isApplying && gtk_widget_get_mapped(widget) != 0 }

  /// Who makes the current change of a value; `nil` if restoring does.
  ///
  /// GTK does not say. Before the widget has been laid out on screen, and in a turn of the loop in
  /// which its elements change, it is the program. Later it is the user, also while the widget is
  /// hidden: an accelerator may change it. What handlers do while values are restored follows from
  /// these.
  final var author: ValueAuthor? {
    guard isChange, !restoration.isRestoringValues else { return nil }
    return wasOnScreen && !isBeingFilled && !restoration.isRestoring ? .user : .program
  }

  /// Whether the user has done something, anywhere in the program, since its state was decoded.
  final var hasUserActed: Bool { decoding.map { $0.acts != UserEvents.acts } ?? true }

  /// Whether restored state comes back after the program has taken it away.
  ///
  /// GTK's first focus may run a handler that fills a list anew, and a list may show old elements
  /// until the program has new ones.
  final var isLaunching: Bool {
    guard isChange, !hasUserActed, let decoding else { return false }
    return decoding.time.duration(to: .now) < Self.patience
  }

  /// Whether the widget has been on screen with a size; GTK maps it before its first layout.
  private var wasOnScreen: Bool {
    unsafe hasLeftScreen || isLaidOut && gtk_widget_get_mapped(widget) != 0
  }

  private var isLaidOut: Bool {
    unsafe max(gtk_widget_get_width(widget), gtk_widget_get_height(widget)) > 0
  }

  /// Marks saved state as out of date, unless it is being applied.
  final func didChange() {
    if isChange { restoration.didChange(self) }
  }

  /// Handles a new choice; only the user's choice replaces restored state.
  ///
  /// - Parameter forget: Drops the restored state that waits.
  final func choiceDidChange(forgetting forget: () -> Void) {
    guard isChange else { return }
    if author == .user { forget() }
    didChange()
  }

  /// Handles elements that came or went: until the turn ends, the program makes the choices.
  final func noteFilling() {
    guard !isBeingFilled else { return }
    noteShown()
    willFill()
    isBeingFilled = true
    _ = TimeoutAction(after: .zero) { [weak self] in
      guard let self else { return }
      isBeingFilled = false
      if !isGone { didFill() }
    }
  }

  /// Called before the first change of a turn in which elements come or go.
  func willFill() {}

  /// Called when that turn is over.
  func didFill() {}

  // MARK: Values

  /// The value that a subclass keeps, if it keeps one.
  var ownChoice: (any OfferableValue)? { nil }

  private var choices: [any OfferableValue] {
    var choices: [any OfferableValue] = properties.map { $0.choice }
    if let ownChoice { choices.append(ownChoice) }
    return choices
  }

  /// Ends the restoring of values, once the widget has been on screen.
  final func noteShown() {
    if wasOnScreen { choices.forEach { $0.didShow() } }
  }

  /// Handles a recorded change of a value.
  final func valueDidChange(_ choice: any OfferableValue) {
    didChange()
    guard isChange, !restoration.isRestoring else { return }
    if choice.isWaiting { applySoon() }
    announceUnrestoredValue()
  }

  /// Whether the program has set a restored value itself, so that it need not be saved any more.
  final var hasSetValue: Bool { choices.contains(where: \.isSetAlready) }

  final var hasUnrestoredValue: Bool { choices.contains(where: \.isOffered) }

  final func answerUnrestoredValue(_ answer: (any OfferableValue) -> Void) {
    let offered = choices.filter(\.isOffered)
    guard !offered.isEmpty else { return }
    offered.forEach(answer)
    applyLate()
    didChange()
  }

  /// Calls the program's handler, once nothing is being restored any more.
  final func announceUnrestoredValue() {
    guard !restoration.isRestoring, !isGone, let announce = unsafe widget.onUnrestoredValueChange,
      hasUnrestoredValue != hasAnnouncedValue
    else { return }
    hasAnnouncedValue.toggle()
    announce(hasAnnouncedValue)
  }

  // MARK: Waiting

  /// Drops waiting state if nothing it waits for arrives in time.
  ///
  /// - Parameter giveUp: Drops the state; not called after ``endWaiting()``, or when this is
  ///   called again.
  final func waitPatiently(_ giveUp: @escaping @MainActor () -> Void) {
    wait?.cancel()
    wait = TimeoutAction(after: Self.patience) { [weak self] in
      guard let self, !isGone else { return }
      wait = nil
      giveUp()
      didChange()
    }
  }

  /// Stops the wait.
  final func endWaiting() {
    wait?.cancel()
    wait = nil
  }

  /// Whether state waits and will be dropped.
  final var isWaitingPatiently: Bool { wait != nil }

  /// Marks the state as out of date at each of these signals.
  final func invalidate(on signals: String..., of object: UnsafeMutableRawPointer? = nil) {
    for signal in signals {
      unsafe connect(object ?? widget.raw, signal) { [weak self] _ in self?.didChange() }
    }
  }

  /// The identifiers that lead to this widget, its own last.
  final var path: [String] { (parent?.path ?? []) + [identifier] }
}
#endif
