// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
public import CGTK
import GTKSupport
import Logging
import RestorationArchive
import StateRestoration

/// A window that was open, for the closure that makes it again.
@safe public struct SavedWindow {
  /// The document that it showed; `nil` for a window without one.
  public let document: String?

  /// The window that it lay in front of as a dialog, which GTK owns; `nil` for any other window.
  public let parent: UnsafeMutablePointer<GtkWidget>?

  init(document: String?, parent: UnsafeMutablePointer<GtkWidget>?) {
    self.document = document
    unsafe self.parent = unsafe parent
  }
}

/// The windows that were open when the program ended.
extension WidgetRestoration {
  /// Registers the closure that makes windows of one kind again.
  ///
  /// Register a closure for each kind at every launch, before ``restoreWindows()``. From then on
  /// the program saves which windows are open, their documents, their order, and which of them are
  /// dialogs.
  ///
  /// The closure may restore and show the window itself; both are done afterwards in any case. The
  /// window gets the identifier and the document that it had, unless it has its own, and a dialog
  /// without a parent gets the one that it had.
  ///
  /// - Parameters:
  ///   - identifier: The `restorationIdentifier` of these windows.
  ///   - make: Makes the window. With `nil` there is no window in this launch: its state is kept,
  ///     and the closure is called again at the next one.
  public func registerWindows(
    _ identifier: String,
    make: @escaping @MainActor (SavedWindow) -> UnsafeMutablePointer<GtkWidget>?
  ) {
    unsafe openWindows.register(identifier, make: make)
  }

  /// Removes the closure that makes windows of one kind again, if there is one.
  package func unregisterWindows(_ identifier: String) { openWindows.unregister(identifier) }

  /// Makes the windows that were open, and shows them in their former order.
  ///
  /// Call it at launch, when all closures are registered, instead of opening the first window.
  /// Windows are made from back to front, parents before their dialogs. A window that the program
  /// has opened already is taken as it is. Then all are shown, so that the former front window is
  /// in front.
  ///
  /// Each window is asked for once in a launch. If the state was locked at launch, no window is
  /// made; call this again when it was restored, see `onRestore` of ``coordinator``'s `saving`. A
  /// call from a closure that makes a window is a mistake: it makes none.
  ///
  /// - Returns: Whether a window was there or made. If not, open the first window as usual.
  @discardableResult public func restoreWindows() -> Bool {
    guard !isMakingWindow else {
      coordinator.logger.error("restoreWindows() was called by a closure that makes a window")
      return false
    }
    restoreBeforeWindows()
    let saved = openWindows.takeSaved()
    var found: [String: WidgetPointer] = unsafe [:]
    var asked: Set<String> = []
    // A closure or a handler of the program may destroy any window.
    var held: [WidgetPointer] = unsafe []
    defer { unsafe held.forEach { unsafe g_object_unref($0.raw) } }
    func hold(_ window: WidgetPointer) -> WidgetPointer {
      unsafe g_object_ref(window.raw)
      unsafe held.append(window)
      return unsafe window
    }
    /// Returns the open window that was saved under a name.
    ///
    /// Windows get other numbers meanwhile, so one that was made here is known by its former name.
    func known(_ name: String) -> WidgetPointer? {
      if let made = unsafe found[name] { return unsafe made.isToplevel ? made : nil }
      return unsafe openWindow(named: name).map { unsafe hold($0) }
    }
    /// Returns a saved window, made now if necessary.
    func open(_ entry: OpenWindows.Entry) -> WidgetPointer? {
      if let known = unsafe known(entry.name) { return unsafe known }
      guard asked.insert(entry.name).inserted else { return nil }
      var parent: WidgetPointer?
      if let name = entry.parent {
        unsafe parent =
          unsafe known(name) ?? saved.first { $0.name == name }.flatMap { unsafe open($0) }
        guard unsafe parent != nil else { return nil }
      }
      guard let made = unsafe openWindows.make(entry, in: parent) else { return nil }
      _ = unsafe hold(made)
      if let parent = unsafe parent, unsafe parent.isToplevel,
        unsafe gtk_window_get_transient_for(made.cast()) == nil
      {
        unsafe gtk_window_set_transient_for(made.cast(), parent.cast())
      }
      unsafe found[entry.name] = unsafe made
      return unsafe made
    }
    let windows = unsafe saved.compactMap { unsafe open($0) }
    unsafe windows.forEach { window in
      if unsafe window.isToplevel { unsafe gtk_window_present(window.cast()) }
    }
    return unsafe windows.contains { unsafe $0.isToplevel }
  }

  /// Whether a closure is making a window now; windows that it asked for would have no end.
  package var isMakingWindow: Bool { openWindows.isMaking }

  private func openWindow(named name: String) -> WidgetPointer? {
    unsafe windows.first { !$0.isDestroyed && $0.participant?.identifier == name }?.window
  }

  /// The windows that come back if the program ends now.
  var windowPlaces: [OpenWindows.Place] {
    windows.compactMap(\.place) + closedWindows.filter { !$0.isOver }.compactMap(\.place)
  }

  /// Gives a window that shows another document the name of that document.
  ///
  /// The window keeps what it shows, unless state of the other document waits for its window.
  func documentDidChange(in participant: WidgetParticipant) {
    let window = unsafe participant.widget
    guard let identifier = unsafe window.restorationIdentifier else { return }
    let name = unsafe window.name(withIdentifier: identifier)
    guard name != participant.name else { return }
    let free = freeName(for: name)
    if coordinator.unclaimedAddresses.contains(where: { $0.path.identifiers.first == free }) {
      unsafe restore(window)  // takes it in anew
    } else {
      participant.name = name
      for known in unsafe participants(in: window) { known.windowNameDidChange() }
      rename(participant, free)
    }
    openWindows.didChange()
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The document that a window shows; `nil`, the default, for a window without one.
  ///
  /// Windows with one identifier and different documents have a state each, whatever the order in
  /// which they are opened. It can be any text that names the document in every launch, such as
  /// its path or its URI; it is sealed with the state. Set it where you create the window, and
  /// again when the window shows another document, or the same one under another name. The window
  /// keeps what it shows, unless state of that document waits for its window.
  @MainActor public var windowDocument: String? {
    get { unsafe attachment(documentKey, as: WindowDocument.self)?.name }
    nonmutating set {
      guard unsafe newValue != windowDocument else { return }
      unsafe attach(newValue.map { WindowDocument($0) }, documentKey)
      if let window = unsafe participant as? WindowParticipant {
        window.restoration.documentDidChange(in: window)
      }
    }
  }

  /// Whether GTK has the window: the program has not destroyed it.
  @MainActor package var isToplevel: Bool { unsafe WindowWatch.all.contains(self) }

  /// Returns the name of the widget among its siblings in saved state.
  @MainActor func name(withIdentifier identifier: String) -> String {
    unsafe OpenWindows.name(identifier, document: windowDocument)
  }
}

private let documentKey = "restoration-document"

private final class WindowDocument {
  let name: String

  init(_ name: String) { self.name = name }
}
#endif
