// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import Testing
import XCTest

/// A source location in a test, for both test frameworks.
package struct TestLocation {
  let fileID: StaticString
  let filePath: StaticString
  let line: Int
  let column: Int

  package init(fileID: StaticString, filePath: StaticString, line: Int, column: Int) {
    (self.fileID, self.filePath, self.line, self.column) = (fileID, filePath, line, column)
  }
}

/// Fails the running test, in either framework.
///
/// - Parameters:
///   - message: The problem, in any number of lines.
///   - location: The line of the test that made the check.
package func reportFailure(_ message: String, at location: TestLocation) {
  // In a detached task or on another thread, neither framework knows its test. Only the framework
  // that runs accepts a failure then, so both receive it.
  if Test.current == nil {
    XCTFail(message, file: location.filePath, line: UInt(location.line))
  }
  Issue.record(
    Comment(rawValue: message),
    sourceLocation: SourceLocation(
      fileID: "\(location.fileID)", filePath: "\(location.filePath)", line: location.line,
      column: location.column))
}

/// Returns the differences between two states, as lines.
///
/// There is a line for each object, attribute and value.
///
/// - Parameters:
///   - before: The older state.
///   - after: The newer state.
/// - Returns: The lines; empty when the states are equal.
/// - Throws: `ArchiveError` when a record cannot be read.
func differenceText(from before: RestorationSnapshot, to after: RestorationSnapshot)
  throws(ArchiveError) -> String
{
  let difference = try SnapshotDifference(from: before, to: after)
  var lines = difference.dropped.map { "- \($0) is gone" }
  lines += difference.added.map { "+ \($0) is new" }
  lines += differenceLines(difference.changed, from: before, to: after)
  return lines.joined(separator: "\n")
}

/// Returns the differences in objects that both states have.
func differenceLines(
  _ objects: [ObjectDifference], from before: RestorationSnapshot, to after: RestorationSnapshot
) -> [String] {
  var lines: [String] = []
  for object in objects {
    lines.append("~ \(object.address)")
    for change in object.attributes {
      lines.append(
        "    \(change.attribute.rawValue): \(change.old ?? "none") → \(change.new ?? "none")")
    }
    for change in object.values {
      let old = change.old.map { $0.text(in: before) } ?? "none"
      let new = change.new.map { $0.text(in: after) } ?? "none"
      lines.append("    \(change.key): \(old) → \(new)")
    }
  }
  return lines
}

extension ArchivedValue {
  /// Returns the value as test output; references appear as paths.
  fileprivate func text(in snapshot: RestorationSnapshot) -> String {
    switch self {
    case .null: "nil"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .float(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): value.debugDescription
    case .data(let value): "\(value.count) bytes"
    case .date(let value): "\(value.timeIntervalSinceReferenceDate) s"
    case .array(let values):
      "[" + values.map { $0.text(in: snapshot) }.joined(separator: ", ") + "]"
    case .dictionary(let entries):
      "[" + entries.map { "\($0.key): \($0.value.text(in: snapshot))" }.joined(separator: ", ")
        + "]"
    case .reference(let number): "→ \(snapshot.address(of: number)?.description ?? "nothing")"
    }
  }
}
