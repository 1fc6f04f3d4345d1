// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
public import StateRestoration

/// Expects that at least one object was saved, and all were restored.
///
/// A failure names each object that was not restored.
///
/// - Parameters:
///   - report: The report of a launch or a restore pass; `nil` fails.
///   - allowsNothing: Whether the saved state may hold only windows and the application's own
///     record, as when the root has no restoration identifier.
///   - fileID: The file of the test; filled in by the compiler.
///   - filePath: The path of the test; filled in by the compiler.
///   - line: The line of the test; filled in by the compiler.
///   - column: The column of the test; filled in by the compiler.
public func expectRestored(
  _ report: RestorationReport?, allowingNothing allowsNothing: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
  column: Int = #column
) {
  let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  guard let report else { return reportFailure("Nothing was restored yet.", at: location) }
  if let issue = report.issue(allowingNothing: allowsNothing) {
    reportFailure(issue, at: location)
  }
}

/// Expects that a restored state equals the saved one.
///
/// A failure shows the differences, with values. Two empty states fail, too.
///
/// - Parameters:
///   - before: The earlier state, such as `program.state` before a relaunch.
///   - after: The present state.
///   - allowsNothing: Whether both may hold only windows and the application's own record.
///   - fileID: The file of the test; filled in by the compiler.
///   - filePath: The path of the test; filled in by the compiler.
///   - line: The line of the test; filled in by the compiler.
///   - column: The column of the test; filled in by the compiler.
public func expectRestored(
  _ before: RestorationSnapshot?, _ after: RestorationSnapshot?,
  allowingNothing allowsNothing: Bool = false, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  guard let before, let after else {
    let isNothing = before == nil && after == nil
    if isNothing && allowsNothing { return }
    let missing = isNothing ? "both are" : before == nil ? "the first is" : "the second is"
    return reportFailure("The states cannot be compared: \(missing) nil.", at: location)
  }
  guard allowsNothing || before.holdsObjects || after.holdsObjects else {
    return reportFailure(nothingSaved, at: location)
  }
  do throws(ArchiveError) {
    let text = try differenceText(from: before, to: after)
    if !text.isEmpty { reportFailure("The restored state differs:\n" + text, at: location) }
  } catch {
    reportFailure("The states cannot be compared: \(error)", at: location)
  }
}

/// Expects that a program could be restored exactly as it is.
///
/// A failure lists what would be lost, with reasons.
///
/// - Parameters:
///   - program: The program; the check does not affect it.
///   - allowsNothing: Whether the saved state may hold only the application's own record.
///   - fileID: The file of the test; filled in by the compiler.
///   - filePath: The path of the test; filled in by the compiler.
///   - line: The line of the test; filled in by the compiler.
///   - column: The column of the test; filled in by the compiler.
public func expectRoundTrip<Objects>(
  _ program: TestProgram<Objects>, allowingNothing allowsNothing: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
  column: Int = #column
) {
  expectClean(
    program.checkRoundTrip(), allowsNothing: allowsNothing,
    at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

private let nothingSaved =
  "Nothing is saved but windows and the application's own record: no controller, view or object takes "
  + "part. Give the root a restoration identifier, or register objects."

/// Expects that a round trip has found nothing.
package func expectClean(
  _ report: RoundTripReport, allowsNothing: Bool, at location: TestLocation
) {
  guard !report.isClean else {
    if allowsNothing || report.before?.holdsObjects == true { return }
    return reportFailure(nothingSaved, at: location)
  }
  var text = report.description
  if let before = report.before, let after = report.after,
    let values = try? differenceText(from: before, to: after), !values.isEmpty
  {
    text += "\nIn values:\n" + values
  }
  reportFailure(text, at: location)
}

extension RestorationReport {
  /// Returns a line per unrestored object; `nil` when all was restored.
  fileprivate func issue(allowingNothing allowsNothing: Bool) -> String? {
    guard !isRefused else { return "The application refused the saved state." }
    guard isRestored else {
      if allowsNothing, reason == .pristine { return nil }
      let reasons = incidents.map { "- the \($0.generation) archive: \($0.error)" }
      return (["Nothing was restored (\(reason))."] + reasons).joined(separator: "\n")
    }
    let lines = outcomes.compactMap { outcome -> String? in
      let name = "- \(outcome.address) (\(outcome.className))"
      return switch outcome.result {
      case .restored, .referenced: nil
      case .defaulted(let reason): "\(name) keeps its initial state: \(reason)"
      case .dropped(let reason): "\(name) was dropped: \(reason)"
      case .unclaimed: "\(name) waits: nothing has asked for it"
      }
    }
    if lines.isEmpty, !allowsNothing, !outcomes.contains(where: \.address.kind.isObject) {
      return nothingSaved
    }
    let nowhere = unplaced.map { "- \($0) is in no window when launch has ended" }
    guard !lines.isEmpty || !nowhere.isEmpty else { return nil }
    if lines.isEmpty {
      return (["All \(outcomes.count) objects were restored, but:"] + nowhere)
        .joined(separator: "\n")
    }
    return (["\(lines.count) of \(outcomes.count) objects were not restored:"] + lines + nowhere)
      .joined(separator: "\n")
  }
}

extension RestorationSnapshot {
  /// Whether it holds more than windows and the application's own record.
  fileprivate var holdsObjects: Bool {
    (0..<UInt32(objectCount)).contains { address(of: ObjectNumber($0))?.kind.isObject ?? false }
  }
}

extension ObjectKind {
  /// Whether it is a controller, view or registered object.
  fileprivate var isObject: Bool {
    switch self {
    case .controller, .view, .object: true
    case .application, .window: false
    }
  }
}
