// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport

  /// What is selected among the elements of a list model, which may be replaced.
  class ListModelParticipant: SelectionParticipant {
    private var observed: ObservedObject?

    /// The model that the widget shows.
    var model: OpaquePointer? { nil }

    override func observe() {
      unsafe connect(widget, "notify::model") { [weak self] _ in
        self?.observeModel()
        self?.elementsDidChange()
      }
      observeModel()
    }

    /// Connects to what a model tells beside its elements.
    func observe(_ model: ObservedObject) {}

    override var count: Int { unsafe model.map { unsafe Int(g_list_model_get_n_items($0)) } ?? 0 }

    override func withElement<Result>(
      at position: Int, _ body: (UnsafeMutableRawPointer) -> Result?
    ) -> Result? {
      guard let model = unsafe model,
        let item = unsafe g_list_model_get_item(model, guint(position))
      else { return nil }
      defer { unsafe g_object_unref(item) }
      return unsafe body(item)
    }

    /// The string of an element that is nothing but one.
    override func defaultName(of element: UnsafeMutableRawPointer) -> String? {
      guard unsafe WidgetPointer(OpaquePointer(element)).isA(gtk_string_object_get_type()) else {
        return nil
      }
      return unsafe gtk_string_object_get_string(OpaquePointer(element)).map {
        unsafe String(cString: $0)
      }
    }

    private func observeModel() {
      let shown = unsafe model.map { unsafe UnsafeMutableRawPointer($0) }
      guard unsafe shown != observed?.pointer else { return }
      observed = unsafe shown.map { unsafe ObservedObject($0, of: widget) }
      guard let observed else { return }
      observed.connect("items-changed") { [weak self] in self?.elementsDidChange() }
      observe(observed)
    }
  }
#endif
