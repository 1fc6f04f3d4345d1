// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import Logging
  import RestorationArchive
  import StateRestoration

  /// Stands for one widget in saved state; the widget owns it.
  ///
  /// What decodes is applied a moment later, by ``apply()``: when a selection is put back, the
  /// program's own handlers may fill other widgets, and what those had is put on top of it. What is
  /// not applied yet is saved again as it was (R41).
  @safe @MainActor class WidgetParticipant: @MainActor StatePreserving {
    nonisolated static let key = "restoration-participant"

    /// The widget; alive as long as this object is in use.
    let widget: WidgetPointer
    /// The widget's identifier when it was taken in.
    let name: String
    /// What it is registered as: the same, but for a window whose identifier others have, too.
    final var identifier: String
    /// What was saved of it when its window was closing; `nil` at any other time.
    final var savedNumber: ObjectNumber?
    let restoration: WidgetRestoration
    private(set) weak var parent: WidgetParticipant?
    private let makeup: WidgetKinds.Makeup
    /// Kept by their names, beside what a subclass keeps.
    private let properties: [KeptProperty]
    /// What kinds of other packages apply, until it is their turn.
    private var decodedKinds: [@MainActor () -> Void] = []
    private var hasSaidPart = false
    /// How long what was restored waits for what a widget does not have, where that may be gone for good:
    /// as long as a launch has to prove good.
    static var patience = RestorationTiming.probation
    private var wait: TimeoutAction?
    private var isApplying = false
    private var isApplyingSoon = false
    /// Whether the widget was destroyed, so that nothing may be asked of it any more.
    final private(set) var isGone = false

    /// When what was decoded is applied, compared with the other widgets of a window.
    enum Stage: CaseIterable {
      /// Sizes, and which pages are in front.
      case structure
      /// What is selected in lists.
      case selection
      /// What is switched on, chosen or moved.
      case input
      /// What was typed.
      case text
      /// How far it was scrolled, and where the focus is.
      case place
    }

    required init(
      _ widget: WidgetPointer, name: String, identifier: String, parent: WidgetParticipant?,
      _ makeup: WidgetKinds.Makeup, restoration: WidgetRestoration
    ) {
      unsafe self.widget = unsafe widget
      self.name = name
      self.identifier = identifier
      self.parent = parent
      self.restoration = restoration
      self.makeup = makeup
      properties = unsafe Self.keptProperties(of: widget, makeup, restoration)
      observe()
      observeProperties()
    }

    /// The nearest widget around this one that has an identifier.
    var restorationParent: (any StateRestoring)? { parent }

    /// When what was decoded is applied.
    final var stage: Stage { makeup.stage ?? .input }

    /// Whether nothing is kept of the widget, but who is below it may take part.
    final var isBare: Bool {
      type(of: self) == WidgetParticipant.self && properties.isEmpty && makeup.kinds.isEmpty
    }

    final func encodeRestorableState(with coder: RestorationEncoder) {
      encode(with: coder)
      for property in properties { property.encode(with: coder) }
      for kind in makeup.kinds { unsafe kind.encode(widget, with: coder) }
    }

    /// Says in the log, once, what of this widget cannot be found again; called while it is encoded.
    final func comesBackInPart(_ reason: String) {
      guard !hasSaidPart else { return }
      hasSaidPart = true
      restoration.coordinator.logger.notice(
        unsafe "A \(widget.className) comes back in part: \(reason)")
      restoration.coordinator.logger.debug("It lies at \(path.joined(separator: "/"))")
    }

    final func decodeRestorableState(with coder: RestorationDecoder) {
      decode(with: coder)
      for property in properties { property.decode(with: coder) }
      decodedKinds = makeup.kinds.compactMap { kind in
        guard let body = unsafe kind.decode(with: coder) else { return nil }
        return { [widget = unsafe widget] in unsafe body(widget) }
      }
    }

    func applicationFinishedRestoringState() { restoration.didDecode(self) }

    /// Applies what was decoded, as far as that is possible yet; keeps the rest.
    final func applyAll() {
      apply()
      for property in properties where !isGone { applying { property.apply() } }
      let kinds = decodedKinds
      decodedKinds = []
      // Each may run handlers that destroy the widget.
      for kind in kinds where !isGone { applying(kind) }
    }

    /// Applies what has waited until now.
    final func applyLate() { restoration.applyLate(self) }

    /// Applies what has waited, once the loop has been turned: who calls may be putting together what it
    /// waits for.
    final func applySoon() {
      guard !isApplyingSoon else { return }
      isApplyingSoon = true
      _ = TimeoutAction(after: .zero) { [weak self] in
        self?.isApplyingSoon = false
        self?.applyLate()
      }
    }

    /// Takes the focus in a way that leaves the widget's selection as it is.
    func grabFocus() -> Bool { unsafe gtk_widget_grab_focus(widget) != 0 }

    /// The widget was destroyed.
    final func didGo() {
      guard !isGone else { return }
      isGone = true
      if let savedNumber { restoration.coordinator.leaveRecord(savedNumber) }
    }

    // MARK: Properties

    private static func keptProperties(
      of widget: WidgetPointer, _ makeup: WidgetKinds.Makeup, _ restoration: WidgetRestoration
    ) -> [KeptProperty] {
      var kept = makeup.properties.compactMap {
        unsafe KeptProperty($0.name, of: widget, among: $0.elements)
      }
      let named = unsafe makeup.kinds.flatMap { $0.restoredProperties } + widget.restoredProperties
      for name in named where !kept.contains(where: { $0.name == name }) {
        // A participant of our own may keep something under the same name.
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
        property.observe { [weak self, weak property] in
          self?.choiceDidChange { property?.forgetPending() }
        } onElements: { [weak self] in
          self?.applySoon()
        }
      }
      for kind in makeup.kinds {
        for signal in kind.changeSignals { unsafe invalidate(on: signal) }
      }
    }

    // MARK: For subclasses

    /// Connects to what tells of changes.
    func observe() {}

    /// Writes what properties alone do not tell.
    func encode(with coder: RestorationEncoder) {}

    /// Reads it back, to be applied later.
    func decode(with coder: RestorationDecoder) {}

    /// Applies what ``decode(with:)`` has read, as far as that is possible yet; keeps the rest.
    func apply() {}

    /// Applies something; what the widget tells meanwhile is no change.
    final func applying(_ body: () -> Void) {
      let wasApplying = isApplying
      isApplying = true
      body()
      isApplying = wasApplying
    }

    /// Whether the widget tells of something that was not done here, but by user or program.
    final var isChange: Bool { !isApplying }

    /// Whether it is the user who does it: nobody else changes much in a window on screen.
    final var isUserChange: Bool { unsafe !isApplying && gtk_widget_get_mapped(widget) != 0 }

    /// The saved state is out of date.
    final func didChange() {
      if isChange { restoration.didChange(self) }
    }

    /// User or program have chosen something else; what was restored gives way to the user.
    ///
    /// - Parameter forget: Drops what was restored and waits.
    final func choiceDidChange(forgetting forget: () -> Void) {
      guard isChange else { return }
      if isUserChange { forget() }
      didChange()
    }

    /// Has what waits given up when nothing that it waits for has come for a while.
    ///
    /// - Parameter giveUp: Forgets it; not called after ``endWaiting()``, or when this is called again.
    final func waitPatiently(_ giveUp: @escaping @MainActor () -> Void) {
      wait?.cancel()
      wait = TimeoutAction(after: Self.patience) { [weak self] in
        guard let self, !isGone else { return }
        wait = nil
        giveUp()
        didChange()
      }
    }

    /// Nothing waits any more.
    final func endWaiting() {
      wait?.cancel()
      wait = nil
    }

    /// Whether something waits to be given up.
    final var isWaitingPatiently: Bool { wait != nil }

    /// Has a signal mark the state as out of date.
    final func invalidate(on signals: String..., of object: UnsafeMutableRawPointer? = nil) {
      for signal in signals {
        unsafe connect(object ?? widget.raw, signal) { [weak self] _ in self?.didChange() }
      }
    }

    /// The identifiers that lead to this widget, its own last.
    final var path: [String] { (parent?.path ?? []) + [identifier] }
  }
#endif
