// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Looks for records by name, step by step from the root: for many objects that are there before their
/// records are read.
///
/// All names are read for the first one. ``RestorationSnapshot/number(at:)`` reads a handful for each.
extension SnapshotReader {
  /// A step of a path, as someone asks for it who knows the step above.
  struct NamedStep: Hashable {
    let above: UInt32
    let name: ExactString
  }

  /// How many steps of paths there are.
  package var stepCount: Int { tables.nodes.count }

  /// The step below another one that has a name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - above: The step above; 0 for none.
  /// - Returns: `nil` when no path in the archive goes there.
  package func step(named name: RestorationIdentifier, below above: UInt32) -> UInt32? {
    if namedSteps == nil { namedSteps = readNames() }
    return namedSteps?[NamedStep(above: above, name: ExactString(name.rawValue))]
  }

  private func readNames() -> [NamedStep: UInt32] {
    var steps: [NamedStep: UInt32] = [:]
    steps.reserveCapacity(tables.nodes.count)
    for (row, node) in tables.nodes.enumerated() where node.depth > 0 && node.isName {
      let name = ExactString(string(node.label >> 1) ?? "")
      steps[NamedStep(above: node.parent, name: name)] = UInt32(row + 1)
    }
    return steps
  }

  /// The registered object whose path ends in a step and lies in no window.
  ///
  /// - Returns: `nil` when there is none, or when it takes more than a path to tell.
  package func object(at step: UInt32) -> ObjectNumber? {
    let first = tables.firstAtPath[Int(step)]
    guard first.number != BodyLayout.none, !hasSharedAddresses,
      first.sceneAndKind & 0xFF == UInt32(ObjectKind.object.rawValue),
      string(first.sceneAndKind >> 8)?.isEmpty ?? false
    else { return nil }
    return ObjectNumber(first.number)
  }
}
