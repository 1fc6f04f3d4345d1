// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport

  /// What is kept of the widgets of one class.
  ///
  /// Classes are found by their names, so that nothing needs libraries that the program does not use.
  package struct KnownKind: Sendable {
    /// The name of the class or interface in GObject's type system.
    package let typeName: String
    /// The first version of GTK or another library that has it.
    package let since: String
    /// What is kept, for people.
    package let kept: String
    /// What comes back in part, or not; `nil` when all that a user sets comes back.
    package let limits: String?
    /// The properties that are kept by their names.
    package let properties: [String]
    /// The elements of which the first property has one's name.
    let elements: NamedElements?
    let stage: WidgetParticipant.Stage
    /// Who stands for such a widget, if its properties do not tell all.
    let participant: WidgetParticipant.Type?

    init(
      _ typeName: String, _ since: String, _ kept: String, limits: String? = nil,
      _ properties: [String] = [], of elements: NamedElements? = nil,
      stage: WidgetParticipant.Stage = .input, by participant: WidgetParticipant.Type? = nil
    ) {
      (self.typeName, self.since, self.kept, self.limits) = (typeName, since, kept, limits)
      (self.properties, self.elements, self.stage) = (properties, elements, stage)
      self.participant = participant
    }
  }

  /// Which widgets are known, and who stands for them.
  package enum WidgetKinds {
    /// What is kept of a widget: the sum of what is kept of its class and those above.
    struct Makeup {
      var participant: WidgetParticipant.Type?
      var properties: [(name: String, elements: NamedElements?)] = []
      var stage: WidgetParticipant.Stage?
      /// Of other packages or the program.
      var kinds: [any WidgetKind.Type] = []
    }

    @MainActor private static var registered: [any WidgetKind.Type] = []
    /// By the class of a widget.
    @MainActor private static var makeups: [GType: Makeup] = [:]

    @MainActor static func register(_ kind: any WidgetKind.Type) {
      registered.removeAll { $0.typeName == kind.typeName }
      registered.append(kind)
      makeups = [:]
    }

    @MainActor static func makeup(of widget: WidgetPointer) -> Makeup {
      let type = unsafe widget.type
      if let known = makeups[type] { return known }
      var makeup = Makeup()
      for kind in known where isA(type, kind.typeName) {
        makeup.participant = makeup.participant ?? kind.participant
        makeup.stage = makeup.stage ?? kind.stage
        makeup.properties += kind.properties.enumerated().map {
          ($0.element, $0.offset == 0 ? kind.elements : nil)
        }
      }
      makeup.kinds = registered.filter { isA(type, $0.typeName) }
      makeups[type] = makeup
      return makeup
    }

    private static func isA(_ type: GType, _ name: String) -> Bool {
      let other = unsafe g_type_from_name(name)  // none, if nobody has used it
      return other != 0 && g_type_is_a(type, other) != 0
    }

    /// Whether the widgets inside are made by the list, for elements in turn.
    @MainActor static func makesItsOwnRows(_ widget: WidgetPointer) -> Bool {
      [gtk_list_view_get_type(), gtk_grid_view_get_type(), gtk_column_view_get_type()]
        .contains { unsafe widget.isA($0) }
    }
  }
#endif
