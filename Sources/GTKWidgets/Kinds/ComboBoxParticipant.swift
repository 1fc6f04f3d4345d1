// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive
import StateRestoration

/// The selected row, by its identifier or else by its number.
///
/// An entry in the box takes part on its own, below the box. Its text goes back over the text of
/// the row that it was typed into, so that row stays selected in saved state.
final class ComboBoxParticipant: WidgetParticipant {
  private let choice = ChosenValue<NumberedElement>()
  private var observed: ObservedObject?
  /// The row that was selected last, and the text that it gave the entry.
  private var typedInto: (row: NumberedElement, text: String?)?
  /// The chosen row at the last signal.
  private var known: NumberedElement?
  /// The number of rows at the last signal of the model.
  private var knownCount = 0

  override var ownChoice: (any OfferableValue)? { choice }

  override func observe() {
    if let entry = unsafe entry, unsafe entry.restorationIdentifier == nil {
      unsafe entry.restorationIdentifier = "Entry"
    }
    noteRow()
    unsafe connect(widget, "changed") { [weak self] _ in self?.rowDidChange() }
    unsafe connect(widget, "notify::model") { [weak self] _ in
      self?.noteFilling()
      self?.observeModel()
      self?.applyLate()
    }
    observeModel()
    known = chosen
    record(by: .program)
  }

  /// Handles another row; typing keeps the row.
  private func rowDidChange() {
    if rowCount != knownCount { noteFilling() }  // the model's own signal comes later
    noteRow()
    guard chosen != known else { return }
    known = chosen
    guard let author else { return }
    noteShown()
    record(by: author)
    valueDidChange(choice)
  }

  override func willFill() { choice.willFill(known) }

  override func didFill() { if choice.didFill(chosen) { didChange() } }

  private func record(by author: ValueAuthor) {
    let isNobodys = author == .program && chosen.number < 0
    choice.didChange(to: chosen, by: isNobodys ? .nobody : author)
  }

  override func encode(with coder: RestorationEncoder) {
    unsafe choice.encode(chosen, forKey: "active", with: coder, widget.valueRestoration) {
      $0.encode(forKey: $1, with: coder)
    }
  }

  override func decode(with coder: RestorationDecoder) {
    choice.decode(forKey: "active", with: coder) { NumberedElement(forKey: $0, with: coder) }
  }

  /// Selects the restored row; a missing row is awaited.
  ///
  /// A row with an identifier is never selected by its number, because another row may have that
  /// number by then.
  override func apply() {
    guard unsafe gtk_combo_box_get_model(box) != nil,
      let row = unsafe choice.valueToPutBack(widget.valueRestoration)
    else { return }
    if let identifier = row.identifier {
      applying {
        if unsafe gtk_combo_box_set_active_id(box, identifier) != 0 { choice.didPutBack() }
      }
    } else if row.number < rowCount {
      choice.didPutBack()
      applying { unsafe gtk_combo_box_set_active(box, Int32(max(-1, row.number))) }
    }
  }

  private var box: UnsafeMutablePointer<GtkComboBox> { unsafe widget.cast() }

  private var shown: NumberedElement {
    guard unsafe gtk_combo_box_get_model(box) != nil else { return NumberedElement(number: -1) }
    return unsafe NumberedElement(
      number: Int(gtk_combo_box_get_active(box)),
      identifier: gtk_combo_box_get_active_id(box).map { unsafe String(cString: $0) })
  }

  private var entry: WidgetPointer? {
    unsafe gtk_combo_box_get_has_entry(box) != 0 ? gtk_combo_box_get_child(box) : nil
  }

  /// The selected row, or the one that the text in the entry was typed into.
  private var chosen: NumberedElement { typedInto?.row ?? shown }

  /// Records the selected row of a box with an entry.
  ///
  /// Typing deselects the row, and so may the program, which does not change the text.
  private func noteRow() {
    guard let entry = unsafe entry else { return }
    let (row, text) = unsafe (shown, entry.wholeText)
    if row.number >= 0 {
      typedInto = (row, text)
      unsafe (entry.participant as? TextParticipant)?.observeText()  // nobody typed it
    } else if text == typedInto?.text {
      typedInto = nil
    }
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
    knownCount = rowCount
    for signal in ["row-inserted", "row-changed", "row-deleted"] {
      // Rows are added one by one, and may get their identifiers later.
      observed?.connect(signal) { [weak self] in
        guard let self else { return }
        noteFilling()
        knownCount = rowCount
        if choice.isWaiting { applySoon() }
      }
    }
  }
}
#endif
