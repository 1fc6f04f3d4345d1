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
  ///   - path: Identifiers, that of the window first; that one is not compared, since a window
  ///     may have another number by now.
  ///   - widget: The widget to search, with all its descendants.
  /// - Returns: `nil` when there is none yet.
  func participant(at path: [String], in widget: WidgetPointer) -> WidgetParticipant? {
    let way = path.dropFirst()
    return unsafe participant(in: widget) { $0.path.dropFirst() == way }
      ?? participant(in: widget) {
        coordinator.formerPaths(of: $0).contains { $0.dropFirst() == way }
      }
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

  /// Returns the participants of a widget and its descendants, parents first.
  func participants(in widget: WidgetPointer) -> [WidgetParticipant] {
    let own = unsafe participant(of: widget).map { [$0] } ?? []
    guard unsafe !WidgetKinds.makesItsOwnRows(widget) else { return own }
    return unsafe own + widget.children.flatMap { unsafe participants(in: $0) }
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
    let name = identifier.map { unsafe widget.name(withIdentifier: $0) }
    let known = unsafe participant(of: widget)
    let isCleared = name.map { clearPath(of: $0, below: parent) } ?? false
    if let known {
      if known.name == name, known.parent === parent {
        if isCleared || known.isDisplaced { register(known) }
        return known
      }
      unsafe widget.attach(nil, WidgetParticipant.key)
    }
    guard let identifier, let name else { return nil }
    guard RestorationIdentifier(identifier) != nil else {
      let link = unsafe coordinator.refuse(identifier, of: widget.className)
      coordinator.logger.warning(unsafe "A \(widget.className) is not preserved: \(link)")
      return nil
    }
    let makeup = unsafe WidgetKinds.makeup(of: widget)
    let kind = makeup.participant ?? WidgetParticipant.self
    let registeredName =
      parent == nil
      ? nameForRoot(name, isWindow: kind is WindowParticipant.Type) : name
    let participant = unsafe kind.init(
      widget, name: name, identifier: registeredName, parent: parent, makeup,
      restoration: self)
    unsafe widget.attach(participant, WidgetParticipant.key)
    if let known { participant.succeed(known) }
    unsafe connect(widget, "destroy") { [weak participant] _ in
      // The program may still hold the widget, but nothing of it can be saved any more.
      participant?.didGo()
      unsafe participant?.widget.attach(nil, WidgetParticipant.key)
    }
    register(participant)
    if participant is WindowParticipant { warnIfActionsHaveName(of: [participant]) }
    return participant
  }

  /// Gives a widget its path.
  private func register(_ participant: WidgetParticipant) {
    participant.isDisplaced = false
    coordinator.registerObject(
      forStateRestoration: participant, restorationIdentifier: participant.identifier)
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
    let reason = unsafe WidgetKinds.reasonForNothing(of: participant.widget).map { ". It " + $0 }
    coordinator.logger.warning(
      unsafe """
      A \(participant.widget.className) has a restoration identifier without effect: no state of \
      it is saved, and no widget below it takes part\(reason ?? "")
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
  /// dragged a tab to another window. It may also have come before another one left its path.
  private func hasArrival(_ widget: WidgetPointer, below parent: WidgetParticipant?) -> Bool {
    let own = unsafe widget.participant
    if !isInPlace(own, below: parent),
      unsafe widget.restorationIdentifier.flatMap({ RestorationIdentifier($0) }) != nil
    {
      return true
    }
    guard unsafe !WidgetKinds.makesItsOwnRows(widget) else { return false }
    return unsafe widget.children.contains { unsafe hasArrival($0, below: own ?? parent) }
  }

  private func isInPlace(_ participant: WidgetParticipant?, below parent: WidgetParticipant?)
    -> Bool
  {
    guard let participant, participant.parent === parent else { return false }
    return !participant.isDisplaced && !departed(below: parent).contains(participant.name)
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Reports when the widget comes into a window or leaves it, or is shown itself.
  @MainActor func announceArrivals() {
    if unsafe g_object_get_data(cast(), arrivalKey) == nil {
      unsafe g_object_set_data(cast(), arrivalKey, raw)
      let signal = unsafe isA(gtk_window_get_type()) ? "notify::visible" : "notify::root"
      unsafe connect(self, signal) { [widget = unsafe self] _ in
        unsafe widget.participant?.rootDidChange()
        WidgetRestoration.current?.restoreArrivalsSoon()
      }
    }
    WidgetRestoration.current?.restoreArrivalsSoon()
  }
}

private let arrivalKey = "restoration-announces-arrival"
#endif
