// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Logging
import RestorationArchive
import StateRestoration

/// The list of open windows, which takes part once the program makes windows again.
///
/// What the program has not made again is saved again, as long as its state is kept.
@safe @MainActor final class OpenWindows: @MainActor StatePreserving {
  /// A window for the next launch.
  struct Entry: Codable {
    /// The name that the window's state is saved under.
    var name: String
    /// The window's identifier.
    var kind: String
    var document: String?
    /// The name of the window that this one is a dialog of.
    var parent: String?
  }

  /// An open window, and its place among the others.
  struct Place {
    var window: Entry
    /// Grows with each time that the window came to the front.
    var front: Int
  }

  /// The closures that make windows, by identifier.
  private var makers: [String: @MainActor (SavedWindow) -> WidgetPointer?] = unsafe [:]
  /// The windows that were open, from back to front, until they are asked for.
  private var saved: [Entry] = []
  /// Those of them that are not open again.
  private var waiting: [Entry] = []
  /// The names of windows that their closure has not made in this launch.
  private var declined: Set<String> = []
  /// The kinds of windows that were open and had no closure when they were asked for.
  private var unknownKinds: Set<String> = []
  /// Whether the program makes windows again.
  private var takesPart = false
  /// The window that is being made again.
  private var making: Entry?
  /// Whether a closure of the program is running.
  private(set) var isMaking = false
  /// The number of the window in front.
  private(set) var lastFront = 0
  private unowned let restoration: WidgetRestoration

  init(of restoration: WidgetRestoration) { self.restoration = restoration }

  /// Adds a closure; the first one makes the list take part.
  func register(_ kind: String, make: @escaping @MainActor (SavedWindow) -> WidgetPointer?) {
    unsafe makers[kind] = unsafe make
    guard !takesPart else { return }
    takesPart = true
    // The colons tell it from a program's names.
    restoration.coordinator.registerObject(
      forStateRestoration: self, restorationIdentifier: ":windows:")
  }

  /// Removes the closure of a kind.
  func unregister(_ kind: String) { unsafe makers[kind] = nil }

  /// Marks the list as out of date.
  func didChange() {
    guard takesPart, restoration.hasRestored else { return }
    restoration.coordinator.invalidate(self)
  }

  /// Returns a number for the window that comes to the front.
  func nextFront() -> Int {
    lastFront += 1
    return lastFront
  }

  // MARK: Making windows

  /// Returns the windows to make, from back to front; the first time also those that are open.
  func takeSaved() -> [Entry] {
    defer { saved = [] }
    return saved.isEmpty ? waiting.filter { !declined.contains($0.name) } : saved
  }

  /// Runs the closure of a window, and restores the window.
  ///
  /// - Returns: `nil` if there is no closure, if it makes no window, or if a handler of the program
  ///   has destroyed the window meanwhile.
  func make(_ window: Entry, in front: WidgetPointer?) -> WidgetPointer? {
    guard let make = unsafe makers[window.kind] else {
      didNotKnow(window.kind)
      return nil
    }
    let outer = making
    making = window
    defer { making = outer }
    // If the closure crashes, the next launch makes no window again.
    return unsafe restoration.coordinator.working(on: self) {
      isMaking = true
      let made = unsafe make(SavedWindow(document: window.document, parent: front))
      isMaking = false
      guard let made = unsafe made else {
        declined.insert(window.name)
        return nil
      }
      unsafe g_object_ref(made.raw)
      defer { unsafe g_object_unref(made.raw) }
      if unsafe made.restorationIdentifier == nil {
        unsafe made.restorationIdentifier = window.kind
      }
      if unsafe made.windowDocument == nil { unsafe made.windowDocument = window.document }
      unsafe restoration.restore(made)
      guard unsafe made.isToplevel else { return nil }
      // A window that has taken the name may have got another number since.
      if making != nil, unsafe made.participant?.identifier != window.name {
        restoration.coordinator.logger.warning(
          "A window was made with another identifier or document than saved; it begins anew")
      }
      didOpen(window.name)
      return unsafe made
    }
  }

  /// Warns of a kind that nothing makes again, unless the program opens its windows itself.
  private func didNotKnow(_ kind: String) {
    guard unknownKinds.insert(kind).inserted else { return }
    _ = TimeoutAction(after: WidgetParticipant.patience) { [weak self] in
      guard let self, waiting.contains(where: { $0.kind == kind }) else { return }
      restoration.coordinator.logger.warning(
        "A window of the kind \(kind) was open, and nothing is registered that makes it again")
    }
  }

  // MARK: Names

  /// The names of windows that are not open again.
  var waitingNames: Set<String> { Set(waiting.map(\.name)) }

  /// Returns the name of the window that is being made again, once.
  ///
  /// - Parameter base: The name of the window that is taken in, without a number.
  /// - Returns: `nil` for another window.
  func takeName(for base: String) -> String? {
    guard let making, base == Self.name(making.kind, document: making.document) else {
      return nil
    }
    self.making = nil
    return making.name
  }

  /// Returns the name of a window without a number.
  ///
  /// A document can have any characters, and a name cannot; so the name has the document's digest.
  static func name(_ identifier: String, document: String?) -> String {
    document.map { "\(identifier):\(TextDigest($0).name)" } ?? identifier
  }

  /// Records that a window with a name is open, whoever made it.
  func didOpen(_ name: String) { waiting.removeAll { $0.name == name } }

  // MARK: State

  func encodeRestorableState(with coder: RestorationEncoder) {
    let open = Self.arranged(restoration.windowPlaces)
    let names = Set(open.map(\.name))
    let rest = waiting.filter { !names.contains($0.name) && isKept($0) }
    coder.encode(rest + open, forKey: "windows")
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    saved = coder.decode([Entry].self, forKey: "windows") ?? []
    let open = Set(restoration.windows.compactMap(\.participant?.identifier))
    waiting = saved.filter { !open.contains($0.name) }
  }

  /// Returns whether the state of a window is still kept.
  private func isKept(_ window: Entry) -> Bool {
    restoration.coordinator.unclaimedAddresses.contains {
      $0.path.identifiers.first == window.name
    }
  }

  /// Returns windows from back to front, dialogs right in front of their parents.
  static func arranged(_ places: [Place]) -> [Entry] {
    let byName = Dictionary(places.map { ($0.window.name, $0) }) { first, _ in first }
    /// Returns the windows that a dialog lies in front of, nearest first.
    func parents(of place: Place) -> [Place] {
      var found: [Place] = []
      var next = place.window.parent.flatMap { byName[$0] }
      // GTK does not prevent a circle.
      while let parent = next, found.count < 32 {
        found.append(parent)
        next = parent.window.parent.flatMap { byName[$0] }
      }
      return found
    }
    let dialogs = places.map { place in
      let chain = parents(of: place)
      return (place: place, depth: chain.count, root: (chain.last ?? place).window.name)
    }
    // A dialog brings its parent to the front.
    let fronts = Dictionary(dialogs.map { ($0.root, $0.place.front) }, uniquingKeysWith: max)
    return dialogs.sorted {
      (fronts[$0.root] ?? 0, $0.depth, $0.place.front)
        < (fronts[$1.root] ?? 0, $1.depth, $1.place.front)
    }.map { $0.place.window }
  }
}
#endif
