// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
public import StateRestoration

/// Expects that every object of the saved state was restored; else names each that was not.
///
/// - Parameters:
///   - report: What a launch or a restore pass reported; `nil` fails.
///   - fileID: Where the test is.
///   - filePath: Where the test is.
///   - line: Where the test is.
///   - column: Where the test is.
public func expectRestored(
  _ report: RestorationReport?, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  guard let complaint = report.map({ $0.complaint }) ?? "Nothing was restored yet." else { return }
  reportFailure(
    complaint, at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Expects that a restored state says what the saved one said; else shows what differs, and values.
///
/// - Parameters:
///   - before: What was there, such as `program.state` before a relaunch.
///   - after: What is there now.
///   - fileID: Where the test is.
///   - filePath: Where the test is.
///   - line: Where the test is.
///   - column: Where the test is.
public func expectRestored(
  _ before: RestorationSnapshot?, _ after: RestorationSnapshot?, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  guard let before, let after else {
    if before != nil || after != nil {
      reportFailure("There is no state \(before == nil ? "before" : "after").", at: location)
    }
    return
  }
  do throws(ArchiveError) {
    let text = try differenceText(from: before, to: after)
    if !text.isEmpty { reportFailure("The restored state differs:\n" + text, at: location) }
  } catch {
    reportFailure("The states cannot be compared: \(error)", at: location)
  }
}

/// Expects that an application would come back as it is; else lists what would not, with reasons.
///
/// - Parameters:
///   - program: The application; it goes on as if it had not been looked at.
///   - fileID: Where the test is.
///   - filePath: Where the test is.
///   - line: Where the test is.
///   - column: Where the test is.
@MainActor public func expectRoundTrip<Root>(
  _ program: TestApplication<Root>, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  expectClean(
    program.checkRoundTrip(),
    at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Expects that a program without controllers would come back as it is; else lists what would not.
///
/// - Parameters:
///   - program: The program; it goes on as if it had not been looked at.
///   - fileID: Where the test is.
///   - filePath: Where the test is.
///   - line: Where the test is.
///   - column: Where the test is.
public func expectRoundTrip<Objects>(
  _ program: TestProgram<Objects>, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  expectClean(
    program.checkRoundTrip(),
    at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

private func expectClean(_ report: RoundTripReport, at location: TestLocation) {
  guard !report.isClean else { return }
  var text = report.description
  if let before = report.before, let after = report.after,
    let values = try? differenceText(from: before, to: after), !values.isEmpty
  {
    text += "\nIn values:\n" + values
  }
  reportFailure(text, at: location)
}

extension RestorationReport {
  /// What was not restored, a line each; `nil` when everything was.
  fileprivate var complaint: String? {
    guard !isRefused else { return "The application refused the saved state." }
    guard isRestored else {
      let reasons = incidents.map { "- the \($0.generation) archive: \($0.error)" }
      return (["Nothing was restored (\(reason))."] + reasons).joined(separator: "\n")
    }
    let lines = outcomes.compactMap { outcome -> String? in
      let name = "- \(outcome.address) (\(outcome.className))"
      return switch outcome.result {
      case .restored, .referenced: nil
      case .defaulted(let reason): "\(name) was left as it was made: \(reason)"
      case .dropped(let reason): "\(name) was dropped: \(reason)"
      case .unclaimed: "\(name) waits: nobody has asked for it"
      }
    }
    guard !lines.isEmpty else { return nil }
    return (["\(lines.count) of \(outcomes.count) objects were not restored:"] + lines)
      .joined(separator: "\n")
  }
}
