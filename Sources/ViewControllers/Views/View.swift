// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
public import StateRestoration

public import struct Foundation.CGPoint
public import struct Foundation.CGSize

/// A part of the interface as a plain object.
///
/// Its properties are its state; a host draws it.
///
/// Reading a view's properties never needs a host, so encoding works the same in a window, in a
/// terminal and in a test. A view takes part in restoration when it has a restoration identifier
/// and its controller is preserved. Restoring finds it in the view tree and never creates it.
@MainActor open class View: @MainActor StatePreserving {
  /// The version of the state that ``encodeRestorableState(with:)`` writes.
  ///
  /// The default is 1.
  open class var schemaVersion: Int { 1 }

  /// The name of this view among its controller's views.
  ///
  /// `nil`, the default, leaves the view out of saved state.
  public var restorationIdentifier: String? {
    didSet {
      guard restorationIdentifier != oldValue else { return }
      name = restorationIdentifier.flatMap { RestorationIdentifier($0) }
      owningViewController?.invalidateRestorableState()
    }
  }

  /// The places of this view in earlier versions of the program.
  ///
  /// See `StateRestoring` for the form.
  public var formerRestorationIdentifiers: [String] = []

  /// The validated identifier; `nil` for a malformed one.
  ///
  /// A view with a malformed identifier is in no path.
  private(set) var name: RestorationIdentifier?

  /// The view that contains this one.
  public private(set) weak var superview: View?

  /// The views this one contains, back to front; it owns them.
  public private(set) var subviews: [View] = []

  /// The controller whose root view this is; `nil` for every other view.
  public internal(set) weak var viewController: ViewController?

  /// The way the superview places this view.
  public var layout = ViewLayout() { didSet { if layout != oldValue { setNeedsUpdate() } } }

  /// Whether bars lie over this view instead of beside it.
  ///
  /// Only read on a controller's root view.
  ///
  /// If `true`, hiding and showing bars does not move the content.
  public var extendsUnderBars = false {
    didSet { if extendsUnderBars != oldValue { setNeedsUpdate() } }
  }

  /// Whether the view is neither drawn nor laid out.
  public var isHidden = false { didSet { if isHidden != oldValue { setNeedsUpdate() } } }

  /// The background colour.
  ///
  /// `nil`, the default, leaves it to the user's theme.
  public var backgroundColor: Color? {
    didSet { if backgroundColor != oldValue { setNeedsUpdate() } }
  }

  /// The host's styles for this view (GTK: CSS classes).
  public var styleNames: [String] = [] {
    didSet { if styleNames != oldValue { setNeedsUpdate() } }
  }

  /// The text that a screen reader speaks for this view.
  public var accessibilityLabel: String? {
    didSet { if accessibilityLabel != oldValue { setNeedsUpdate() } }
  }

  /// The parts of a free placement that follow the superview's size.
  ///
  /// Nothing by default.
  public var autoresizingMask: AutoresizingMask = [] {
    didSet { if autoresizingMask != oldValue { setNeedsUpdate() } }
  }

  /// The free placement; `nil` if ``layout`` places the view.
  var placement: FreePlacement? {
    didSet { if placement != oldValue { restorablePropertyDidChange() } }
  }

  /// The origin of the bounds; subviews are drawn relative to it.
  var boundsOrigin = CGPoint.zero {
    didSet {
      guard boundsOrigin != oldValue else { return }
      restorablePropertyDidChange()
      subviews.forEach { $0.setNeedsUpdate() }
    }
  }

  /// The view whose text describes this one; not owned.
  ///
  /// For example the label beside a slider.
  ///
  /// A screen reader speaks it if there is no ``accessibilityLabel``. A switch, a slider or a stepper
  /// right behind a label in a stack view needs neither.
  public weak var accessibilityLabelView: View? {
    didSet { if accessibilityLabelView !== oldValue { setNeedsUpdate() } }
  }

  /// The size that the host gave this view, in points.
  ///
  /// Zero until the first layout.
  private(set) var boundsSize = CGSize.zero

  /// The origin that the host gave this view in its superview.
  private(set) var laidOutOrigin = CGPoint.zero

  /// The host's widget for this view.
  ///
  /// `nil` until the view is drawn, and always without a host.
  public var peer: (any ViewPeer)?

  /// Creates a view without superview and identifier.
  public init() {}

  /// Creates a view without superview that saves its state.
  ///
  /// - Parameter restorationIdentifier: Its ``restorationIdentifier``.
  public convenience init(restorationIdentifier: String) {
    self.init()
    self.restorationIdentifier = restorationIdentifier
    name = RestorationIdentifier(restorationIdentifier)  // observers do not run here
  }

  /// Whether the view has ever had the focus, or waited for it.
  ///
  /// Most have not, and need not look for their window in each save.
  var hasHadFocus = false

  /// Whether the view can have the focus; the default is `false`.
  open var canBecomeFirstResponder: Bool { false }

  /// The nearest controller that owns this view.
  public var owningViewController: ViewController? {
    viewController ?? superview?.owningViewController
  }

  /// Adds a view in front of the others.
  ///
  /// The view leaves its former superview.
  ///
  /// - Parameter view: The view to contain.
  public func addSubview(_ view: View) {
    insertSubview(view, at: subviews.count)
  }

  /// Inserts a view at a position among the subviews.
  ///
  /// - Parameters:
  ///   - view: The view to contain; taken from its former superview.
  ///   - index: Its position, back to front; clamped to the valid range.
  public func insertSubview(_ view: View, at index: Int) {
    view.removeFromSuperview()
    subviews.insert(view, at: min(max(index, 0), subviews.count))
    view.superview = self
    if boundsSize != .zero { view.placementDidMove(into: boundsSize) }
    if view.isPlacedFreely { view.setNeedsUpdate() }  // not every superview places it freely
    subviewsDidChange(view)
  }

  /// Takes this view out of its superview.
  public func removeFromSuperview() {
    guard let superview else { return }
    resignFocusOfSubtree()
    superview.subviews.removeAll { $0 === self }
    self.superview = nil
    superview.subviewsDidChange(self)
  }

  /// Returns whether this view is another view or lies below it.
  ///
  /// - Parameter view: The other view.
  /// - Returns: `true` for the view itself, too.
  public func isDescendant(of view: View) -> Bool {
    self === view || superview?.isDescendant(of: view) ?? false
  }

  /// Updates screen and saved state after a subview came or went.
  private func subviewsDidChange(_ view: View) {
    setNeedsUpdate()
    guard let controller = owningViewController else { return }
    if !controller.children.isEmpty { controller.window?.updateAppearance(animated: false) }
    if view.hasParts, !controller.isLoadingView {
      controller.invalidateRestorableState()
      view.invalidateSubtree()
    }
  }

  private var hasParts: Bool {
    restorationIdentifier != nil || subviews.contains { $0.hasParts }
  }

  /// Tells the host to draw this view again.
  public func setNeedsUpdate() {
    peer?.viewDidChange(self)
  }

  /// Takes size and origin from the host; called by peers.
  ///
  /// - Parameters:
  ///   - size: The size in points.
  ///   - origin: The origin in the superview, in points.
  public func hostDidLayOut(size: CGSize, at origin: CGPoint = .zero) {
    laidOutOrigin = origin
    guard size != boundsSize else { return }
    boundsSize = size
    subviews.forEach { $0.superviewDidResize(to: size) }
    guard let controller = owningViewController else { return layoutSubviews() }
    controller.working { layoutSubviews() }
  }

  /// Called when the view's size has changed.
  ///
  /// Overrides call `super`.
  open func layoutSubviews() {}

  // MARK: State

  /// Whether current changes restore state.
  ///
  /// Such changes do not mark the state as changed.
  var isRestoring = false

  /// Makes changes that are part of restoring, at any time.
  func restoring(_ changes: () -> Void) {
    let wasRestoring = isRestoring
    isRestoring = true
    changes()
    isRestoring = wasRestoring
  }

  /// Draws and saves the view again after a saved property changed.
  func restorablePropertyDidChange() {
    setNeedsUpdate()
    invalidateRestorableState()
  }

  /// Marks this view's state as changed since the last save.
  ///
  /// What launch code changes after the restore is saved with the first change after launch. It has
  /// no effect on a view that does not take part, before the restore, while objects are looked up and
  /// decode, and while the view is created.
  public func invalidateRestorableState() {
    guard restorationIdentifier != nil, !isRestoring, let owner = owningViewController,
      !owner.isLoadingView, let application = owner.window?.application
    else { return }
    if application.phase == .running { owner.hasViewForDecodeAlone = false }
    application.restorableStateDidChange(self)
  }

  /// Draws and saves the view again after a `@Restorable` property changed.
  ///
  /// - Parameter observer: Not used: a view reaches the application through its window.
  public final func declaredPropertyDidChange(_ observer: (any ChangeObserver)?) {
    restorablePropertyDidChange()
  }

  /// Marks this view and all views below as changed.
  ///
  /// They may have changed while they were in no window.
  func invalidateSubtree() {
    invalidateRestorableState()
    subviews.forEach { $0.invalidateSubtree() }
  }

  /// Writes this view's state; overrides call `super`.
  ///
  /// It is called only for a view with an identifier whose controller is preserved. The default
  /// writes nothing.
  ///
  /// - Parameter coder: A coder for this view alone; invalid once the method returns.
  open func encodeRestorableState(with coder: RestorationEncoder) {}

  /// Reads the state that ``encodeRestorableState(with:)`` wrote; overrides call `super`.
  ///
  /// It is called after the controller's own decode has returned. The default reads nothing.
  ///
  /// - Parameter coder: A coder for this view alone; invalid once the method returns.
  open func decodeRestorableState(with coder: RestorationDecoder) {}

  /// Always `nil`: a view belongs to its controller.
  public final var restorationParent: (any StateRestoring)? { nil }

  /// Always `nil`: restoring finds views and never creates them.
  public final var objectRestorationClass: (any ObjectRestoration.Type)? { nil }

  /// Never called: only controllers and registered objects receive it.
  public final func applicationFinishedRestoringState() {}
}

/// The host's counterpart of one view: the widget that draws it.
///
/// The view owns its peer. On a change, the peer reads the whole state of its view. It writes the
/// user's input back into the view's properties. Setting an equal value is not a change, so updates
/// do not loop.
@MainActor public protocol ViewPeer: AnyObject {
  /// Called when a property of the view, or its subviews, changed.
  ///
  /// - Parameter view: The view this peer draws.
  func viewDidChange(_ view: View)
}
