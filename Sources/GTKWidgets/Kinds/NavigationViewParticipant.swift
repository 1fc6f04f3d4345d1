// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive

  /// The stack of an `AdwNavigationView`, by the tags of its pages.
  ///
  /// It is asked and told by its properties and actions alone.
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

    /// A page that is not there yet keeps those above it waiting.
    override func apply() {
      guard let wanted = pending else { return }
      applying {
        // Each turn takes one page off; what does not go is the root.
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

    /// Those of the pages from the root up to the first without one.
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
