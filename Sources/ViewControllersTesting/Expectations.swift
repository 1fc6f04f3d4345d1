// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import ViewControllers

/// Expects that an application could be restored exactly as it is.
///
/// A failure lists what would be lost, with reasons.
///
/// - Parameters:
///   - program: The application; the check does not affect it.
///   - allowsNothing: Whether the saved state may hold only windows and the application's own
///     record.
///   - fileID: The file of the test; filled in by the compiler.
///   - filePath: The path of the test; filled in by the compiler.
///   - line: The line of the test; filled in by the compiler.
///   - column: The column of the test; filled in by the compiler.
@MainActor public func expectRoundTrip<Root>(
  _ program: TestApplication<Root>, allowingNothing allowsNothing: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
  column: Int = #column
) {
  expectClean(
    program.checkRoundTrip(), allowsNothing: allowsNothing,
    at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Expects that all changes since the last save were announced.
///
/// As for a `TestProgram`, call `relaunch()` once before the change under test.
///
/// - Parameters:
///   - program: The application; the check does not affect it.
///   - fileID: The file of the test; filled in by the compiler.
///   - filePath: The path of the test; filled in by the compiler.
///   - line: The line of the test; filled in by the compiler.
///   - column: The column of the test; filled in by the compiler.
@MainActor public func expectAnnounced<Root>(
  _ program: TestApplication<Root>, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  expectAnnounced(
    program.application.restoration,
    at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}
