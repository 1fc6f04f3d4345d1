// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// The peer that draws a search bar.
  ///
  /// It is a search entry with a row of scopes below.
  @safe @MainActor final class SearchPeer: EditablePeer<SearchBar> {
    /// The entry.
    let entry: WidgetPointer

    /// The scopes.
    let scopes = SegmentRow()

    /// Creates the peer of a search bar.
    init(_ view: SearchBar, host: GTKHost) {
      let box: WidgetPointer = unsafe gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
      unsafe entry = unsafe gtk_search_entry_new()
      unsafe gtk_widget_set_hexpand(entry, 1)
      unsafe gtk_box_append(box.cast(), entry)
      unsafe gtk_box_append(box.cast(), scopes.widget)
      unsafe gtk_widget_set_halign(scopes.widget, GTK_ALIGN_CENTER)
      unsafe super.init(view, widget: box, entry: entry, host: host)
      // An expanding entry must not make the whole bar request spare width.
      unsafe gtk_widget_set_hexpand(box, 0)
      unsafe connect(entry, "stop-search") { [weak self] _ in self?.userDidPressEscape() }
      scopes.onSelect = { [weak self] in self?.userDidSelectScope($0) }
    }

    override func sync() {
      super.sync()
      guard let model else { return }
      unsafe gtk_text_set_placeholder_text(gtkText, model.placeholder)
      scopes.show(model.scopeTitles, selected: model.selectedScopeIndex)
      // After a click on a scope, the user goes on typing.
      unsafe scopes.buttons.forEach { button in unsafe gtk_widget_set_focus_on_click(button, 0) }
      unsafe gtk_widget_set_visible(scopes.widget, (!model.scopeTitles.isEmpty).gboolean)
    }

    override func userDidPressReturn() { model?.onSearch?() }

    /// Handles Escape, which the entry always takes.
    ///
    /// It leaves the search, or calls the cancel handler. If there is neither, the window handles
    /// the key.
    private func userDidPressEscape() {
      if let search = model?.viewController as? SearchController, search.isActive {
        search.isActive = false
        model?.onCancel?()
        return
      }
      if let onCancel = model?.onCancel { return onCancel() }
      let root = unsafe gtk_widget_get_root(widget)
      _ = host.windowPeers.first { unsafe $0.window.opaque == root }?.userDidPressEscape()
    }

    private func userDidSelectScope(_ index: Int) {
      guard let model, index != model.selectedScopeIndex else { return }
      model.selectedScopeIndex = index
      model.onScopeChange?(index)
    }
  }
#endif
