// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import StateRestoration

/// The widgets below one other that are in no window any more, while the program may hold them.
///
/// They are saved as before, since the program may put them back, until another widget comes to
/// the path of one.
@MainActor final class DepartedWidgets {
  private var holders: [String: [Holder]] = [:]

  private struct Holder { weak var participant: WidgetParticipant? }

  /// Adds a widget that has left its window.
  func add(_ participant: WidgetParticipant) {
    remove(participant)
    holders[participant.name, default: []].append(Holder(participant: participant))
  }

  /// Removes a widget that is back, or that was destroyed.
  func remove(_ participant: WidgetParticipant) {
    guard var others = holders[participant.name] else { return }
    others.removeAll { $0.participant == nil || $0.participant === participant }
    holders[participant.name] = others.isEmpty ? nil : others
  }

  func contains(_ name: String) -> Bool { holders[name] != nil }

  /// Returns the widgets of a name, and forgets them.
  func take(_ name: String) -> [WidgetParticipant] {
    holders.removeValue(forKey: name)?.compactMap(\.participant) ?? []
  }

  /// Returns all widgets, and forgets them.
  func takeAll() -> [WidgetParticipant] { holders.keys.flatMap(take) }
}

extension WidgetRestoration {
  /// Returns the departed widgets below another widget, or of those that are below none.
  func departed(below parent: WidgetParticipant?) -> DepartedWidgets {
    parent?.departed ?? departedRoots
  }

  /// Lets widgets that have left their window make way for one that comes to their path.
  ///
  /// - Returns: Whether there were any.
  func clearPath(of name: String, below parent: WidgetParticipant?) -> Bool {
    let former = departed(below: parent).take(name)
    former.forEach(displace)
    return !former.isEmpty
  }

  /// Takes the paths of a widget and of all below it away, until they are put back.
  private func displace(_ former: WidgetParticipant) {
    for participant in unsafe participants(in: former.widget) where !participant.isDisplaced {
      participant.isDisplaced = true
      coordinator.unregister(participant)
      participant.departed.takeAll().forEach(displace)
    }
  }
}
#endif
