// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive

/// The selected row, by its identifier or else by its number.
final class ComboBoxParticipant: WidgetParticipant {
  private var pending: NumberedElement?
  private var observed: ObservedObject?

  override func observe() {
    unsafe connect(widget, "changed") { [weak self] _ in
      self?.choiceDidChange { self?.pending = nil }
    }
    unsafe connect(widget, "notify::model") { [weak self] _ in
      self?.observeModel()
      self?.applyLate()
    }
    observeModel()
  }

  override func encode(with coder: RestorationEncoder) {
    (pending ?? shown).encode(forKey: "active", with: coder)
  }

  override func decode(with coder: RestorationDecoder) {
    pending = NumberedElement(forKey: "active", with: coder)
  }

  /// Selects the restored row; a missing row is awaited.
  ///
  /// A row with an identifier is never selected by its number, because another row may have that
  /// number by then.
  override func apply() {
    guard let choice = pending, unsafe gtk_combo_box_get_model(box) != nil else { return }
    if let identifier = choice.identifier {
      applying {
        if unsafe gtk_combo_box_set_active_id(box, identifier) != 0 { pending = nil }
      }
    } else if choice.number < rowCount {
      pending = nil
      applying { unsafe gtk_combo_box_set_active(box, Int32(max(-1, choice.number))) }
    }
  }

  private var box: UnsafeMutablePointer<GtkComboBox> { unsafe widget.cast() }

  private var shown: NumberedElement {
    guard unsafe gtk_combo_box_get_model(box) != nil else { return NumberedElement(number: -1) }
    return unsafe NumberedElement(
      number: Int(gtk_combo_box_get_active(box)),
      identifier: gtk_combo_box_get_active_id(box).map { unsafe String(cString: $0) })
  }

  private var rowCount: Int {
    unsafe gtk_combo_box_get_model(box).map {
      unsafe Int(gtk_tree_model_iter_n_children($0, nil))
    } ?? 0
  }

  private func observeModel() {
    observed = unsafe gtk_combo_box_get_model(box).map {
      unsafe ObservedObject(UnsafeMutableRawPointer($0), of: widget)
    }
    for signal in ["row-inserted", "row-changed"] {
      // Rows are added one by one, and may get their identifiers later.
      observed?.connect(signal) { [weak self] in
        if self?.pending != nil { self?.applySoon() }
      }
    }
  }
}
#endif
