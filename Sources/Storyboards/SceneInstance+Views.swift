// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

extension SceneInstance {
  /// Creates the controller's root view with everything in it.
  func makeView() -> View? {
    guard let root = element.value(of: "view") else { return nil }
    let scope = ObjectScope(in: objects)
    views = scope
    let view = makeView(root, in: scope)
    // Code shows views beside the controller; an outlet owns them.
    for other in scene.others where ViewKind(element: other) != nil {
      _ = makeView(other, in: scope)
    }
    if view is ElementsView { view.layout = .expanding }
    return view
  }

  /// Creates a view with everything in it.
  func makeView(_ element: Element, in scope: ObjectScope) -> View {
    let kind = ViewKind(element: element)
    var view = kind?.make() ?? View()
    if let custom = storyboard.makeCustomObject(element) {
      if let custom = custom as? View {
        view = custom
      } else {
        note("has the class \(type(of: custom)), which is not a view; it is not used", element)
      }
    }
    scope.add(view, id: element.id, element)
    configureView(view, element)
    addRecognizers(to: view, element, in: scope)
    configure(view, element, in: scope)
    if let elements = view as? ElementsView {
      fill(elements, element, in: scope)
    } else {
      addSubviews(of: element, to: view, in: scope)
    }
    return view
  }

  /// Configures the properties that all views have.
  func configureView(_ view: View, _ element: Element) {
    view.restorationIdentifier = restorationIdentifier(of: element)
    view.isHidden = element.flag("hidden") ?? false
    view.backgroundColor = namedColor("backgroundColor", of: element)
    (view as? Label)?.textColor = namedColor("textColor", of: element)
    view.accessibilityLabel = element.value(of: "accessibilityConfiguration")?.string("label")
    noteRuntimeAttributes(of: element)
  }

  /// Returns a named colour.
  ///
  /// It comes from the asset catalogue, else from the copy in the file.
  ///
  /// Colours without a name are left to the user's theme, in which they could be illegible.
  private func namedColor(_ key: String, of element: Element) -> Color? {
    guard let name = element.value(of: key)?["name"] else { return nil }
    return storyboard.assets.color(named: name) ?? storyboard.document.namedColors[name]
  }

  /// Connects tap recognizers to views that can be tapped.
  func addRecognizers(to view: View, _ element: Element, in scope: ObjectScope) {
    let recognizers = element.connections.filter { $0["property"] == "gestureRecognizers" }
    for id in recognizers.compactMap({ $0["destination"] }) {
      guard let recognizer = storyboard.document.objects[id],
        recognizer.name == "tapGestureRecognizer"
      else { continue }
      guard let image = view as? ImageView else {
        note("is left out: only image views handle taps", recognizer)
        continue
      }
      image.onClick = trigger(recognizer, sender: image, in: scope)
    }
  }

  /// Adds the subviews of an element.
  ///
  /// Subviews of a plain view are placed by their frames.
  func addSubviews(of element: Element, to view: View, in scope: ObjectScope) {
    let content = element.content
    let children = content.list("subviews") + barItems(element)
    let stretched = content.stretched(of: children)
    for child in children {
      let subview = makeView(child, in: scope)
      if let stack = view as? StackView {
        placeInStack(subview, child, stack, element)
        if child === stretched, stack.axis == .horizontal {
          subview.layout.expandsHorizontally = true
        }
      } else {
        place(subview, child, in: content.frame ?? element.frame)
      }
      view.addSubview(subview)
    }
  }

  func place(_ view: View, _ element: Element, in superview: CGRect?) {
    let kind = ViewKind(element: element)
    if let frame = element.frame, let size = superview?.size, size.width > 0, size.height > 0 {
      view.layout =
        DesignedLayout(
          frame: frame, superviewSize: size, mask: element.child("autoresizingMask"),
          hasDesignedSize: kind?.hasDesignedSize ?? true
        ).layout
    }
    if view is Label, view.layout.horizontal == .fill {
      switch element["textAlignment"] {
      case "center": view.layout.horizontal = .center
      case "right": view.layout.horizontal = .end
      default: break
      }
    }
    if kind?.takesAllSpace ?? false {
      view.layout.expandsHorizontally = view.layout.horizontal == .fill
      view.layout.expandsVertically = view.layout.vertical == .fill
    }
  }

  private func placeInStack(
    _ view: View, _ element: Element, _ stack: StackView, _ stackElement: Element
  ) {
    let kind = ViewKind(element: element)
    let isShared = stackElement["distribution"]?.hasPrefix("fillEqual") ?? false
    let isLarge = kind?.takesAllSpace ?? false
    switch stack.axis {
    case .horizontal: view.layout.expandsHorizontally = isShared || isLarge
    case .vertical: view.layout.expandsVertically = isShared || isLarge
    }
    switch stackElement["alignment"] {
    case "center": setCrossAlignment(.center, of: view, in: stack)
    case "leading", "top": setCrossAlignment(.start, of: view, in: stack)
    case "trailing", "bottom": setCrossAlignment(.end, of: view, in: stack)
    default: break
    }
    if let frame = element.frame, kind?.hasDesignedSize ?? true, !isLarge {
      let layout = view.layout
      let (fillsWidth, fillsHeight) =
        stack.axis == .horizontal
        ? (false, layout.vertical == .fill) : (layout.horizontal == .fill, false)
      view.layout.minimumSize = CGSize(
        width: fillsWidth ? 0 : frame.width, height: fillsHeight ? 0 : frame.height)
    }
  }

  private func setCrossAlignment(
    _ alignment: ViewLayout.Alignment, of view: View, in stack: StackView
  ) {
    switch stack.axis {
    case .horizontal: view.layout.vertical = alignment
    case .vertical: view.layout.horizontal = alignment
    }
  }

  /// Returns the items of a bar that is a view.
  ///
  /// These are buttons, views and a title.
  private func barItems(_ element: Element) -> [Element] {
    let items =
      switch element.name {
      case "toolbar": element.list("items")
      case "navigationBar":
        element.list("items").flatMap { item in
          barButtons(of: item, "left") + [item.titleLabel]
            + barButtons(of: item, "right").reversed()
        }
      default: [Element]()
      }
    return items.filter { !SystemItem.isSpace($0["systemItem"]) }
      .map { $0.value(of: "customView") ?? $0 }
  }
}

extension Element {
  /// Returns the view that takes the remaining width of a row.
  ///
  /// It is the first view with the lowest hugging priority.
  fileprivate func stretched(of subviews: [Element]) -> Element? {
    guard ["fill", nil].contains(self["distribution"]), name != "toolbar" else { return nil }
    return subviews.min { $0.horizontalHugging < $1.horizontalHugging }
  }

  /// The title of a navigation item, centred between its buttons.
  fileprivate var titleLabel: Element {
    let attributes = [
      "text": string("title") ?? "", "textAlignment": "center", "horizontalHuggingPriority": "1",
    ]
    return Element(name: "label", attributes: attributes, line: line)
  }

  private var horizontalHugging: Double {
    number("horizontalHuggingPriority") ?? (name == "switch" ? 750 : 250)
  }
}

/// Derives a view's layout from its position in Interface Builder.
///
/// A frame gives the position of a view on a screen of one size. For other sizes, the springs and
/// struts decide if the file has them. Otherwise the layout is guessed: a view that spans its
/// superview fills it, a view in the middle stays there, any other view keeps its distance from the
/// nearer edge. Constraints are not read.
struct DesignedLayout {
  let frame: CGRect
  let superviewSize: CGSize
  /// The `autoresizingMask`; `nil` if the file has none.
  let mask: Element?
  let hasDesignedSize: Bool

  /// The layout in a plain view.
  var layout: ViewLayout {
    let horizontal = Axis(
      start: frame.minX, length: frame.width, total: superviewSize.width,
      isFlexible: flag("widthSizable"), isStartFlexible: flag("flexibleMinX"),
      isEndFlexible: flag("flexibleMaxX"))
    let vertical = Axis(
      start: frame.minY, length: frame.height, total: superviewSize.height,
      isFlexible: flag("heightSizable"), isStartFlexible: flag("flexibleMinY"),
      isEndFlexible: flag("flexibleMaxY"))
    var layout = ViewLayout()
    layout.horizontal = horizontal.alignment
    layout.vertical = vertical.alignment
    layout.margins = EdgeInsets(
      top: vertical.startMargin, left: horizontal.startMargin, bottom: vertical.endMargin,
      right: horizontal.endMargin)
    if hasDesignedSize {
      layout.minimumSize = CGSize(
        width: horizontal.alignment == .fill ? 0 : frame.width,
        height: vertical.alignment == .fill ? 0 : frame.height)
    }
    return layout
  }

  private func flag(_ name: String) -> Bool? { mask.map { $0.flag(name) ?? false } }

  private struct Axis {
    let start, length, total: Double
    let isFlexible, isStartFlexible, isEndFlexible: Bool?

    private var end: Double { total - start - length }

    var alignment: ViewLayout.Alignment {
      if let isFlexible, let isStartFlexible, let isEndFlexible {
        if isFlexible { return .fill }
        if isStartFlexible { return isEndFlexible ? .center : .end }
        return .start
      }
      let isInMiddle = abs(start - end) <= 2
      if length >= total * 0.8 || isInMiddle && length >= total / 2 { return .fill }
      if isInMiddle { return .center }
      return start <= end ? .start : .end
    }

    var startMargin: Double { alignment == .fill || alignment == .start ? max(0, start) : 0 }
    var endMargin: Double { alignment == .fill || alignment == .end ? max(0, end) : 0 }
  }
}
