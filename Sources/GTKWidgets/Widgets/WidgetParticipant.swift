// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
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
    private var isApplying = false
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
      restoration: WidgetRestoration
    ) {
      unsafe self.widget = unsafe widget
      self.name = name
      self.identifier = identifier
      self.parent = parent
      self.restoration = restoration
      observe()
    }

    /// The nearest widget around this one that has an identifier.
    var restorationParent: (any StateRestoring)? { parent }

    var stage: Stage { .input }

    /// Connects to what tells of changes.
    func observe() {}

    func encodeRestorableState(with coder: RestorationEncoder) {}

    func decodeRestorableState(with coder: RestorationDecoder) {}

    func applicationFinishedRestoringState() { restoration.didDecode(self) }

    /// Applies what was decoded, as far as that is possible yet; keeps the rest.
    func apply() {}

    /// Applies what has waited until now.
    final func applyLate() { restoration.applyLate(self) }

    /// Takes the focus in a way that leaves the widget's selection as it is.
    func grabFocus() -> Bool { unsafe gtk_widget_grab_focus(widget) != 0 }

    /// The widget was destroyed.
    final func didGo() {
      guard !isGone else { return }
      isGone = true
      if let savedNumber { restoration.coordinator.leaveRecord(savedNumber) }
    }

    // MARK: For subclasses

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
