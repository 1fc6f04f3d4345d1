// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
public import StateRestoration

public import struct Foundation.CGSize

/// A window of the application: one tree of controllers.
///
/// It belongs to its application from creation until it is closed. The tree is a namespace of its
/// own in saved state, named by the window's identifier. Windows with the same identifier, or
/// without one, are told apart by their order of creation. With an identifier, the window saves its
/// size and whether it is maximised or full screen.
@MainActor public final class Window: @MainActor StatePreserving {
  /// The name under which window state is saved.
  ///
  /// It adds nothing to any path.
  public var restorationIdentifier: String? {
    didSet {
      guard restorationIdentifier != oldValue else { return }
      Arrangement.didChange()
      invalidateRestorableState()
    }
  }

  /// The title that the desktop shows.
  public var title = "" { didSet { if title != oldValue { peer?.windowDidChange(self) } } }

  /// The size of the content, in points.
  ///
  /// While a screen or the desktop forces another size than the wanted one, it is the forced one.
  /// The wanted size is saved; setting a size replaces it.
  public var size: CGSize {
    get { forcedSize ?? wantedSize }
    set {
      guard newValue != wantedSize || forcedSize != nil else { return }
      (wantedSize, forcedSize) = (newValue, nil)
      restorablePropertyDidChange()
    }
  }

  /// The size that user or program wanted.
  package private(set) var wantedSize = CGSize(width: 1000, height: 700)
  private var forcedSize: CGSize?

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

  /// The view that has the focus in this window.
  ///
  /// It receives what the user types.
  public internal(set) weak var firstResponder: View? {
    didSet { firstResponder?.hasHadFocus = true }
  }

  /// Whether ``makeKeyAndVisible()`` was called.
  public private(set) var isVisible = false

  /// Whether the host should animate the latest presentation change.
  ///
  /// Read by the peer. Never `true` before the window is on screen: restoring animates nothing.
  public private(set) var isTransitionAnimated = false

  /// The host's window.
  ///
  /// `nil` without a host, and before the window is visible.
  public var peer: (any WindowPeer)?

  /// The application that the window belongs to.
  public private(set) weak var application: Application?

  /// The number of windows in front of this one when saved.
  ///
  /// `nil` once launch has ended.
  var restoredPlace: Int?

  /// The scheduled action that forgets this window and its state.
  ///
  /// `nil` unless the window was closed a moment ago.
  var forgetting: (any ScheduledAction)? { didSet { oldValue?.cancel() } }

  /// Whether launch code made the window without being asked for it.
  var isMadeByLaunchCode = false

  /// The controllers on screen in this window, as last announced.
  let appearance = WindowAppearance()

  /// Creates an invisible window of 1000 by 700 points.
  ///
  /// - Parameters:
  ///   - application: The application to belong to; by default the one that runs.
  ///   - restorationIdentifier: Its ``restorationIdentifier``.
  public init(application: Application? = .shared, restorationIdentifier: String? = nil) {
    self.application = application
    self.restorationIdentifier = restorationIdentifier
    application?.add(self)
  }

  /// The root and all presented controllers, bottom to top.
  ///
  /// The first is the root. Each of the others is a sheet over the one before.
  public var presentationChain: [ViewController] {
    rootViewController.map { [$0] + sheets(over: $0) } ?? []
  }

  private func sheets(over controller: ViewController) -> [ViewController] {
    let inner = controller.shownControllers.flatMap { sheets(over: $0) }
    guard let sheet = controller.presentedSheet else { return inner }
    return inner + [sheet] + sheets(over: sheet)
  }

  /// Puts the window on screen.
  ///
  /// If launch has not ended yet, the window appears right after launch.
  ///
  /// This call loads the views of everything that the window shows, as far as it exists: root,
  /// selected child, top of a stack, sheets. In will-finish-launching, it loads them before state
  /// is restored.
  ///
  /// A window that was made before the application ran joins it now. A window that was closed joins
  /// it again.
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

  /// Removes the window from the screen until it is made visible again.
  func close() {
    isVisible = false
    isTransitionAnimated = false
  }

  /// Whether the window is open: the user has not closed it.
  var isOpen: Bool { forgetting == nil }

  /// The identifier, if it can be saved.
  var name: RestorationIdentifier? { restorationIdentifier.flatMap { RestorationIdentifier($0) } }

  /// Sets whether to animate the next change of the presentation chain.
  ///
  /// Nothing is animated before the window is on screen.
  func setTransitionAnimated(_ animated: Bool) {
    isTransitionAnimated = animated && isOnScreen
  }

  // MARK: State

  /// Marks the window's state as changed.
  public func invalidateRestorableState() {
    application?.restorableStateDidChange(self)
  }

  /// Records the size of the content while nobody wants it.
  ///
  /// Call it instead of setting ``size`` when the screen is too small for the wanted size, or the
  /// desktop has chosen another one. The wanted size stays saved.
  ///
  /// - Parameter size: The size on screen, in points.
  public func hostDidForce(size: CGSize) {
    guard size != self.size else { return }
    forcedSize = size == wantedSize ? nil : size
    restorablePropertyDidChange()
  }

  private func restorablePropertyDidChange() {
    peer?.windowDidChange(self)
    invalidateRestorableState()
  }

  /// Writes the window's place, size and screen mode.
  ///
  /// The place among other windows is always written. The size, maximised and full screen are
  /// written only with an identifier.
  ///
  /// - Parameter coder: Belongs to this window alone.
  public func encodeRestorableState(with coder: RestorationEncoder) {
    if let place = application?.place(of: self) {
      coder.encode(place, forKey: BuiltInKey.windowPlace)
    }
    guard name != nil else { return }
    coder.encode(wantedSize.width, forKey: BuiltInKey.windowWidth)
    coder.encode(wantedSize.height, forKey: BuiltInKey.windowHeight)
    coder.encode(isMaximized, forKey: BuiltInKey.windowIsMaximized)
    coder.encode(isFullScreen, forKey: BuiltInKey.windowIsFullScreen)
  }

  /// The longest side that a restored window can have, in points.
  ///
  /// No screen is larger, and hosts count points in 32 bits.
  private static let longestSide = 65_536.0

  /// Restores the window's place, size and screen mode.
  ///
  /// A size that fits no current screen is shown as near as it fits, and stays saved.
  ///
  /// - Parameter coder: Belongs to this window alone.
  public func decodeRestorableState(with coder: RestorationDecoder) {
    restoredPlace = coder.decode(Int.self, forKey: BuiltInKey.windowPlace)
    guard coder.containsValue(forKey: BuiltInKey.windowWidth) else { return }
    let width = coder.decodeDouble(forKey: BuiltInKey.windowWidth)
    let height = coder.decodeDouble(forKey: BuiltInKey.windowHeight)
    let sides = 1.0...Self.longestSide
    if sides.contains(width), sides.contains(height) {
      size = CGSize(width: width, height: height)
      if let host = application?.host { hostDidForce(size: host.sizeOnScreen(wantedSize)) }
    }
    isMaximized = coder.decodeBool(forKey: BuiltInKey.windowIsMaximized)
    isFullScreen = coder.decodeBool(forKey: BuiltInKey.windowIsFullScreen)
  }
}

/// The host's object for one window.
@MainActor public protocol WindowPeer: AnyObject {
  /// Updates the window after a property, root or presentation change.
  ///
  /// - Parameter window: The window this peer draws.
  func windowDidChange(_ window: Window)

  /// Moves the focus to the view that has it in the model.
  ///
  /// That view may not have a peer yet. The default does nothing.
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
