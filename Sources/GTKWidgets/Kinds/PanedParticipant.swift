// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive

/// The position of the handle between two panes, once it was set.
///
/// User and program move the handle, and so does each layout in another length. A layout that a
/// screen or the desktop forces changes what is shown, and not what is wanted. Both are saved:
/// what was shown comes back in the same length.
final class PanedParticipant: WidgetParticipant {
  /// A position, and the length of the whole widget with it, in points.
  fileprivate struct Place: Equatable {
    var position: Int
    /// `nil` for any length.
    var length: Int?
  }

  /// The place that user or program wanted; `nil` before one was set.
  private var wanted: Place?
  /// The place after the last layout.
  private var shown: Place?
  /// The place that was saved as shown, until a layout has its length.
  private var restored: Place?
  /// Whether a layout has given the handle its first place.
  private var isPlaced = false
  private lazy var layout = unsafe LayoutPhase(of: widget) { [weak self] in self?.didLayOut() }

  override func observe() {
    wanted = place
    isPlaced = length > 0
    _ = layout
    unsafe connect(widget, "notify::position") { [weak self] _ in self?.positionDidChange() }
  }

  override func encode(with coder: RestorationEncoder) {
    guard let wanted else { return }
    (shown ?? restored ?? wanted).encode("position", "length", with: coder)
    wanted.encode("wantedPosition", "wantedLength", with: coder)
  }

  override func decode(with coder: RestorationDecoder) {
    guard let saved = Place("position", "length", with: coder) else { return }
    restored = saved
    wanted = Place("wantedPosition", "wantedLength", with: coder) ?? saved
    (shown, isPlaced) = (nil, false)
  }

  override func apply() {
    guard restored != nil, !isPlaced, let wanted else { return }
    show(wanted.position)
    if length > 0 { didLayOut() }
  }

  // MARK: Layout

  private func didLayOut() {
    guard length > 0, wanted != nil else { return }
    if !isPlaced || length != shown?.length { lengthDidChange() }
    guard let place, place != shown else { return }
    shown = place
    didChange()
  }

  /// Chooses the place in a new length.
  private func lengthDidChange() {
    guard let wanted else { return }
    if let restored, restored.length == length {
      self.restored = nil
      show(restored.position)
    } else if !isPlaced || wanted.length == length {
      show(position(for: wanted))
    } else if !isForced, let place {
      (self.wanted, restored) = (place, nil)
    }
    isPlaced = true
  }

  /// Returns the position that GTK gives the handle when a place gets the present length.
  private func position(for place: Place) -> Int {
    guard let former = place.length, former > 0 else { return place.position }
    let start = unsafe gtk_paned_get_resize_start_child(widget.opaque) != 0
    let end = unsafe gtk_paned_get_resize_end_child(widget.opaque) != 0
    if start == end {
      return Int((Double(place.position) * Double(length) / Double(former)).rounded())
    }
    return start ? max(0, place.position + length - former) : place.position
  }

  /// Whether the window has a size that nobody wanted.
  private var isForced: Bool {
    guard let root = unsafe gtk_widget_get_root(widget) else { return false }
    return unsafe (WidgetPointer(root).participant as? WindowParticipant)?.isForced ?? false
  }

  // MARK: The handle

  /// Handles a position that comes from user or program.
  private func positionDidChange() {
    guard isChange, !layout.isRunning else { return }
    (wanted, restored) = (place, nil)
    didChange()
  }

  private func show(_ position: Int) {
    applying { unsafe gtk_paned_set_position(widget.opaque, Int32(clamping: position)) }
  }

  /// The present place; `nil` before a position was set.
  private var place: Place? {
    guard unsafe cgtk_object_get_boolean(widget.raw, "position-set") != 0 else { return nil }
    return unsafe Place(
      position: Int(gtk_paned_get_position(widget.opaque)), length: length > 0 ? length : nil)
  }

  private var length: Int {
    let isHorizontal =
      unsafe gtk_orientable_get_orientation(widget.opaque) == GTK_ORIENTATION_HORIZONTAL
    return unsafe Int(isHorizontal ? gtk_widget_get_width(widget) : gtk_widget_get_height(widget))
  }
}

extension PanedParticipant.Place {
  /// Reads a place; `nil` if none was saved.
  fileprivate init?(_ position: String, _ length: String, with coder: RestorationDecoder) {
    let points = 0...Int(Int32.max)
    guard let saved = coder.decode(Int.self, forKey: position), points.contains(saved) else {
      return nil
    }
    let length = coder.decode(Int.self, forKey: length).flatMap { points.contains($0) ? $0 : nil }
    self.init(position: saved, length: length)
  }

  fileprivate func encode(_ position: String, _ length: String, with coder: RestorationEncoder) {
    coder.encode(self.position, forKey: position)
    if let value = self.length { coder.encode(value, forKey: length) }
  }
}
#endif
