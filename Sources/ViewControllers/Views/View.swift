// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.CGSize

/// A piece of interface as a plain object: its properties are its state, a host draws it.
///
/// Reading a view's properties never needs a host, so encoding works the same in a window, in a
/// terminal and in a test. A view takes part in restoration when it has a restoration identifier
/// and its controller is preserved (R17).
@MainActor open class View {
  /// The name of this view among its controller's views; `nil`, the default, leaves it out (R9).
  public var restorationIdentifier: String?

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

  /// Names of the host's styles that apply to this view (in GTK: CSS classes).
  public var styleNames: [String] = [] {
    didSet { if styleNames != oldValue { setNeedsUpdate() } }
  }

  /// What a screen reader says for this view.
  public var accessibilityLabel: String? {
    didSet { if accessibilityLabel != oldValue { setNeedsUpdate() } }
  }

  /// The size the host gave this view, in points; zero until it was laid out once.
  public internal(set) var boundsSize = CGSize.zero

  /// The host's widget for this view; `nil` until the view is drawn, and always without a host.
  public var peer: (any ViewPeer)?

  /// Creates a view without superview and identifier.
  public init() {}

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
    setNeedsUpdate()
  }

  /// Takes this view out of its superview.
  public func removeFromSuperview() {
    guard let superview else { return }
    superview.subviews.removeAll { $0 === self }
    self.superview = nil
    superview.setNeedsUpdate()
  }

  /// Tells the host that this view has to be drawn anew.
  public func setNeedsUpdate() {
    peer?.viewDidChange(self)
  }

  /// The host gave this view a size; called by peers.
  ///
  /// - Parameter size: The size in points.
  public func hostDidLayOut(size: CGSize) {
    guard size != boundsSize else { return }
    boundsSize = size
    layoutSubviews()
  }

  /// Called when the view got another size; subclasses override it and call `super`.
  open func layoutSubviews() {}
}
