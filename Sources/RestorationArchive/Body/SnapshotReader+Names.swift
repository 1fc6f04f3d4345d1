// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Finds records by name, step by step from the root.
///
/// Use it for many objects that exist before their records are read. The first look-up reads all
/// names; ``RestorationSnapshot/number(at:)`` reads a handful in each look-up.
extension SnapshotReader {
  /// A step of a path: a name below a known step.
  struct NamedStep: Hashable {
    let above: UInt32
    let name: ExactString
  }

  /// The number of steps in the table of paths.
  package var stepCount: Int { tables.nodes.count }

  /// Returns the step with a name below another step.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - above: The step above; 0 for the root.
  /// - Returns: `nil` when no path in the archive has this step.
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

  /// Returns the registered object outside windows whose path ends in a step.
  ///
  /// - Returns: `nil` when there is none, or when the path alone does not identify it.
  package func object(at step: UInt32) -> ObjectNumber? {
    let first = tables.firstAtPath[Int(step)]
    guard first.number != BodyLayout.none, !hasSharedAddresses,
      first.sceneAndKind & 0xFF == UInt32(ObjectKind.object.rawValue),
      string(first.sceneAndKind >> 8)?.isEmpty ?? false
    else { return nil }
    return ObjectNumber(first.number)
  }
}
