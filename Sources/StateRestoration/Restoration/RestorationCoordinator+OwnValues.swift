// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension RestorationCoordinator {
  /// Notes what objects write that could not use all of their records.
  ///
  /// What differs from that later, the program has set; until then the record stays as it is. Call
  /// it right after a restore.
  ///
  /// - Parameter areSet: Whether these values count as set, since the program made the objects
  ///   after launch.
  func noteOwnValues(areSet: Bool) {
    let unusable = state.unusable.sorted { $0.key < $1.key }
    state.unusable = [:]
    preview(if: !unusable.isEmpty) { pass in
      for (number, reason) in unusable {
        guard let object = state.owners[number] else { continue }
        state.ownValues[number] = pass.builder.takeOwnValues(
          pass.encoded(object, number), isOtherRecord: reason == .whole, areSet: areSet)
      }
    }
    preview(if: !areSet && !state.heldBack.isEmpty) { pass in
      _ = pass.walk(changed: ChangedObjects())
      for number in state.heldBack { state.ownValues[number] = pass.builder.ownValues[number] }
    }
    if areSet {
      for (number, reason) in unusable where reason == .whole {
        if let object = state.owners[number] { state.changed.insert(object) }
      }
    }
  }

  /// Runs a pass that saves nothing.
  private func preview(if isWanted: Bool, _ body: (PreservePass) -> Void) {
    guard isWanted, let current = state.current else { return }
    run(.previewing) {
      let pass = PreservePass(
        builder: ChangeBuilder(tables: state.tables, since: current, origin: currentOrigin),
        coordinator: self, reason: .explicit, scope: .all, trace: nil)
      defer { pass.end() }
      body(pass)
    }
  }
}
