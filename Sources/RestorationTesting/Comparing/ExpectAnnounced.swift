// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

/// Expects that all changes since the last save were announced.
///
/// A failure names objects and keys. An unannounced change is not saved until the program leaves
/// the foreground, and a kill before that loses it. The state at launch does not count as a change,
/// so something must have been saved before: call `relaunch()` once before the change under test.
///
/// - Parameters:
///   - program: The program; the check does not affect it.
///   - fileID: The file of the test; filled in by the compiler.
///   - filePath: The path of the test; filled in by the compiler.
///   - line: The line of the test; filled in by the compiler.
///   - column: The column of the test; filled in by the compiler.
public func expectAnnounced<Objects>(
  _ program: TestProgram<Objects>, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  expectAnnounced(
    program.coordinator,
    at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Expects that a coordinator was told of all changes.
package func expectAnnounced(_ coordinator: RestorationCoordinator, at location: TestLocation) {
  guard let before = coordinator.preservedState else {
    return reportFailure(
      "Nothing was saved before, so changes cannot be told from the state at launch; call "
        + "relaunch() once before the change.", at: location)
  }
  guard let after = coordinator.preview().snapshot else {
    return reportFailure("There is no state that would be saved now.", at: location)
  }
  do throws(ArchiveError) {
    let changes = try coordinator.unannouncedChanges(in: after)
    guard !changes.isEmpty else { return }
    reportFailure(
      "This has changed without an announcement, so a kill would lose it; call "
        + "invalidateRestorableState() where it changes, or declare it @Restorable:\n"
        + differenceLines(changes, from: before, to: after).joined(separator: "\n"),
      at: location)
  } catch {
    reportFailure("The states cannot be compared: \(error)", at: location)
  }
}
