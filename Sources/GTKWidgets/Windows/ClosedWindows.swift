// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive
import StateRestoration

/// A window that is off screen, and the state that it leaves.
@MainActor final class ClosedWindow {
  /// The most windows whose state waits for the next one of their identifier.
  static var limit = 32

  /// The outermost widgets of the window: the window itself, if it has an identifier.
  fileprivate let roots: [(identifier: String, name: String)]
  /// The names that its state is saved under.
  fileprivate let names: Set<String>
  /// Whether the next window of its identifier gets its state.
  let isForNext: Bool
  /// Whether the window was destroyed, and not only hidden.
  fileprivate var isGone = false
  /// Whether the program has gone on for so long that its end would not bring the window back.
  fileprivate(set) var isOver = false
  /// Its place among the open windows, when it was closed.
  var place: OpenWindows.Place?
  private let participants: [Holder]

  /// Must not keep the widgets of a closing window alive.
  private struct Holder { weak var participant: WidgetParticipant? }

  fileprivate init(
    _ participants: [WidgetParticipant], _ actions: [ActionStates], isForNext: Bool
  ) {
    roots = participants.filter { $0.parent == nil }.map { ($0.name, $0.identifier) }
    names = Set(roots.map(\.name) + actions.map(\.identifier))
    self.isForNext = isForNext
    self.participants = participants.map { Holder(participant: $0) }
  }

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
    guard isWindow else { return name ?? identifier }
    let found = name ?? openWindows.takeName(for: identifier) ?? freeName(for: identifier)
    openWindows.didOpen(found)
    return found
  }

  /// Returns the identifier, with a number if other open windows have the same one.
  ///
  /// It is higher than theirs, because at a launch the numbers give the order of the windows.
  func freeName(for identifier: String) -> String {
    let taken = Set(windows.compactMap(\.participant?.identifier))
    let numbered = Array(Self.names(identifier).prefix(Self.mostNumbers))
    let next = numbered.lastIndex(where: taken.contains).map { $0 + 1 } ?? 0
    return numbered.dropFirst(next).first
      ?? Self.names(identifier).first { !taken.contains($0) } ?? identifier
  }

  /// The numbers that are looked at for a window that may have any.
  private static var mostNumbers: Int { 100 }

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
    let (participants, actions) = unsafe (participants(in: window), actionStates(of: window))
    guard !participants.isEmpty || !actions.isEmpty else { return nil }
    for participant in participants {
      participant.savedNumber = coordinator.savedNumber(of: participant)
    }
    let closed = ClosedWindow(participants, actions, isForNext: isForNext)
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
    for actions in unsafe actionStates(of: window) {
      if closed?.isOver == false, let number = coordinator.savedNumber(of: actions) {
        coordinator.leaveRecord(number, of: actions)
      }
      unsafe window.attach(nil, actions.key)
    }
    if windows.allSatisfy(\.isDestroyed) { inspector?.close() }
    guard let closed else { return }
    closed.isGone = true
    if closed.isOver { forget(closed) }
    // One document after the other may be the last window, and none of them come again.
    closedWindows.filter { $0.isForNext && $0.isGone }.dropLast(ClosedWindow.limit).forEach(forget)
  }

  /// Records that the program did not end together with a window.
  private func didOutlive(_ closed: ClosedWindow) {
    guard closedWindows.contains(where: { $0 === closed }) else { return }
    closed.isOver = true
    closed.leaveNothing()
    openWindows.didChange()
    if closed.isGone { forget(closed) }
  }

  /// Drops what closed windows have left under a name, unless it is for the next one.
  func dropLeftState(named name: String) {
    closedWindows.filter { $0.isGone && !$0.isForNext && $0.names.contains(name) }.forEach(forget)
  }

  /// Drops what a closed window has left, also for widgets that it has never shown.
  private func forget(_ closed: ClosedWindow) {
    closedWindows.removeAll { $0 === closed }
    let names = closed.names
    coordinator.dropUnclaimed { $0.path.identifiers.first.map(names.contains) ?? false }
    renameWindows()
    openWindows.didChange()
    saving.saveSoon()
  }

  /// Renumbers windows with the same identifier, in the order of restoration.
  ///
  /// A window whose state waits for widgets that come later keeps its number, and so do those after
  /// it: the state lies under that name, which no other window gets.
  func renameWindows() {
    var taken = closedWindows.filter(\.isGone).reduce(into: openWindows.waitingNames) {
      $0.formUnion($1.names)
    }
    var kept: Set<String> = []
    lazy var late = Set(coordinator.unclaimedAddresses.compactMap { $0.path.identifiers.first })
    for participant in windows.compactMap(\.participant) {
      let known = participant.identifier
      let free = Self.names(participant.name).first {
        !taken.contains($0) && ($0 == known || !late.contains($0))
      }
      guard var name = free else { continue }
      if name != known {
        if kept.contains(participant.name) || late.contains(known) {
          kept.insert(participant.name)
          name = known
        } else {
          rename(participant, name)
        }
      }
      taken.insert(name)
    }
  }

  /// Gives windows without saved state the numbers of those that have some.
  ///
  /// The windows before them may have closed in an earlier life while they kept their numbers.
  func takeSavedNumbers(_ participants: [WidgetParticipant]) {
    let saved = coordinator.unclaimedAddresses.map(\.path.identifiers).filter { $0.count == 1 }
    guard !saved.isEmpty else { return }
    for window in participants.compactMap({ $0 as? WindowParticipant })
    where coordinator.savedNumber(of: window) == nil {
      let taken = openWindows.waitingNames.union(windows.compactMap(\.participant?.identifier))
      let names = Self.names(window.name).prefix(Self.mostNumbers)
      guard let name = names.first(where: { saved.contains([$0]) && !taken.contains($0) }) else {
        continue
      }
      rename(window, name)
      for participant in unsafe self.participants(in: window.widget) where participant !== window {
        coordinator.registerObject(
          forStateRestoration: participant, restorationIdentifier: participant.identifier)
      }
    }
  }

  func rename(_ participant: WidgetParticipant, _ name: String) {
    participant.identifier = name
    openWindows.didOpen(name)
    coordinator.registerObject(forStateRestoration: participant, restorationIdentifier: name)
    coordinator.invalidate(participant)
  }

  /// Lets the texts of a window that is shown take what was typed about their subjects meanwhile.
  func didShow(_ window: WidgetPointer) {
    for text in unsafe participants(in: window).compactMap({ $0 as? TextParticipant }) {
      text.windowDidShow()
    }
  }

  /// Whether a widget's window was on screen and is not any more.
  func isInClosedWindow(_ widget: WidgetPointer) -> Bool {
    guard let root = unsafe gtk_widget_get_root(widget) else { return false }
    return unsafe WidgetPointer(root).attachment(WindowWatch.key, as: WindowWatch.self)?.isClosed
      ?? false
  }
}
#endif
