// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport

  /// The kept state of the widgets of one class.
  ///
  /// Classes are found by their names, so that no libraries are needed that the program does not
  /// use.
  package struct KnownKind: Sendable {
    /// The GObject type name of the class or interface.
    package let typeName: String
    /// The first version of GTK or another library with this class.
    package let since: String
    /// A description of the kept state, for the documentation.
    package let kept: String
    /// The limits of the kept state; `nil` if everything comes back.
    package let limits: String?
    /// The names of the properties that are kept.
    package let properties: [String]
    /// The elements whose names the first property takes.
    let elements: NamedElements?
    let stage: WidgetParticipant.Stage
    /// The participant class, if properties alone are not enough.
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

  /// The known kinds of widgets.
  package enum WidgetKinds {
    /// The kept state of a widget: that of all its classes.
    struct Makeup {
      var participant: WidgetParticipant.Type?
      var properties: [(name: String, elements: NamedElements?)] = []
      var stage: WidgetParticipant.Stage?
      /// Kinds that the program or other packages registered.
      var kinds: [any WidgetKind.Type] = []
    }

    @MainActor private static var registered: [any WidgetKind.Type] = []
    /// The makeups so far, by widget class.
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
      let other = unsafe g_type_from_name(name)  // 0 if the type is not in use
      return other != 0 && g_type_is_a(type, other) != 0
    }

    /// Returns whether a list creates the widgets inside and reuses them.
    @MainActor static func makesItsOwnRows(_ widget: WidgetPointer) -> Bool {
      [gtk_list_view_get_type(), gtk_grid_view_get_type(), gtk_column_view_get_type()]
        .contains { unsafe widget.isA($0) }
    }
  }
#endif
