// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import ViewControllers

  /// The choice of objects that the inspector lists.
  enum InspectorFilter: UInt32, CaseIterable {
    /// All objects except views without an identifier.
    case named
    /// Every object.
    case all
    /// Objects with problems, and the objects around them.
    case problems

    var title: String {
      switch self {
      case .named: "Without unnamed views"
      case .all: "All objects"
      case .problems: "Only problems"
      }
    }
  }

  /// A line of the inspector's list.
  struct InspectorLine {
    enum Content {
      case heading(String)
      case object(InspectedObject)
    }

    let content: Content
    /// The depth of the object; 0 for headings and top-level objects.
    let depth: Int
    /// Whether there are lines below it to show or hide.
    let isExpandable: Bool
    /// Whether the lines below it are hidden.
    let isCollapsed: Bool
    /// Whether it is listed only for the objects inside it.
    let isContext: Bool

    var object: InspectedObject? {
      if case .object(let object) = content { object } else { nil }
    }

    /// The identity of the line across refreshes.
    var id: AnyHashable {
      switch content {
      case .heading(let title): title
      case .object(let object): object.id
      }
    }

    /// Returns the lines to show.
    static func lines(
      of inspection: RestorationInspection, _ filter: InspectorFilter,
      collapsed: Set<InspectedObject.ID>
    ) -> [InspectorLine] {
      inspection.sections.flatMap { section -> [InspectorLine] in
        let objects = section.objects.flatMap { shown($0, filter) }
        let lines = objects.flatMap {
          self.lines(of: $0, depth: 0, filter: filter, collapsed: collapsed)
        }
        guard !lines.isEmpty else { return [] }
        let heading = InspectorLine(
          content: .heading(section.title), depth: 0, isExpandable: false, isCollapsed: false,
          isContext: false)
        return [heading] + lines
      }
    }

    private static func lines(
      of object: InspectedObject, depth: Int, filter: InspectorFilter,
      collapsed: Set<InspectedObject.ID>
    ) -> [InspectorLine] {
      let below = object.children.flatMap { shown($0, filter) }
      let isCollapsed = collapsed.contains(object.id)
      let line = InspectorLine(
        content: .object(object), depth: depth, isExpandable: !below.isEmpty,
        isCollapsed: isCollapsed, isContext: filter == .problems && !object.isProblem)
      guard !isCollapsed else { return [line] }
      return [line]
        + below.flatMap { lines(of: $0, depth: depth + 1, filter: filter, collapsed: collapsed) }
    }

    /// Returns the objects listed for an object.
    ///
    /// That is the object itself, the objects inside it, or none.
    private static func shown(_ object: InspectedObject, _ filter: InspectorFilter)
      -> [InspectedObject]
    {
      if filter != .all, object.role == .view, object.state == .excluded {
        return object.children.flatMap { shown($0, filter) }
      }
      return filter != .problems || hasProblem(object) ? [object] : []
    }

    private static func hasProblem(_ object: InspectedObject) -> Bool {
      object.isProblem || object.children.contains(where: hasProblem)
    }
  }
#endif
