// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Logging
import RestorationArchive
import StateRestoration

extension WidgetRestoration {
  /// Registers a widget and its descendants that have identifiers.
  ///
  /// - Returns: Their participants, parents first, whether they are new or not.
  func adopt(_ widget: WidgetPointer) -> [WidgetParticipant] {
    var participants: [WidgetParticipant] = []
    unsafe adopt(
      widget, below: gtk_widget_get_parent(widget).flatMap { unsafe nearestParticipant(to: $0) },
      &participants)
    return participants
  }

  /// Returns the participant of a widget or of its nearest ancestor.
  func nearestParticipant(to widget: WidgetPointer) -> WidgetParticipant? {
    var next: WidgetPointer? = unsafe widget
    while let widget = unsafe next {
      if let participant = unsafe participant(of: widget) { return participant }
      unsafe next = unsafe gtk_widget_get_parent(widget)
    }
    return nil
  }

  /// Returns the participant at a path.
  ///
  /// - Parameters:
  ///   - path: Identifiers, that of the window first.
  ///   - widget: The widget to search, with all its descendants.
  /// - Returns: `nil` when there is none yet.
  func participant(at path: [String], in widget: WidgetPointer) -> WidgetParticipant? {
    unsafe participant(in: widget) { $0.path == path }
      ?? participant(in: widget) { coordinator.formerPaths(of: $0).contains(path) }
  }

  private func participant(in widget: WidgetPointer, where isWanted: (WidgetParticipant) -> Bool)
    -> WidgetParticipant?
  {
    if let participant = unsafe participant(of: widget), isWanted(participant) {
      return participant
    }
    guard unsafe !WidgetKinds.makesItsOwnRows(widget) else { return nil }
    return unsafe widget.children.firstResult { unsafe participant(in: $0, where: isWanted) }
  }

  /// Returns the participant of a widget itself.
  func participant(of widget: WidgetPointer) -> WidgetParticipant? { unsafe widget.participant }

  private func adopt(
    _ widget: WidgetPointer, below parent: WidgetParticipant?,
    _ participants: inout [WidgetParticipant]
  ) {
    let own = unsafe take(widget, below: parent)
    if let own { participants.append(own) }
    let count = participants.count
    if unsafe !WidgetKinds.makesItsOwnRows(widget) {
      unsafe widget.children.forEach { child in
        unsafe adopt(child, below: own ?? parent, &participants)
      }
    }
    if let own, participants.count == count { warnIfNothingIsKept(of: own) }
  }

  private func take(_ widget: WidgetPointer, below parent: WidgetParticipant?)
    -> WidgetParticipant?
  {
    let identifier = unsafe widget.restorationIdentifier
    if let known = unsafe participant(of: widget) {
      if known.name == identifier, known.parent === parent { return known }
      unsafe widget.attach(nil, WidgetParticipant.key)
    }
    guard let identifier else { return nil }
    guard RestorationIdentifier(identifier) != nil else {
      let link = unsafe coordinator.refuse(identifier, of: widget.className)
      coordinator.logger.warning(unsafe "A \(widget.className) is not preserved: \(link)")
      return nil
    }
    let makeup = unsafe WidgetKinds.makeup(of: widget)
    let kind = makeup.participant ?? WidgetParticipant.self
    let registeredName =
      parent == nil
      ? nameForRoot(identifier, isWindow: kind is WindowParticipant.Type) : identifier
    let participant = unsafe kind.init(
      widget, name: identifier, identifier: registeredName, parent: parent, makeup,
      restoration: self)
    unsafe widget.attach(participant, WidgetParticipant.key)
    unsafe connect(widget, "destroy") { [weak participant] _ in
      // The program may still hold the widget, but nothing of it can be saved any more.
      participant?.didGo()
      unsafe participant?.widget.attach(nil, WidgetParticipant.key)
    }
    coordinator.registerObject(
      forStateRestoration: participant, restorationIdentifier: registeredName)
    return participant
  }

  /// Logs a warning if a widget's identifier has no effect.
  ///
  /// It has one if the paths of widgets below begin with it, or if it names a page or a row.
  private func warnIfNothingIsKept(of participant: WidgetParticipant) {
    guard participant.isBare,
      let parent = unsafe gtk_widget_get_parent(participant.widget),
      ![gtk_list_box_get_type(), gtk_flow_box_get_type(), gtk_stack_get_type()]
        .contains(where: { unsafe parent.isA($0) }),
      !["GtkNotebook", "AdwCarousel", "AdwTabView"].contains(where: { (name: String) in
        let type = unsafe g_type_from_name(name)
        return unsafe type != 0 && gtk_widget_get_ancestor(participant.widget, type) != nil
      })
    else { return }
    coordinator.logger.warning(
      unsafe """
      A \(participant.widget.className) has a restoration identifier without effect: no state of \
      it is saved, and no widget below it takes part
      """)
    coordinator.logger.debug("It lies at \(participant.path.joined(separator: "/"))")
  }
}

/// Restores widgets that come into a window, without a call.
extension WidgetRestoration {
  /// Restores new widgets once the program's current turn has ended.
  ///
  /// A window is built piece by piece. Everything that is added in one turn of the loop is
  /// restored together, before the next frame.
  func restoreArrivalsSoon() {
    guard !isRestoringSoon else { return }
    isRestoringSoon = true
    _ = TimeoutAction(after: .zero) { [weak self] in self?.restoreArrivals() }
  }

  private func restoreArrivals() {
    isRestoringSoon = false
    guard restoresArrivals else { return }
    let windows = unsafe gtk_window_get_toplevels()  // owned by GTK
    let all = unsafe (0..<g_list_model_get_n_items(windows)).compactMap {
      unsafe g_list_model_get_item(windows, $0)
    }
    defer { unsafe all.forEach { unsafe g_object_unref($0) } }
    unsafe all.map { unsafe WidgetPointer(OpaquePointer($0)) }.forEach { window in
      // A hidden window may never be shown, and would count as open.
      if unsafe gtk_widget_get_visible(window) != 0, unsafe hasArrival(window, below: nil) {
        unsafe restore(window)
      }
    }
  }

  /// Returns whether a widget or a descendant must be taken in.
  ///
  /// That is one with an identifier that is not taken in, or not at this place: the user may have
  /// dragged a tab to another window.
  private func hasArrival(_ widget: WidgetPointer, below parent: WidgetParticipant?) -> Bool {
    let own = unsafe widget.participant
    if own == nil || own?.parent !== parent,
      unsafe widget.restorationIdentifier.flatMap({ RestorationIdentifier($0) }) != nil
    {
      return true
    }
    guard unsafe !WidgetKinds.makesItsOwnRows(widget) else { return false }
    return unsafe widget.children.contains { unsafe hasArrival($0, below: own ?? parent) }
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Reports when the widget comes into a window, or is shown itself.
  @MainActor func announceArrivals() {
    if unsafe g_object_get_data(cast(), arrivalKey) == nil {
      unsafe g_object_set_data(cast(), arrivalKey, raw)
      let signal = unsafe isA(gtk_window_get_type()) ? "notify::visible" : "notify::root"
      unsafe connect(self, signal) { _ in WidgetRestoration.current?.restoreArrivalsSoon() }
    }
    WidgetRestoration.current?.restoreArrivalsSoon()
  }
}

private let arrivalKey = "restoration-announces-arrival"

/// A window that is off screen, and the state that it leaves.
@MainActor final class ClosedWindow {
  /// The outermost widgets of the window: the window itself, if it has an identifier.
  fileprivate let roots: [(identifier: String, name: String)]
  /// Whether the next window of its identifier gets its state.
  fileprivate let isForNext: Bool
  /// Whether the window was destroyed, and not only hidden.
  fileprivate var isGone = false
  /// Whether the program has gone on for so long that its end would not bring the window back.
  fileprivate var isOver = false
  private let participants: [Holder]

  /// Must not keep the widgets of a closing window alive.
  private struct Holder { weak var participant: WidgetParticipant? }

  fileprivate init(_ participants: [WidgetParticipant], isForNext: Bool) {
    roots = participants.filter { $0.parent == nil }.map { ($0.name, $0.identifier) }
    self.isForNext = isForNext
    self.participants = participants.map { Holder(participant: $0) }
  }

  fileprivate var names: Set<String> { Set(roots.map(\.name)) }

  /// Lets the widgets leave no records when they go.
  fileprivate func leaveNothing() {
    for holder in participants { holder.participant?.savedNumber = nil }
  }
}

/// Several windows: their names, and the state of closed ones.
///
/// A window that closes while others stay leaves its state for the end of the program alone: if
/// that comes within two seconds, the user closed the program, and all windows come back at the
/// next launch. A window that is opened meanwhile gets nothing of it. The last window that the
/// user closes leaves its state to the next window of its identifier, as to the next launch.
extension WidgetRestoration {
  /// Returns the name to save a new outermost widget under.
  ///
  /// Drops what closed windows with its identifier have left, unless it is for this one.
  func nameForRoot(_ identifier: String, isWindow: Bool) -> String {
    var name: String?
    for closed in closedWindows where closed.isGone {
      guard let root = closed.roots.first(where: { $0.identifier == identifier }) else { continue }
      if closed.isForNext {
        closedWindows.removeAll { $0 === closed }
        name = root.name
      } else {
        forget(closed)
      }
    }
    return name ?? (isWindow ? freeName(for: identifier) : identifier)
  }

  /// Returns the identifier, with a number if other open windows have the same one.
  private func freeName(for identifier: String) -> String {
    let taken = Set(windows.compactMap(\.participant?.identifier))
    return Self.names(identifier).first { !taken.contains($0) } ?? identifier
  }

  private static func names(_ identifier: String) -> some Sequence<String> {
    (0...).lazy.map { $0 == 0 ? identifier : "\(identifier):[\($0)]:" }
  }

  /// Keeps the state of a window that was just saved and goes off screen.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - isForNext: Whether the next window of its identifier gets the state.
  /// - Returns: `nil` when nothing of the window is kept.
  func didClose(_ window: WidgetPointer, isForNext: Bool) -> ClosedWindow? {
    let participants = unsafe participants(in: window)
    guard !participants.isEmpty else { return nil }
    for participant in participants {
      participant.savedNumber = coordinator.savedNumber(of: participant)
    }
    let closed = ClosedWindow(participants, isForNext: isForNext)
    closedWindows.append(closed)
    guard !isForNext else { return closed }
    _ = TimeoutAction(after: RestorationTiming.closing) { [weak self] in self?.didOutlive(closed) }
    return closed
  }

  /// Records that a hidden window is shown again.
  func didOpenAgain(_ closed: ClosedWindow) {
    closedWindows.removeAll { $0 === closed }
    closed.leaveNothing()
  }

  /// Records that a window was destroyed.
  ///
  /// The program may still hold its widgets, but nothing of them can be saved any more.
  func didDestroy(_ window: WidgetPointer, _ closed: ClosedWindow?) {
    let participants = unsafe participants(in: window)
    for participant in participants {
      participant.didGo()
      unsafe participant.widget.attach(nil, WidgetParticipant.key)
    }
    guard let closed else { return }
    closed.isGone = true
    if closed.isOver { forget(closed) }
  }

  /// Records that the program did not end together with a window.
  private func didOutlive(_ closed: ClosedWindow) {
    guard closedWindows.contains(where: { $0 === closed }) else { return }
    closed.isOver = true
    closed.leaveNothing()
    if closed.isGone { forget(closed) }
  }

  /// Drops what a closed window has left, also for widgets that it has never shown.
  private func forget(_ closed: ClosedWindow) {
    closedWindows.removeAll { $0 === closed }
    let names = closed.names
    coordinator.dropUnclaimed { $0.path.identifiers.first.map(names.contains) ?? false }
    renameWindows()
    saving.saveSoon()
  }

  /// Renumbers windows with the same identifier, in the order of restoration.
  func renameWindows() {
    var taken = closedWindows.filter(\.isGone).reduce(into: Set<String>()) {
      $0.formUnion($1.names)
    }
    for participant in windows.compactMap(\.participant) {
      let names = Self.names(participant.name)
      guard let name = names.first(where: { !taken.contains($0) }) else { continue }
      taken.insert(name)
      if name != participant.identifier { rename(participant, name) }
    }
  }

  private func rename(_ participant: WidgetParticipant, _ name: String) {
    participant.identifier = name
    coordinator.registerObject(forStateRestoration: participant, restorationIdentifier: name)
    coordinator.invalidate(participant)
  }

  private func participants(in widget: WidgetPointer) -> [WidgetParticipant] {
    let own = unsafe participant(of: widget).map { [$0] } ?? []
    guard unsafe !WidgetKinds.makesItsOwnRows(widget) else { return own }
    return unsafe own + widget.children.flatMap { unsafe participants(in: $0) }
  }
}
#endif
