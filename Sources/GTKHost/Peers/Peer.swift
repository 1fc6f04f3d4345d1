// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import GTKSupport
import ViewControllers

/// The host's part of one view: its widget and its common properties.
///
/// Each kind of view has a subclass, which overrides ``sync()``.
@safe @MainActor class Peer: ViewPeer {
  /// The view's widget in the superview's widget; owned.
  let widget: WidgetPointer

  /// The host that created this peer.
  let host: GTKHost

  private var appearance = Appearance()
  private var searchFrame: SearchFrame?

  /// Creates a peer.
  ///
  /// - Parameters:
  ///   - widget: The widget, new or kept by the subclass.
  ///   - host: The host that creates this peer.
  init(widget: WidgetPointer, host: GTKHost) {
    unsafe self.widget = unsafe widget
    self.host = host
    unsafe g_object_ref_sink(widget)
    unsafe mark(widget, self)
  }

  isolated deinit {
    unsafe mark(widget, nil)
    unsafe g_object_unref(widget)
  }

  /// The view.
  var view: View? { nil }

  /// The widget to place: the view's own, or its search frame.
  final var frame: WidgetPointer { unsafe searchFrame?.canvas.widget ?? widget }

  /// Moves the focus to this peer's widget or into it.
  ///
  /// - Returns: Whether the widget took it.
  func grabFocus() -> Bool {
    unsafe gtk_widget_grab_focus(widget) != 0
      || gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD) != 0
  }

  /// The widget for assistive technology: the one that gets the focus.
  var accessibleWidget: WidgetPointer { unsafe widget }

  /// Centres the widget where its layout would stretch it.
  ///
  /// For widgets with one height, such as a switch, which would look broken.
  final func centerInsteadOfStretching() {
    guard appearance.layout.vertical == .fill else { return }
    unsafe gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
  }

  /// Whether subviews lie at their frames; else only layouts count.
  var placesFreely: Bool { false }

  /// The peers of the subviews that this peer has placed.
  var childPeers: [Peer] { [] }

  /// Applies the model's properties that only this kind of view has.
  func sync() {}

  /// Applies all of the model's properties to the widget.
  final func viewDidChange(_ view: View) {
    apply(Appearance(of: view, host: host))
    syncSearch(view)
    sync()
  }

  /// Shows the view's search; a search frame stays once created.
  private func syncSearch(_ view: View) {
    let search = view.viewController?.searchController
    if search != nil, searchFrame == nil { searchFrame = SearchFrame(around: self) }
    searchFrame?.show(search)
  }

  /// Tells the model its size, once the widget has one.
  func reportSize() {}

  /// Tells a view its size.
  final func report(_ view: View?) {
    // GTK gives a hidden widget no size; the view keeps its own.
    guard let view, unsafe gtk_widget_get_visible(widget) != 0 else { return }
    var (start, place) = (graphene_point_t(), graphene_point_t())
    let superview = unsafe (view.superview?.peer as? Peer)?.widget
    let isBelow = unsafe superview.map {
      unsafe gtk_widget_compute_point(widget, $0, &start, &place) != 0
    }
    unsafe view.hostDidLayOut(
      size: CGSize(width: Double(widget.width), height: Double(widget.height)),
      at: isBelow == true ? CGPoint(x: Double(place.x), y: Double(place.y)) : .zero)
  }

  /// Tells the subviews their sizes after the current layout.
  final func childrenWereAllocated() {
    host.layoutQueue.add { [weak self] in
      self?.childPeers.forEach { $0.reportSize() }
    }
  }

  private func apply(_ new: Appearance) {
    guard new != appearance else { return }
    let old = appearance
    appearance = new
    let layout = new.layout
    unsafe gtk_widget_set_halign(widget, layout.horizontal.gtk)
    unsafe gtk_widget_set_valign(widget, layout.vertical.gtk)
    unsafe gtk_widget_set_hexpand(widget, layout.expandsHorizontally.gboolean)
    unsafe gtk_widget_set_vexpand(widget, layout.expandsVertically.gboolean)
    unsafe gtk_widget_set_margin_top(widget, Int32(layout.margins.top))
    unsafe gtk_widget_set_margin_start(widget, Int32(layout.margins.left))
    unsafe gtk_widget_set_margin_bottom(widget, Int32(layout.margins.bottom))
    unsafe gtk_widget_set_margin_end(widget, Int32(layout.margins.right))
    let least = layout.minimumSize
    unsafe gtk_widget_set_size_request(
      widget, least.width > 0 ? Int32(least.width) : -1,
      least.height > 0 ? Int32(least.height) : -1)
    if new.frame != old.frame, let parent = unsafe gtk_widget_get_parent(frame) {
      unsafe gtk_widget_queue_resize(parent)
    }
    unsafe gtk_widget_set_visible(widget, (!new.isHidden).gboolean)
    for name in old.styleNames where !new.styleNames.contains(name) {
      unsafe widget.setStyle(name, false)
    }
    for name in new.styleNames { unsafe widget.setStyle(name, true) }
    if new.accessibilityLabel != old.accessibilityLabel {
      unsafe cgtk_accessible_set_label(accessibleWidget, new.accessibilityLabel)
      if unsafe gtk_accessible_get_accessible_role(accessibleWidget.opaque)
        == GTK_ACCESSIBLE_ROLE_IMG
      {
        // Without a name, assistive technology would read the name of the picture's class.
        unsafe cgtk_accessible_set_hidden(
          accessibleWidget, (new.accessibilityLabel == nil).gboolean)
      }
    }
    if new.labelView !== old.labelView {
      let label = unsafe new.labelView.map { unsafe host.peer(for: $0).accessibleWidget }
      unsafe cgtk_accessible_set_labelled_by(accessibleWidget, label)
    }
  }
}

/// The common properties of a view, as last applied to its widget.
private struct Appearance: Equatable {
  var layout = ViewLayout()
  /// The frame of a freely placed view; its layout is not used.
  var frame: CGRect?
  var isHidden = false
  /// The program's style names, and those of its colours.
  var styleNames: [String] = []
  var accessibilityLabel: String?
  weak var labelView: View?

  init() {}

  static func == (one: Self, other: Self) -> Bool {
    one.layout == other.layout && one.frame == other.frame && one.isHidden == other.isHidden
      && one.styleNames == other.styleNames
      && one.accessibilityLabel == other.accessibilityLabel && one.labelView === other.labelView
  }

  @MainActor init(of view: View, host: GTKHost) {
    if view.isPlacedFreely, (view.superview?.peer as? Peer)?.placesFreely == true {
      let origin = view.superview?.bounds.origin ?? .zero
      frame = view.frame.offsetBy(dx: -origin.x, dy: -origin.y)
    } else {
      layout = view.layout
    }
    isHidden = view.isHidden
    styleNames = view.styleNames
    if let color = view.backgroundColor {
      styleNames.append(host.colors.name(of: color, for: .background))
    }
    if let color = (view as? Label)?.textColor {
      styleNames.append(host.colors.name(of: color, for: .text))
    }
    accessibilityLabel = view.spokenName
    labelView = view.namingView
  }
}

extension View {
  /// The view's name for assistive technology.
  ///
  /// A list without a name has that of the screen that it fills.
  fileprivate var spokenName: String? {
    if let accessibilityLabel { return accessibilityLabel }
    guard self is ElementsView, accessibilityLabelView == nil else { return nil }
    return owningViewController?.title
  }

  /// The view whose text is this one's name for assistive technology.
  ///
  /// A switch, a slider or a stepper without a name has that of the label before it in a stack.
  fileprivate var namingView: View? {
    guard accessibilityLabelView == nil, accessibilityLabel == nil,
      self is Switch || self is Slider || self is Stepper,
      let row = (superview as? StackView)?.subviews,
      let index = row.firstIndex(where: { $0 === self }), index > 0
    else { return accessibilityLabelView }
    return row[index - 1] as? Label
  }
}

extension ViewLayout.Alignment {
  /// GTK's value for the same alignment.
  fileprivate var gtk: GtkAlign {
    switch self {
    case .fill: GTK_ALIGN_FILL
    case .start: GTK_ALIGN_START
    case .center: GTK_ALIGN_CENTER
    case .end: GTK_ALIGN_END
    }
  }
}

/// A peer that knows the class of its view.
@MainActor class TypedPeer<Model: View>: Peer {
  /// The view; `nil` if it is gone before its widget.
  ///
  /// A widget can still be leaving the screen then.
  private(set) weak var model: Model?

  /// Creates a peer.
  ///
  /// - Parameters:
  ///   - model: The view, which will own this peer.
  ///   - widget: The widget.
  ///   - host: The host that creates this peer.
  init(_ model: Model, widget: WidgetPointer, host: GTKHost) {
    self.model = model
    unsafe super.init(widget: widget, host: host)
  }

  override var view: View? { model }

  override func reportSize() { report(model) }
}

extension GTKHost {
  /// Returns the peer of a view, created on first use.
  func peer(for view: View) -> Peer {
    if let peer = view.peer as? Peer { return peer }
    let peer = makePeer(for: view)
    view.peer = peer
    peer.viewDidChange(view)
    return peer
  }

  /// Creates the peer for a view's class; subclasses are checked first.
  private func makePeer(for view: View) -> Peer {
    switch view {
    case let view as NavigationView: NavigationPeer(view, host: self)
    case let view as TabBarView: TabBarPeer(view, host: self)
    case let view as SplitView: SplitPeer(view, host: self)
    case let view as PageView: PagePeer(view, host: self)
    case let view as CollectionView: CollectionPeer(view, host: self)
    case let view as TableView: TablePeer(view, host: self)
    case let view as ScrollView: ScrollPeer(view, host: self)
    case let view as StackView: StackPeer(view, host: self)
    case let view as ImageView: ImagePeer(view, host: self)
    case let view as Label: LabelPeer(view, host: self)
    case let view as Button: ButtonPeer(view, host: self)
    case let view as Slider: SliderPeer(view, host: self)
    case let view as Switch: SwitchPeer(view, host: self)
    case let view as TextField: TextFieldPeer(view, host: self)
    case let view as TextView: TextViewPeer(view, host: self)
    case let view as SearchBar: SearchPeer(view, host: self)
    case let view as SegmentedControl: SegmentedPeer(view, host: self)
    case let view as Stepper: StepperPeer(view, host: self)
    case let view as ProgressView: ProgressPeer(view, host: self)
    case let view as NativeView: NativePeer(view, host: self)
    case let view as ReusableCell: CellPeer(view, host: self)
    default: ContainerPeer(view, host: self)
    }
  }

  /// Makes a view's subviews the children of a widget, in order.
  ///
  /// - Parameters:
  ///   - view: The view with the subviews.
  ///   - parent: The widget; it has no other children.
  ///   - placed: The peers of the subviews that were placed before.
  /// - Returns: The peers of the present subviews.
  func placeSubviews(of view: View, in parent: WidgetPointer, replacing placed: [Peer]) -> [Peer] {
    let wanted = view.subviews.map { peer(for: $0) }
    guard !wanted.elementsEqual(placed, by: ===) else { return placed }
    for peer in placed where !wanted.contains(where: { $0 === peer }) {
      if unsafe gtk_widget_get_parent(peer.frame) == parent {
        unsafe gtk_widget_unparent(peer.frame)
      }
    }
    var previous: WidgetPointer?
    for peer in wanted {
      unsafe peer.detach(unlessIn: parent)
      unsafe gtk_widget_insert_after(peer.frame, parent, previous)
      unsafe previous = unsafe peer.frame
    }
    return wanted
  }
}

extension Peer {
  /// Removes the view's frame from its old parent, if there is one.
  ///
  /// That parent may not know of the loss yet.
  func detach(unlessIn parent: WidgetPointer? = nil) {
    if let old = unsafe gtk_widget_get_parent(frame), unsafe old != parent {
      unsafe gtk_widget_unparent(frame)
    }
  }
}
#endif
