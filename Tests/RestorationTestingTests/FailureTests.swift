// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Synchronization
import Testing
import ViewControllers
import ViewControllersTesting
import XCTest

/// Every check that can fail a test, on its own line.
@MainActor private struct Asking {
  let name: String
  let ask: @MainActor () -> Int

  static let all = [
    Asking(name: "report") {
      expectRestored(nil)
      return #line - 1
    },
    Asking(name: "states") {
      expectRestored(TestApplication(ViewController()).state, nil)
      return #line - 1
    },
    Asking(name: "announcements of an application") {
      expectAnnounced(TestApplication(ViewController()))
      return #line - 1
    },
    Asking(name: "announcements of objects") {
      expectAnnounced(
        TestProgram(RecordingObject("Object", recorder: HookRecorder()), identifier: "Object"))
      return #line - 2
    },
    Asking(name: "round trip of an application") {
      let program = TestApplication(ViewController())
      program.root.present(ViewController(), animated: false)
      expectRoundTrip(program)
      return #line - 1
    },
    Asking(name: "round trip of objects") {
      var lives = 0
      let program = TestProgram { coordinator in
        lives += 1  // the next life registers another name
        let object = RecordingObject("Object", recorder: HookRecorder())
        coordinator.registerObject(
          forStateRestoration: object, restorationIdentifier: "Object \(lives)")
        return object
      }
      expectRoundTrip(program)
      return #line - 1
    },
    Asking(name: "relaunch of an application") {
      let program = TestApplication(ViewController())
      let kept = program.root
      program.relaunch()
      let line = #line - 1
      return withExtendedLifetime(kept) { line }
    },
    Asking(name: "relaunch of objects") {
      let store = FaultyStore()
      let program = TestProgram(
        RecordingObject("Object", recorder: HookRecorder()), identifier: "Object", store: store)
      store.inject(.error(), into: [.replace])
      program.relaunch()
      return #line - 1
    },
    Asking(name: "suite of stores") {
      ArchiveStoreConformance.check { throw ArchiveError(.inputOutput, "No store") }
      return #line - 1
    },
    Asking(name: "suite of keys") {
      KeyProviderConformance.check { throw ArchiveError(.inputOutput, "No keys") }
      return #line - 1
    },
    Asking(name: "suite of hosts") {
      HostConformance.check(turn: { _ in }) { throw ArchiveError(.inputOutput, "No host") }
      return #line - 1
    },
  ]
}

@MainActor @Suite struct FailureTests {
  @Test("A failure is an issue of the running test at the calling line")
  func failureIsWhereTheTestAsked() {
    for asking in Asking.all {
      let found = Places()
      found.begin()
      var line = 0
      withKnownIssue {
        line = asking.ask()
      } matching: { issue in
        found.add(issue.sourceLocation.map { "\($0.fileID):\($0.line)" } ?? "nowhere")
        return true
      }
      #expect(found.end() == ["\(#fileID):\(line)"], Comment(rawValue: asking.name))
    }
  }
}

/// The same checks in XCTest.
final class FailureXCTests: XCTestCase {
  private let found = Places()

  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
    expected: Bool
  ) {
    guard !found.add("\(filePath):\(lineNumber)") else { return }
    super.recordFailure(
      withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
  }

  /// A failure belongs to the running test, at the calling line.
  nonisolated func testFailureIsWhereTheTestAsked() {
    let found = found
    MainActor.assumeIsolated {
      for asking in Asking.all {
        found.begin()
        let line = asking.ask()
        XCTAssertEqual(found.end(), ["\(#filePath):\(line)"], asking.name)
      }
    }
  }
}

/// Records the places of failures between `begin` and `end`, each place once.
private final class Places: Sendable {
  private let places = Mutex<[String]?>(nil)

  func begin() { places.withLock { $0 = [] } }

  func end() -> [String]? {
    places.withLock { places in
      defer { places = nil }
      return places
    }
  }

  /// Records a place; returns whether recording is on.
  @discardableResult func add(_ place: String) -> Bool {
    places.withLock { places in
      guard let known = places else { return false }
      if !known.contains(place) { places = known + [place] }
      return true
    }
  }
}
