// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The current width of the widget's content.
  var width: Int32 { unsafe gtk_widget_get_width(self) }

  /// The current height of the widget's content.
  var height: Int32 { unsafe gtk_widget_get_height(self) }

  /// Returns the least and the preferred size along one axis.
  ///
  /// - Parameters:
  ///   - orientation: The axis.
  ///   - size: The size along the other axis, or the least one if that is larger; -1 for any.
  /// - Returns: The sizes, in points.
  func measure(_ orientation: GtkOrientation, forSize size: Int32) -> Extent {
    let isVertical = orientation == GTK_ORIENTATION_VERTICAL
    let other = isVertical ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL
    let size = unsafe size < 0 ? size : max(size, measure(other, forSize: -1).minimum)
    var extent = Extent()
    unsafe gtk_widget_measure(self, orientation, size, &extent.minimum, &extent.natural, nil, nil)
    return extent
  }

  /// Places a child; valid only during its parent's allocation.
  func allocate(x: Int32, y: Int32, width: Int32, height: Int32) {
    var rectangle = GtkAllocation(x: x, y: y, width: max(0, width), height: max(0, height))
    unsafe gtk_widget_size_allocate(self, &rectangle, -1)
  }

  /// Places a child in whole points, never smaller than it needs.
  func allocate(in frame: CGRect) {
    func points(_ value: Double) -> Int32 { Int32(min(max(value, -1e6), 1e6).rounded()) }
    let width = unsafe max(
      points(frame.width), measure(GTK_ORIENTATION_HORIZONTAL, forSize: -1).minimum)
    let height = unsafe max(
      points(frame.height), measure(GTK_ORIENTATION_VERTICAL, forSize: width).minimum)
    unsafe allocate(x: points(frame.minX), y: points(frame.minY), width: width, height: height)
  }

  /// Whether the widget, or a widget inside, has the focus.
  var containsFocus: Bool {
    guard let root = unsafe gtk_widget_get_root(self), let focus = unsafe gtk_root_get_focus(root)
    else {
      return false
    }
    return unsafe focus == self || gtk_widget_is_ancestor(focus, self) != 0
  }

  /// Adds or removes a style class.
  func setStyle(_ name: String, _ isOn: Bool) {
    if isOn {
      unsafe gtk_widget_add_css_class(self, name)
    } else {
      unsafe gtk_widget_remove_css_class(self, name)
    }
  }
}

/// The room that a widget wants along one axis, in points.
struct Extent: Equatable {
  /// The least size.
  var minimum: Int32 = 0
  /// The preferred size.
  var natural: Int32 = 0

  /// Adds room for another extent below this one.
  mutating func stack(_ other: Extent, _ orientation: GtkOrientation) {
    guard orientation == GTK_ORIENTATION_VERTICAL else { return formUnion(other) }
    minimum += other.minimum
    natural += other.natural
  }

  /// Grows to hold either of the two.
  mutating func formUnion(_ other: Extent) {
    minimum = max(minimum, other.minimum)
    natural = max(natural, other.natural)
  }
}
#endif
