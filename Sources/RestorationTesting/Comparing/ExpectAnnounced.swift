// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import ViewControllers

/// Expects that whatever has changed since the last save was announced; else names objects and keys.
///
/// A change that nobody announces is not saved until the program leaves the foreground, and a kill
/// loses it (R150). What is there at launch counts as no change, so something must have been saved
/// before: let one `relaunch()` go before the change under test.
///
/// - Parameters:
///   - program: The application; it goes on as if it had not been looked at.
///   - fileID: Where the test is.
///   - filePath: Where the test is.
///   - line: Where the test is.
///   - column: Where the test is.
@MainActor public func expectAnnounced<Root>(
  _ program: TestApplication<Root>, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  expectAnnounced(
    program.application.restoration,
    at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Expects that whatever has changed since the last save was announced; else names objects and keys.
///
/// As for applications, one `relaunch()` goes before the change under test.
///
/// - Parameters:
///   - program: The program without controllers; it goes on as if it had not been looked at.
///   - fileID: Where the test is.
///   - filePath: Where the test is.
///   - line: Where the test is.
///   - column: Where the test is.
public func expectAnnounced<Objects>(
  _ program: TestProgram<Objects>, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  expectAnnounced(
    program.coordinator,
    at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

private func expectAnnounced(_ coordinator: RestorationCoordinator, at location: TestLocation) {
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
      "This has changed and nobody said so, so a kill would lose it; call "
        + "invalidateRestorableState() where it changes, or declare it @Restorable:\n"
        + differenceLines(changes, from: before, to: after).joined(separator: "\n"),
      at: location)
  } catch {
    reportFailure("The states cannot be compared: \(error)", at: location)
  }
}
