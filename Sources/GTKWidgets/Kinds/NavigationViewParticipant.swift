// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive

  /// The stack of an `AdwNavigationView`, by the tags of its pages.
  ///
  /// The view is used through its properties and actions only, so that libadwaita is not linked.
  final class NavigationViewParticipant: WidgetParticipant {
    private var pending: [String]?
    private var observed: ObservedObject?

    override func observe() {
      observed = unsafe ObservedObject("navigation-stack", of: widget)
      observed?.connect("items-changed") { [weak self] in
        self?.choiceDidChange { self?.pending = nil }
      }
    }

    override func encode(with coder: RestorationEncoder) {
      coder.encode(pending ?? tags, forKey: "pages")
    }

    override func decode(with coder: RestorationDecoder) {
      pending = coder.decode([String].self, forKey: "pages")
    }

    /// Pushes the restored pages up to the first one that is missing.
    override func apply() {
      guard let wanted = pending else { return }
      applying {
        // Each turn pops one page; the root cannot be popped.
        while !wanted.starts(with: tags) {
          let count = tags.count
          unsafe gtk_widget_activate_action_variant(widget, "navigation.pop", nil)
          guard tags.count < count else { return pending = nil }
        }
        for tag in wanted.dropFirst(tags.count) {
          let (count, text) = unsafe (tags.count, g_variant_ref_sink(g_variant_new_string(tag)))
          defer { unsafe g_variant_unref(text) }
          unsafe gtk_widget_activate_action_variant(widget, "navigation.push", text)
          guard tags.count > count else { return }
        }
        pending = nil
      }
    }

    /// The tags of the pages, up to the first page without one.
    private var tags: [String] {
      guard let model = unsafe observed.map({ unsafe OpaquePointer($0.pointer) }) else { return [] }
      var tags: [String] = []
      for index in unsafe 0..<g_list_model_get_n_items(model) {
        guard let page = unsafe g_list_model_get_item(model, index) else { break }
        defer { unsafe g_object_unref(page) }
        guard let tag = unsafe cgtk_object_copy_string(page, "tag") else { break }
        unsafe tags.append(String(cString: tag))
        unsafe g_free(tag)
      }
      return tags
    }
  }
#endif
