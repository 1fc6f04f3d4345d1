// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

/// Builds an inspection.
///
/// It combines, for each object, the tree of objects, a preview and the last restore.
@MainActor struct InspectionBuilder {
  /// The reason why nothing is saved now.
  let obstacle: String?
  let snapshot: RestorationSnapshot?
  let report: PreservationReport?
  private let tree: InspectionTree
  private let places: [ObjectIdentifier: PreviewedPlace]
  private let restoration: RestorationReport?
  private let restored: [RestorationAddress: RestorationReport.Outcome]
  /// The objects without room in the archive, with reasons.
  private var leftOut: [RestorationAddress: String] = [:]

  init(_ application: Application) {
    restoration = application.lastRestorationReport
    restored = Dictionary(
      (restoration?.outcomes ?? []).map { ($0.address, $0) },
      uniquingKeysWith: { first, _ in first })
    guard let reason = application.reasonNotToPreview else {
      var tree: InspectionTree?
      let (preview, places) = application.restoration.preview {
        let now = InspectionTree(of: application)
        tree = now
        return now.objects
      }
      self.tree = tree ?? InspectionTree(of: application)
      (snapshot, report, self.places) = (preview.snapshot, preview.report, places)
      obstacle = Self.obstacle(preview)
      for outcome in preview.report.outcomes {
        if case .leftOut(let reason) = outcome.result { leftOut[outcome.address] = reason }
      }
      return
    }
    tree = InspectionTree(of: application)
    (snapshot, report, places, obstacle) = (nil, nil, [:], reason)
  }

  private static func obstacle(_ preview: PreservationPreview) -> String? {
    if !preview.report.isAllowed {
      return "The application does not want its state saved; implement "
        + "shouldSaveApplicationState in its delegate, and return true"
    }
    return preview.snapshot == nil
      ? "The state is too large to be saved; the older archive stays" : nil
  }

  /// Returns all objects in groups, and remarks that concern no object.
  func build() -> ([RestorationInspection.Section], [String]) {
    let windows = tree.windows.map(inspected)
    let registered = tree.registered.map(inspected)
    let live = Set((windows + registered).flatMap(\.all).compactMap(\.address))
    let unclaimed = (report?.outcomes ?? []).compactMap { unclaimedRecord($0, besides: live) }
    let dropped = (restoration?.outcomes ?? []).compactMap { droppedRecord($0, besides: live) }
    var sections: [RestorationInspection.Section] = [
      .init(id: .application, title: "Application", objects: [applicationRecord]),
      .init(id: .windows, title: "Windows", objects: windows),
      .init(id: .registered, title: "Registered objects", objects: registered),
      .init(id: .unclaimed, title: "Waiting in the archive", objects: unclaimed),
      .init(id: .dropped, title: "Not restored", objects: dropped),
    ]
    var remarks = Remarks(saving: report?.issues ?? [], atLaunch: launchIssues)
    sections = sections.map { section in
      .init(
        id: section.id, title: section.title,
        objects: section.objects.map { remarks.attach(to: $0) })
    }
    return (sections.filter { !$0.objects.isEmpty }, remarks.rest)
  }

  /// The launch's issues that results of objects do not repeat.
  private var launchIssues: [RestorationIssue] {
    (restoration?.issues ?? []).filter { issue in
      issue.address.flatMap { restored[$0]?.result.problem } != issue.sentence
    }
  }

  // MARK: Objects

  private func inspected(_ node: InspectionTree.Node) -> InspectedObject {
    let children = node.children.map(inspected)
    let (state, address, explanation) = place(of: node)
    var object = InspectedObject(
      id: .live(ObjectIdentifier(node.object)), role: node.role,
      className: archivedClassName(of: type(of: node.object)),
      identifier: node.identifier ?? address?.path.identifiers.last, address: address, state: state,
      explanation: explanation, restored: address.flatMap { restored[$0]?.result },
      byteCount: state == .preserved ? address.map(byteCount) ?? 0 : 0, children: children)
    object.sayWhatItCutsOff()
    return object
  }

  private func place(of node: InspectionTree.Node)
    -> (InspectedObject.State, RestorationAddress?, String?)
  {
    if let obstacle {
      let isNamed = node.identifier != nil || node.role == .registered
      return isNamed ? (.notPreserved, nil, obstacle) : (.excluded, nil, nil)
    }
    switch places[ObjectIdentifier(node.object)] {
    case .saved(let address):
      return leftOut[address].map { (.notPreserved, address, $0) } ?? (.preserved, address, nil)
    case .optedOut(let reason):
      return (.excluded, nil, reason)
    case .leftOut(let address, let reason):
      return (.notPreserved, address, reason)
    case nil:
      return (.excluded, nil, nil)
    }
  }

  private func byteCount(at address: RestorationAddress) -> Int {
    guard let number = snapshot?.number(at: address) else { return 0 }
    return (try? snapshot?.record(number))?.size ?? 0
  }

  // MARK: Records without objects

  private var applicationRecord: InspectedObject {
    InspectedObject(
      id: .archived(.application), role: .applicationRecord, className: "Application",
      identifier: nil, address: .application, state: obstacle == nil ? .preserved : .notPreserved,
      explanation: obstacle, restored: restoration?.isRestored == true ? .restored : nil,
      byteCount: byteCount(at: .application), children: [])
  }

  private func unclaimedRecord(
    _ outcome: PreservationReport.Outcome, besides live: Set<RestorationAddress>
  ) -> InspectedObject? {
    guard !live.contains(outcome.address) else { return nil }
    switch outcome.result {
    case .unclaimed:
      return record(
        outcome.address, .unclaimed,
        "nothing has asked for it since launch; it stays in the archive until something does")
    case .leftOut(let reason): return record(outcome.address, .notPreserved, reason)
    default: return nil
    }
  }

  private func droppedRecord(
    _ outcome: RestorationReport.Outcome, besides live: Set<RestorationAddress>
  ) -> InspectedObject? {
    guard case .dropped(let reason) = outcome.result, !live.contains(outcome.address) else {
      return nil
    }
    return record(outcome.address, .dropped, reason)
  }

  private func record(
    _ address: RestorationAddress, _ state: InspectedObject.State, _ explanation: String
  ) -> InspectedObject {
    let outcome = restored[address]
    let number = snapshot?.number(at: address)
    let saved = number.flatMap { try? snapshot?.record($0) }
    return InspectedObject(
      id: .archived(address), role: .record,
      className: outcome?.className ?? saved?.className ?? "(unknown)",
      identifier: address.path.identifiers.last, address: address, state: state,
      explanation: explanation, restored: outcome?.result,
      byteCount: state == .unclaimed ? saved?.size ?? 0 : 0, children: [])
  }
}

extension InspectedObject {
  /// Marks an object without identifier that cuts off named ones.
  fileprivate mutating func sayWhatItCutsOff() {
    guard state == .excluded, identifier == nil, let reason = explanation else { return }
    let count = children.flatMap(\.all).count { $0.state == .notPreserved && $0.identifier != nil }
    guard count > 0, role != .window, role != .view else { return }
    state = .notPreserved
    explanation =
      reason + "; \(count == 1 ? "an object" : "\(count) objects") below it "
      + "\(count == 1 ? "has one and is" : "have one and are") not preserved either"
  }
}

/// The issues of reports, to attach to their objects.
private struct Remarks {
  private let saving: [RestorationIssue]
  private let atLaunch: [RestorationIssue]
  private var shown: Set<RestorationAddress> = []

  init(saving: [RestorationIssue], atLaunch: [RestorationIssue]) {
    (self.saving, self.atLaunch) = (saving, atLaunch)
  }

  /// The issues about no shown object.
  var rest: [String] {
    let isOpen = { (issue: RestorationIssue) in issue.address.map { !shown.contains($0) } ?? true }
    return saving.filter(isOpen).map(\.description)
      + atLaunch.filter(isOpen).map { "at launch: \($0)" }
  }

  /// Attaches issues to an object and those below it.
  mutating func attach(to object: InspectedObject) -> InspectedObject {
    var object = object
    object.children = object.children.map { attach(to: $0) }
    guard let address = object.address else { return object }
    shown.insert(address)
    object.remarksAtLaunch = atLaunch.filter { $0.address == address }.map(\.sentence)
    let own = saving.filter { $0.address == address }.map(\.sentence)
    // An object that is not saved already has its reason.
    guard object.state == .preserved, !own.isEmpty else { return object }
    object.state = .incomplete
    object.explanation = own.joined(separator: "\n")
    return object
  }
}

/// The tree of a running application's objects, saved or not.
///
/// Building it creates no object and loads no view.
@MainActor struct InspectionTree {
  /// An object and the objects below it.
  struct Node {
    let object: any StateRestoring
    let role: InspectedObject.Role
    /// The object's own identifier, if it has one.
    let identifier: String?
    var children: [Node] = []

    var objects: [any StateRestoring] { [object] + children.flatMap(\.objects) }
  }

  let windows: [Node]
  let registered: [Node]

  init(of application: Application) {
    windows = application.windows.map { window in
      Node(
        object: window, role: .window, identifier: window.restorationIdentifier,
        children: window.rootViewController.map { [Self.node($0, .root)] } ?? [])
    }
    let shown = Set(windows.flatMap(\.objects).map { ObjectIdentifier($0) })
    registered = application.restoration.registeredObjects
      .filter { !shown.contains(ObjectIdentifier($0)) }
      .map { Node(object: $0, role: .registered, identifier: nil) }
  }

  var objects: [any StateRestoring] { (windows + registered).flatMap(\.objects) }

  private static func node(_ controller: ViewController, _ role: InspectedObject.Role) -> Node {
    var node = Node(
      object: controller, role: role, identifier: controller.restorationIdentifier)
    // A search saves its own bar.
    if controller.savesViews { node.children.append(self.node(controller.view)) }
    node.children += controller.attachedControllers.map { child in
      self.node(child, child === controller.ownSearchController ? .search : .child)
    }
    if let sheet = controller.presentedSheet { node.children.append(self.node(sheet, .presented)) }
    return node
  }

  private static func node(_ view: View) -> Node {
    let below = view.subviews.compactMap { subview -> Node? in
      guard let controller = subview.viewController else { return node(subview) }
      let isContained = controller.parent != nil || controller.sheetPresenter != nil
      return isContained ? nil : node(controller, .uncontained)
    }
    return Node(
      object: view, role: .view, identifier: view.restorationIdentifier, children: below)
  }
}
