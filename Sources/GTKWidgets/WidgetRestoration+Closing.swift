// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive
  import StateRestoration

  /// Several windows: their names, and the state of closed ones.
  extension WidgetRestoration {
    /// Returns the name to save a window under.
    ///
    /// It is the identifier, with a number if other open windows have the same identifier.
    func freeName(for identifier: String) -> String {
      let taken = Set(windows.compactMap(\.participant?.identifier))
      let names = (0...).lazy.map { Self.name(identifier, order: $0) }
      return names.first { !taken.contains($0) } ?? identifier
    }

    private static func name(_ identifier: String, order: Int) -> String {
      order == 0 ? identifier : "\(identifier):[\(order)]:"
    }

    /// Saves a window that closes while others are open.
    ///
    /// Its state is kept for two seconds. If the other windows close within that time, too, the
    /// user closed the program, and all of them come back.
    func keepClosing(_ window: WidgetPointer) {
      let participants = unsafe participants(in: window)
      guard !participants.isEmpty else { return }
      saving.save(.changed)
      for participant in participants {
        participant.savedNumber = coordinator.savedNumber(of: participant)
      }
      let numbers = participants.compactMap(\.savedNumber)
      // This must not keep closing widgets alive.
      let holders = participants.map { Holder(participant: $0) }
      _ = TimeoutAction(after: RestorationTiming.closing) { [weak self] in
        for holder in holders { holder.participant?.savedNumber = nil }
        self?.forget(numbers)
      }
    }

    private struct Holder { weak var participant: WidgetParticipant? }

    private func forget(_ numbers: [ObjectNumber]) {
      coordinator.dropLeftRecords(numbers)
      renameWindows()
      saving.saveSoon()
    }

    /// Renumbers windows with the same identifier, in the order of restoration.
    private func renameWindows() {
      var counts: [String: Int] = [:]
      for participant in windows.compactMap(\.participant) {
        guard let identifier = unsafe participant.widget.restorationIdentifier else { continue }
        let name = Self.name(identifier, order: counts[identifier, default: 0])
        counts[identifier, default: 0] += 1
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
