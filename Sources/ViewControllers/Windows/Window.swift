// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
public import StateRestoration

public import struct Foundation.CGSize

/// A window of the application: one tree of controllers under a root.
///
/// It belongs to its application from creation until it is closed. The tree is a namespace of its
/// own in saved state (R163): the window's identifier names it. Windows with the same identifier, or
/// without one, are told apart by the order in which they were made. With an identifier the window
/// saves its size and whether it is maximised or full screen (R15).
@MainActor public final class Window: @MainActor StatePreserving {
  /// The name that window state is saved under; adds nothing to any path (R15).
  public var restorationIdentifier: String? {
    didSet {
      guard restorationIdentifier != oldValue else { return }
      Arrangement.didChange()
      invalidateRestorableState()
    }
  }

  /// The title for the desktop.
  public var title = "" { didSet { if title != oldValue { peer?.windowDidChange(self) } } }

  /// The size of the content, in points.
  public var size = CGSize(width: 1000, height: 700) {
    didSet { if size != oldValue { restorablePropertyDidChange() } }
  }

  /// Whether the window fills the work area.
  public var isMaximized = false {
    didSet { if isMaximized != oldValue { restorablePropertyDidChange() } }
  }

  /// Whether the window fills the screen.
  public var isFullScreen = false {
    didSet { if isFullScreen != oldValue { restorablePropertyDidChange() } }
  }

  /// The controller at the root; the window owns it.
  public var rootViewController: ViewController? {
    didSet {
      guard rootViewController !== oldValue else { return }
      oldValue?.rootOfWindow = nil
      rootViewController?.rootOfWindow = self
      isTransitionAnimated = false
      loadShownViews()
      updateAppearance(animated: false)
      invalidateRestorableState()
      rootViewController?.invalidateSubtree()
    }
  }

  /// The view that has the focus in this window: what the user types goes there (R197).
  public internal(set) weak var firstResponder: View?

  /// Whether ``makeKeyAndVisible()`` was called.
  public private(set) var isVisible = false

  /// Whether the host should animate the latest change of the presentation chain; read by the peer.
  ///
  /// Never `true` before the window is on screen: restoring animates nothing (R175).
  public private(set) var isTransitionAnimated = false

  /// The host's window; `nil` without a host or before the window is visible.
  public var peer: (any WindowPeer)?

  /// The application that the window belongs to.
  public private(set) weak var application: Application?

  /// How many windows lay in front of this one when state was saved; until launch has ended.
  var restoredPlace: Int?

  /// What forgets this window and its state; `nil` unless it was closed a moment ago (R212).
  var forgetting: (any ScheduledAction)? { didSet { oldValue?.cancel() } }

  /// Whether launch code made the window, without being asked for it.
  var isMadeByLaunchCode = false

  /// What is on screen in this window, and who has been told so.
  let appearance = WindowAppearance()

  /// Creates a window of 1000 by 700 points that is not visible yet.
  ///
  /// - Parameters:
  ///   - application: The application to belong to, by default the one that runs.
  ///   - restorationIdentifier: Its ``restorationIdentifier``.
  public init(application: Application? = .shared, restorationIdentifier: String? = nil) {
    self.application = application
    self.restorationIdentifier = restorationIdentifier
    application?.add(self)
  }

  /// Controllers from the root up through everything that is presented, bottom to top.
  ///
  /// The first is the root; each of the others is a sheet over the one before.
  public var presentationChain: [ViewController] {
    rootViewController.map { [$0] + sheets(over: $0) } ?? []
  }

  private func sheets(over controller: ViewController) -> [ViewController] {
    let inner = controller.shownControllers.flatMap { sheets(over: $0) }
    guard let sheet = controller.presentedSheet else { return inner }
    return inner + [sheet] + sheets(over: sheet)
  }

  /// Puts the window on screen: at once, or before launch has ended, right after it (R60, R175).
  ///
  /// The views of what it shows are loaded by this call, as far as they exist: root, selected child, top
  /// of a stack, sheets (R214). Called in will-finish-launching, that is before state is restored.
  ///
  /// A window that was made before the application ran joins it now, and one that was closed once more.
  public func makeKeyAndVisible() {
    application = application ?? Application.shared
    if let application, !application.windows.contains(where: { $0 === self }) {
      application.add(self)
    }
    isVisible = true
    loadShownViews()
    application?.windowDidBecomeKey(self)
    application?.showIfLaunched(self)
  }

  /// Whether the window is on screen now.
  var isOnScreen: Bool { isVisible && application?.showsWindows ?? false }

  /// Takes the window from the screen, until it is made visible again.
  func close() {
    isVisible = false
    isTransitionAnimated = false
  }

  /// Whether the user has not closed the window.
  var isOpen: Bool { forgetting == nil }

  /// The identifier, if it is one that can be saved.
  var name: RestorationIdentifier? { restorationIdentifier.flatMap { RestorationIdentifier($0) } }

  /// Remembers how the next change of the presentation chain is shown.
  func setTransitionAnimated(_ animated: Bool) {
    isTransitionAnimated = animated && isOnScreen
  }

  // MARK: State

  /// Says that the window's state is no longer what was saved last (R150).
  public func invalidateRestorableState() {
    application?.restorableStateDidChange(self)
  }

  private func restorablePropertyDidChange() {
    peer?.windowDidChange(self)
    invalidateRestorableState()
  }

  /// Writes the place among other windows and, with an identifier, size, maximised and full screen
  /// (R15, R163).
  ///
  /// - Parameter coder: Belongs to this window alone.
  public func encodeRestorableState(with coder: RestorationEncoder) {
    if let place = application?.place(of: self) {
      coder.encode(place, forKey: BuiltInKey.windowPlace)
    }
    guard name != nil else { return }
    coder.encode(size.width, forKey: BuiltInKey.windowWidth)
    coder.encode(size.height, forKey: BuiltInKey.windowHeight)
    coder.encode(isMaximized, forKey: BuiltInKey.windowIsMaximized)
    coder.encode(isFullScreen, forKey: BuiltInKey.windowIsFullScreen)
  }

  /// No screen is larger in points, and hosts count them in 32 bits.
  private static let longestSide = 65_536.0

  /// Takes the place among other windows, size, maximised and full screen back.
  ///
  /// A size that fits no screen of now is cut to one that does.
  ///
  /// - Parameter coder: Belongs to this window alone.
  public func decodeRestorableState(with coder: RestorationDecoder) {
    restoredPlace = coder.decode(Int.self, forKey: BuiltInKey.windowPlace)
    guard coder.containsValue(forKey: BuiltInKey.windowWidth) else { return }
    let width = coder.decodeDouble(forKey: BuiltInKey.windowWidth)
    let height = coder.decodeDouble(forKey: BuiltInKey.windowHeight)
    let sides = 1.0...Self.longestSide
    if sides.contains(width), sides.contains(height) {
      let saved = CGSize(width: width, height: height)
      size = application?.host.sizeOnScreen(saved) ?? saved  // R212
    }
    isMaximized = coder.decodeBool(forKey: BuiltInKey.windowIsMaximized)
    isFullScreen = coder.decodeBool(forKey: BuiltInKey.windowIsFullScreen)
  }
}

/// What a host keeps for one window.
@MainActor public protocol WindowPeer: AnyObject {
  /// A property of the window, its root or its presentation chain has changed.
  ///
  /// - Parameter window: The window this peer draws.
  func windowDidChange(_ window: Window)

  /// Another view has the focus in the model, which may not have a peer yet.
  ///
  /// The default does nothing.
  ///
  /// - Parameter window: The window this peer draws.
  func firstResponderDidChange(in window: Window)
}

extension WindowPeer {
  /// Does nothing.
  ///
  /// - Parameter window: The window this peer draws.
  public func firstResponderDidChange(in window: Window) {}
}
