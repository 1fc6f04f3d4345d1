// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GTKWidgets

/// A window with a list of notes beside the selected one.
@MainActor final class NotesWindow {
  let widget: Widget = gtk_window_new()
  private let store: NoteStore
  private let identifiers: OpaquePointer?
  private let selection: OpaquePointer
  private let list: Widget
  private let text: Widget = gtk_text_view_new()
  private let title: Widget = gtk_entry_new()
  private let tags: Widget = gtk_entry_new()
  private let priority: Widget = gtk_spin_button_new_with_range(0, 9, 1)
  private let isPinned: Widget = gtk_check_button_new_with_label("Keep on top")
  private let offer: Widget = gtk_info_bar_new()
  private let offeredText: Widget = gtk_label_new(nil)
  private let delete: Widget = gtk_button_new_from_icon_name("user-trash-symbolic")
  private let pages: Widget = gtk_notebook_new()
  private let undoBar = UndoBar()
  /// The area beside the list; unused without a note.
  private let side: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  /// The visible rows by note.
  private var rows: [Note.ID: Widget] = [:]
  private var shown: Note.ID?
  /// Whether code, not the user, is filling the fields.
  private var isFilling = false

  private var texts: [Widget] { [text, title, tags] }

  init(_ store: NoteStore, _ application: UnsafeMutablePointer<GtkApplication>?) {
    self.store = store
    // The strings are the notes' identifiers, by which the list's selection is saved.
    identifiers = gtk_string_list_new(nil)
    for note in store.notes { gtk_string_list_append(identifiers, note.id) }
    selection = gtk_single_selection_new(identifiers)
    list = gtk_list_view_new(selection, gtk_signal_list_item_factory_new())
    gtk_window_set_application(widget.cast(), application)
    gtk_window_set_default_size(widget.cast(), 760, 520)
    gtk_window_set_title(widget.cast(), "Notes")
    gtk_window_set_titlebar(widget.cast(), makeHeaderBar())
    let content: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    gtk_box_append(content.cast(), makePanes())
    gtk_box_append(content.cast(), undoBar.widget)
    gtk_window_set_child(widget.cast(), content)
    name()
    connect(selection, "notify::selected") { [weak self] (_: UnsafeMutableRawPointer) in
      self?.keepNote()
      self?.showNote()
    }
    connect(OpaquePointer(gtk_text_view_get_buffer(text.cast())), "changed") { [weak self] in
      self?.updateRow()
    }
    connect(priority.opaque, "value-changed") { [weak self] in self?.keepNote() }
    connect(isPinned.opaque, "toggled") { [weak self] in self?.keepNote() }
    for text in texts {
      text.onUnrestoredTextChange = { [weak self] _ in self?.showOffer() }
    }
    showNote()
  }

  /// Names the widgets to restore; GTKWidgets does the rest.
  ///
  /// Priority and pin need no name: they are written when they change, and come back with the note.
  private func name() {
    widget.restorationIdentifier = "Main"
    list.restorationIdentifier = "Notes"
    text.restorationIdentifier = "Text"
    title.restorationIdentifier = "Title"
    tags.restorationIdentifier = "Tags"
  }

  /// Writes the user's changes to the shown note.
  func keepNote() {
    guard let shown, !isFilling else { return }
    let note = Note(
      id: shown, title: title.text, text: text.bufferText, tags: tags.text,
      priority: Int(gtk_spin_button_get_value_as_int(priority.opaque)),
      isPinned: gtk_check_button_get_active(isPinned.cast()) != 0)
    do {
      if let added = try store.keep(note) {
        self.shown = added.id
        gtk_string_list_append(identifiers, added.id)
      }
      updateRow()
    } catch {
      return report(error)  // The typed text is in no file and stays in saved state.
    }
    // From here on the file has everything that was typed.
    texts.forEach { $0.markTextSaved() }
  }

  /// Shows the selected note, or nothing if none is selected.
  private func showNote() {
    let item = gtk_single_selection_get_selected_item(selection).map { OpaquePointer($0) }
    let identifier = item.flatMap { gtk_string_object_get_string($0) }.map { String(cString: $0) }
    let note = identifier.flatMap(store.note)
    guard note == nil || note?.id != shown else { return }
    isFilling = true
    defer { isFilling = false }
    shown = note?.id
    for widget in [side, delete] { gtk_widget_set_sensitive(widget, note == nil ? 0 : 1) }
    gtk_text_buffer_set_text(gtk_text_view_get_buffer(text.cast()), note?.text ?? "", -1)
    gtk_editable_set_text(title.opaque, note?.title ?? "")
    gtk_editable_set_text(tags.opaque, note?.tags ?? "")
    gtk_spin_button_set_value(priority.opaque, Double(note?.priority ?? 0))
    gtk_check_button_set_active(isPinned.cast(), note?.isPinned == true ? 1 : 0)
    texts.forEach { $0.markTextSaved() }
  }

  /// Updates the shown note's row with its title or first line.
  private func updateRow() {
    guard let shown, !isFilling, let row = rows[shown], let note = store.note(shown) else { return }
    let name = note.title.isEmpty ? Note.name(ofText: text.bufferText) : note.title
    gtk_label_set_text(row.opaque, name)
  }

  private func report(_ error: any Error) {
    FileHandle.standardError.write(Data("The notes could not be written: \(error)\n".utf8))
  }

  // MARK: Adding and deleting

  private func makeHeaderBar() -> Widget {
    let bar: Widget = gtk_header_bar_new()
    let add: Widget = gtk_button_new_from_icon_name("document-new-symbolic")
    gtk_widget_set_tooltip_text(add, "New note (Ctrl+N)")
    gtk_widget_set_tooltip_text(delete, "Delete the note (Delete, in the list)")
    cgtk_accessible_set_label(add, "New Note")
    cgtk_accessible_set_label(delete, "Delete")
    gtk_header_bar_pack_start(bar.opaque, add)
    gtk_header_bar_pack_start(bar.opaque, delete)
    connect(add.opaque, "clicked") { [weak self] in self?.addNote() }
    connect(delete.opaque, "clicked") { [weak self] in self?.deleteNote() }
    addShortcut(GDK_KEY_n, GDK_CONTROL_MASK, to: widget) { [weak self] in self?.addNote() }
    // In a text view this key deletes a letter.
    addShortcut(GDK_KEY_Delete, GdkModifierType(rawValue: 0), to: list) { [weak self] in
      self?.deleteNote()
    }
    undoBar.onUndo = { [weak self] in self?.putBack($0, at: $1) }
    return bar
  }

  private func addNote() {
    keepNote()
    do {
      let note = try store.add()
      shown = nil  // its text was kept, and may be older than the file
      insert(note, at: 0)
      gtk_notebook_set_current_page(pages.opaque, 0)
      gtk_widget_grab_focus(text)
    } catch { report(error) }
  }

  private func deleteNote() {
    keepNote()
    guard let id = shown, let row = row(of: id) else { return }
    do {
      let removed = try store.remove(id)
      shown = nil
      gtk_string_list_splice(identifiers, row, 1, nil)
      showNote()
      if let removed { undoBar.show(removed.note, removed.index) }
    } catch { report(error) }
  }

  private func putBack(_ note: Note, at index: Int) {
    keepNote()
    do {
      try store.putBack(note, at: index)
      shown = nil
      insert(note, at: index)
      gtk_widget_grab_focus(text)
    } catch { report(error) }
  }

  /// Inserts a note into the list, selects it and scrolls to it.
  private func insert(_ note: Note, at index: Int) {
    let row = min(guint(index), g_list_model_get_n_items(identifiers))
    note.id.withCString { identifier in
      var identifiers: [UnsafePointer<CChar>?] = [identifier, nil]
      gtk_string_list_splice(self.identifiers, row, 0, &identifiers)
    }
    gtk_single_selection_set_selected(selection, row)
    showNote()
    gtk_widget_activate_action_variant(list, "list.scroll-to-item", g_variant_new_uint32(row))
  }

  private func row(of id: Note.ID) -> guint? {
    (0..<g_list_model_get_n_items(identifiers)).first { row in
      gtk_string_list_get_string(identifiers, row).map { String(cString: $0) } == id
    }
  }

  // MARK: Text typed into an older version

  /// Offers text that was typed into an older version of the note.
  ///
  /// The note in the file stays; the user decides.
  private func showOffer() {
    let offered = texts.compactMap(\.unrestoredText)
    gtk_info_bar_set_revealed(offer.opaque, offered.isEmpty ? 0 : 1)
    let beginning = offered.first.map { $0.prefix(60).replacing("\n", with: " ") } ?? ""
    gtk_label_set_text(
      offeredText.opaque,
      "The note was changed elsewhere after you had typed into it: “\(beginning)…”")
  }

  private func makeOffer() -> Widget {
    gtk_info_bar_set_revealed(offer.opaque, 0)
    gtk_info_bar_set_message_type(offer.opaque, GTK_MESSAGE_QUESTION)
    gtk_label_set_wrap(offeredText.opaque, 1)
    gtk_info_bar_add_child(offer.opaque, offeredText)
    let mine = gtk_info_bar_add_button(offer.opaque, "Keep Mine", 1)
    let theirs = gtk_info_bar_add_button(offer.opaque, "Use the File’s", 2)
    connect(OpaquePointer(mine), "clicked") { [weak self] in
      self?.texts.forEach { $0.takeUnrestoredText() }
    }
    connect(OpaquePointer(theirs), "clicked") { [weak self] in
      self?.texts.forEach { $0.discardUnrestoredText() }
    }
    return offer
  }

  private func makePanes() -> Widget {
    let panes: Widget = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL)
    panes.restorationIdentifier = "Panes"
    gtk_paned_set_position(panes.opaque, 220)
    gtk_paned_set_start_child(panes.opaque, makeList())
    gtk_widget_set_vexpand(panes, 1)
    gtk_box_append(side.cast(), makeOffer())
    gtk_box_append(side.cast(), makePages())
    gtk_paned_set_end_child(panes.opaque, side)
    return panes
  }

  private func makeList() -> Widget {
    let factory = gtk_list_view_get_factory(list.opaque)
    connect(factory, "setup") { item in
      let label: Widget = gtk_label_new(nil)
      gtk_label_set_xalign(label.opaque, 0)
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
      for set in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { set(label, 4) }
      gtk_list_item_set_child(OpaquePointer(item), label)
    }
    connect(factory, "bind") { [weak self] item in
      guard let self, let (id, label) = Self.content(of: item) else { return }
      rows[id] = label
      gtk_label_set_text(label.opaque, store.note(id)?.name)
      updateRow()
    }
    connect(factory, "unbind") { [weak self] item in
      guard let self, let (id, label) = Self.content(of: item) else { return }
      if rows[id] == label { rows[id] = nil }
    }
    return scrolled(list, "List")
  }

  /// Returns the note and the label of a list row.
  private static func content(of item: UnsafeMutableRawPointer) -> (Note.ID, Widget)? {
    guard let label = gtk_list_item_get_child(OpaquePointer(item)),
      let string = gtk_list_item_get_item(OpaquePointer(item)),
      let identifier = gtk_string_object_get_string(OpaquePointer(string))
    else { return nil }
    return (String(cString: identifier), label)
  }

  private func makePages() -> Widget {
    gtk_text_view_set_wrap_mode(text.cast(), GTK_WRAP_WORD_CHAR)
    for set in [gtk_text_view_set_left_margin, gtk_text_view_set_top_margin] {
      set(text.cast(), 10)
    }
    gtk_widget_set_vexpand(pages, 1)
    pages.restorationIdentifier = "Pages"
    for (page, name) in [(scrolled(text, "Page"), "Text"), (makeForm(), "Info")] {
      gtk_notebook_append_page(pages.opaque, page, gtk_label_new(name))
    }
    return pages
  }

  private func makeForm() -> Widget {
    let form: Widget = gtk_grid_new()
    gtk_grid_set_row_spacing(form.cast(), 8)
    gtk_grid_set_column_spacing(form.cast(), 12)
    for set in [gtk_widget_set_margin_top, gtk_widget_set_margin_start, gtk_widget_set_margin_end] {
      set(form, 12)
    }
    for (row, (name, field)) in [("Title", title), ("Tags", tags), ("Priority", priority)]
      .enumerated()
    {
      gtk_widget_set_hexpand(field, 1)
      gtk_grid_attach(form.cast(), gtk_label_new(name), 0, Int32(row), 1, 1)
      gtk_grid_attach(form.cast(), field, 1, Int32(row), 1, 1)
    }
    gtk_grid_attach(form.cast(), isPinned, 1, 3, 1, 1)
    return form
  }

  private func scrolled(_ content: Widget, _ identifier: String) -> Widget {
    let scrolled: Widget = gtk_scrolled_window_new()
    scrolled.restorationIdentifier = identifier
    gtk_scrolled_window_set_child(scrolled.opaque, content)
    return scrolled
  }
}
