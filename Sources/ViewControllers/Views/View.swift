// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
public import StateRestoration

public import struct Foundation.CGPoint
public import struct Foundation.CGSize

/// A piece of interface as a plain object: its properties are its state, a host draws it.
///
/// Reading a view's properties never needs a host, so encoding works the same in a window, in a
/// terminal and in a test. A view takes part in restoration when it has a restoration identifier
/// and its controller is preserved. It is found again in the view tree, never made.
@MainActor open class View: @MainActor StatePreserving {
  /// The version of what ``encodeRestorableState(with:)`` writes; the default is 1.
  open class var schemaVersion: Int { 1 }

  /// The name of this view among its controller's views; `nil`, the default, leaves it out.
  public var restorationIdentifier: String? {
    didSet {
      guard restorationIdentifier != oldValue else { return }
      name = restorationIdentifier.flatMap { RestorationIdentifier($0) }
      owningViewController?.invalidateRestorableState()
    }
  }

  /// The identifier, checked once; `nil` for a malformed one, which is in no path.
  private(set) var name: RestorationIdentifier?

  /// The view that contains this one.
  public private(set) weak var superview: View?

  /// The views this one contains, back to front; it owns them.
  public private(set) var subviews: [View] = []

  /// The controller whose root view this is; `nil` for every other view.
  public internal(set) weak var viewController: ViewController?

  /// How the superview places this view.
  public var layout = ViewLayout() { didSet { if layout != oldValue { setNeedsUpdate() } } }

  /// Whether bars lie over this view instead of beside it; asked of a controller's root view.
  ///
  /// With it, hiding and showing bars does not move the content.
  public var extendsUnderBars = false {
    didSet { if extendsUnderBars != oldValue { setNeedsUpdate() } }
  }

  /// Whether the view is left out of the picture and of the layout.
  public var isHidden = false { didSet { if isHidden != oldValue { setNeedsUpdate() } } }

  /// What is painted behind the view; `nil`, the default, leaves that to the user's theme.
  public var backgroundColor: Color? {
    didSet { if backgroundColor != oldValue { setNeedsUpdate() } }
  }

  /// Names of the host's styles that apply to this view (in GTK: CSS classes).
  public var styleNames: [String] = [] {
    didSet { if styleNames != oldValue { setNeedsUpdate() } }
  }

  /// What a screen reader says for this view.
  public var accessibilityLabel: String? {
    didSet { if accessibilityLabel != oldValue { setNeedsUpdate() } }
  }

  /// What of a freely placed view follows the superview's size; nothing by default.
  public var autoresizingMask: AutoresizingMask = [] {
    didSet { if autoresizingMask != oldValue { setNeedsUpdate() } }
  }

  /// Where a freely placed view lies; `nil` where ``layout`` places it.
  var placement: FreePlacement? {
    didSet { if placement != oldValue { restorablePropertyDidChange() } }
  }

  /// What the subviews of this view are moved against.
  var boundsOrigin = CGPoint.zero {
    didSet {
      guard boundsOrigin != oldValue else { return }
      restorablePropertyDidChange()
      subviews.forEach { $0.setNeedsUpdate() }
    }
  }

  /// The view whose text says what this one is for, such as a label beside a slider; not owned.
  ///
  /// A screen reader says it where there is no ``accessibilityLabel``.
  public weak var accessibilityLabelView: View? {
    didSet { if accessibilityLabelView !== oldValue { setNeedsUpdate() } }
  }

  /// The size the host gave this view, in points; zero until it was laid out once.
  private(set) var boundsSize = CGSize.zero

  /// Where the host put this view in its superview.
  private(set) var laidOutOrigin = CGPoint.zero

  /// The host's widget for this view; `nil` until the view is drawn, and always without a host.
  public var peer: (any ViewPeer)?

  /// Creates a view without superview and identifier.
  public init() {}

  /// Creates a view without superview that saves its state under an identifier.
  ///
  /// - Parameter restorationIdentifier: Its ``restorationIdentifier``.
  public convenience init(restorationIdentifier: String) {
    self.init()
    self.restorationIdentifier = restorationIdentifier
    name = RestorationIdentifier(restorationIdentifier)  // observers do not run here
  }

  /// Whether the view can have the focus; the default is `false`.
  open var canBecomeFirstResponder: Bool { false }

  /// The nearest controller that owns this view.
  public var owningViewController: ViewController? {
    viewController ?? superview?.owningViewController
  }

  /// Adds a view in front of the others, taking it from its former superview.
  ///
  /// - Parameter view: The view to contain.
  public func addSubview(_ view: View) {
    insertSubview(view, at: subviews.count)
  }

  /// Adds a view at a place among the subviews.
  ///
  /// - Parameters:
  ///   - view: The view to contain; taken from its former superview.
  ///   - index: Its place, back to front; clamped to the subviews there are.
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

  /// Whether this view is another one or lies below it.
  ///
  /// - Parameter view: The other view.
  /// - Returns: `true` for the view itself, too.
  public func isDescendant(of view: View) -> Bool {
    self === view || superview?.isDescendant(of: view) ?? false
  }

  /// A view came or went: what is on screen may have changed, and which views are saved.
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

  /// Tells the host that this view has to be drawn anew.
  public func setNeedsUpdate() {
    peer?.viewDidChange(self)
  }

  /// The host gave this view a size and a place; called by peers.
  ///
  /// - Parameters:
  ///   - size: The size in points.
  ///   - origin: The place in the superview, in points.
  public func hostDidLayOut(size: CGSize, at origin: CGPoint = .zero) {
    laidOutOrigin = origin
    guard size != boundsSize else { return }
    boundsSize = size
    subviews.forEach { $0.superviewDidResize(to: size) }
    guard let controller = owningViewController else { return layoutSubviews() }
    controller.working { layoutSubviews() }
  }

  /// Called when the view got another size; subclasses override it and call `super`.
  open func layoutSubviews() {}

  // MARK: State

  /// Whether the changes being made put back what was saved, and so are no change.
  var isRestoring = false

  /// Makes changes that are part of restoring, whenever they become possible.
  func restoring(_ changes: () -> Void) {
    let wasRestoring = isRestoring
    isRestoring = true
    changes()
    isRestoring = wasRestoring
  }

  /// A property that is saved has changed: it is drawn anew and saved soon.
  func restorablePropertyDidChange() {
    setNeedsUpdate()
    invalidateRestorableState()
  }

  /// Says that this view's state is no longer what was saved last.
  ///
  /// Without effect on a view that does not take part, before launch has ended, while state is
  /// restored and while the view is made.
  public func invalidateRestorableState() {
    guard restorationIdentifier != nil, !isRestoring, let owner = owningViewController,
      !owner.isLoadingView, let application = owner.window?.application
    else { return }
    if application.phase == .running { owner.hasViewForDecodeAlone = false }
    application.restorableStateDidChange(self)
    if !owner.hasEncodedViews { application.restorableStateDidChange(owner) }
  }

  /// A property of a subclass, declared with `@Restorable`, has changed: drawn anew, saved soon.
  ///
  /// - Parameter observer: Not used: a view reaches the application through its window.
  public final func declaredPropertyDidChange(_ observer: (any ChangeObserver)?) {
    restorablePropertyDidChange()
  }

  /// The same for the views below, which may have changed while they were in no window.
  func invalidateSubtree() {
    invalidateRestorableState()
    subviews.forEach { $0.invalidateSubtree() }
  }

  /// Writes this view's state; overrides call `super`.
  ///
  /// Called only for a view with an identifier whose controller is preserved. The default writes
  /// nothing.
  ///
  /// - Parameter coder: Belongs to this view alone and is dead once the method returns.
  open func encodeRestorableState(with coder: RestorationEncoder) {}

  /// Reads back what ``encodeRestorableState(with:)`` wrote; overrides call `super`.
  ///
  /// Called after the controller's own decode has returned. The default reads nothing.
  ///
  /// - Parameter coder: Belongs to this view alone and is dead once the method returns.
  open func decodeRestorableState(with coder: RestorationDecoder) {}

  /// Always `nil`: a view lies in its controller, wherever that is.
  public final var restorationParent: (any StateRestoring)? { nil }

  /// Always `nil`: a view is found, not made.
  public final var objectRestorationClass: (any ObjectRestoration.Type)? { nil }

  /// Never called: only controllers and registered objects hear of it.
  public final func applicationFinishedRestoringState() {}
}
