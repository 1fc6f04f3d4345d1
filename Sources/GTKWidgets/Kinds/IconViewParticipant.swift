// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive

/// Selected icons, and the icon with the cursor.
///
/// Icons are known by the program's names, which a closure returns for a `GtkTreeIter`, or else
/// by their numbers.
final class IconViewParticipant: SelectionParticipant {
  private var pendingCursor: NumberedElement?
  private var observed: ObservedObject?

  override func observe() {
    unsafe connect(widget, "selection-changed") { [weak self] _ in self?.selectionDidChange() }
    unsafe connect(widget, "move-cursor") { [weak self] _ in
      self?.choiceDidChange { self?.pendingCursor = nil }
    }
    unsafe connect(widget, "notify::model") { [weak self] _ in
      self?.observeModel()
      self?.elementsDidChange(areGone: true)
    }
    observeModel()
  }

  override func encode(with coder: RestorationEncoder) {
    super.encode(with: coder)
    (pendingCursor ?? cursor)?.encode(forKey: "cursor", with: coder)
  }

  override func decode(with coder: RestorationDecoder) {
    super.decode(with: coder)
    pendingCursor = NumberedElement(forKey: "cursor", with: coder)
  }

  override func apply() {
    super.apply()
    guard let wanted = pendingCursor else { return }
    let found =
      wanted.identifier.map { name in (0..<count).first { self.name(at: $0) == name } }
      ?? position(wanted.number, of: count)
    guard let found else { return }
    pendingCursor = nil
    applying {
      unsafe withPath(found) { unsafe gtk_icon_view_set_cursor(view, $0, nil, 0) }
    }
  }

  override var isWaiting: Bool { super.isWaiting || pendingCursor != nil }

  override var count: Int {
    unsafe model.map { unsafe Int(gtk_tree_model_iter_n_children($0, nil)) } ?? 0
  }

  override func withElement<Result>(
    at position: Int, _ body: (UnsafeMutableRawPointer) -> Result?
  ) -> Result? {
    var row = unsafe GtkTreeIter()
    guard let model = unsafe model,
      unsafe gtk_tree_model_iter_nth_child(model, &row, nil, Int32(position)) != 0
    else { return nil }
    return unsafe withUnsafeMutablePointer(to: &row) {
      unsafe body(UnsafeMutableRawPointer($0))
    }
  }

  override var selectedPositions: [Int] {
    let paths = unsafe gtk_icon_view_get_selected_items(view)
    defer { unsafe g_list_free_full(paths) { unsafe gtk_tree_path_free(OpaquePointer($0)) } }
    var positions: [Int] = []
    var next = unsafe paths
    while let path = unsafe next {
      if let position = unsafe position(of: OpaquePointer(path.pointee.data)) {
        positions.append(position)
      }
      unsafe next = unsafe path.pointee.next
    }
    return positions.sorted()
  }

  override func select(_ positions: [Int]) {
    unsafe gtk_icon_view_unselect_all(view)
    for position in positions {
      unsafe withPath(position) { unsafe gtk_icon_view_select_path(view, $0) }
    }
  }

  private var view: OpaquePointer { unsafe widget.opaque }

  private var model: OpaquePointer? { unsafe gtk_icon_view_get_model(view) }

  private var cursor: NumberedElement? {
    var path: OpaquePointer?
    guard unsafe gtk_icon_view_get_cursor(view, &path, nil) != 0 else { return nil }
    defer { unsafe gtk_tree_path_free(path) }
    return unsafe position(of: path).map { NumberedElement(number: $0, identifier: name(at: $0)) }
  }

  private func name(at position: Int) -> String? {
    unsafe withElement(at: position) { unsafe name(of: $0) }
  }

  private func position(of path: OpaquePointer?) -> Int? {
    unsafe gtk_tree_path_get_indices(path).map { unsafe Int($0.pointee) }
  }

  private func withPath(_ position: Int, _ body: (OpaquePointer) -> Void) {
    guard let path = unsafe gtk_tree_path_new_from_string("\(position)") else { return }
    unsafe body(path)
    unsafe gtk_tree_path_free(path)
  }

  private func observeModel() {
    observed = unsafe model.map { unsafe ObservedObject(UnsafeMutableRawPointer($0), of: widget) }
    for signal in ["row-inserted", "row-changed", "row-deleted"] {
      observed?.connect(signal) { [weak self] in
        self?.elementsDidChange(areGone: signal == "row-deleted")
      }
    }
  }
}
#endif
