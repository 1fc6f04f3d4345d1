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
      let registeredName = kind is WindowParticipant.Type ? freeName(for: identifier) : identifier
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
#endif
