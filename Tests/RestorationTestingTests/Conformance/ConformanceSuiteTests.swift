// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import Synchronization
import Testing
import ViewControllers
import ViewControllersTesting

/// Every check can fail, and every flaw is found.
@Suite struct ConformanceSuiteTests {
  /// Expects that each check finds a flaw and each flaw is found.
  private func expectFound<Flaw: CaseIterable, Subject>(
    _ checks: [ConformanceCheck<Subject>], _ flaws: Flaw.Type,
    _ problems: (ConformanceCheck<Subject>, Flaw?) -> [String]
  ) {
    for check in checks {
      #expect(problems(check, nil) == [], "\(check)")
      #expect(
        Flaw.allCases.contains { !problems(check, $0).isEmpty }, "Nothing fails: \(check)")
    }
    for flaw in Flaw.allCases {
      #expect(
        checks.contains { !problems($0, flaw).isEmpty }, "No check finds the flaw \(flaw)")
    }
    let names = Set(checks.map(\.description))
    #expect(names.count == checks.count)
  }

  @Test(
    "R48, R150, R152, R156, R196: each check of stores finds a flaw, and none in a flawless one")
  func flawedStoresAreFound() {
    expectFound(ArchiveStoreConformance.checks, StoreFlaw.self) { check, flaw in
      check.problems(
        of: StoreUnderTest(
          anotherProcess: { ($0 as? FlawedStore)?.anotherProcess ?? $0 },
          damaged: { ($0 as? FlawedStore)?.place.damaged.withLock { $0 } ?? [] },
          make: { FlawedStore(flaw) }))
    }
  }

  @Test("R120, R122, R123: each check of key providers finds a flaw, and none in a flawless one")
  func flawedKeysAreFound() {
    expectFound(KeyProviderConformance.checks, KeyFlaw.self) { check, flaw in
      check.problems(
        of: KeysUnderTest(
          anotherProcess: { ($0 as? FlawedKeys)?.anotherProcess ?? $0 },
          setLocked: { ($0 as? FlawedKeys)?.place.memory.setLocked($1) },
          destroy: { ($0 as? FlawedKeys)?.place.isDestroyed.withLock { $0 = true } },
          make: { FlawedKeys(flaw) }))
    }
  }

  @MainActor
  @Test("R15, R121, R131, R190, R212: each check of hosts finds a flaw, and none in a flawless one")
  func flawedHostsAreFound() {
    expectFound(HostConformance.checks, HostFlaw.self) { check, flaw in
      MainActor.assumeIsolated {
        check.problems(
          of: HostUnderTest(turn: { ($0 as? FlawedHost)?.turn() }, make: { FlawedHost(flaw) }))
      }
    }
  }

  @Test("A failed check fails the test with its requirement and its finding")
  func findingsFailTheTest() {
    withKnownIssue {
      ArchiveStoreConformance.checks[1].run(on: StoreUnderTest { FlawedStore(.losesPrevious) })
    } matching: { issue in
      issue.description.contains("R152: A save makes the current archive the previous one")
        && issue.description.contains(
          "After two saves, the generation `previous` is absent instead of [1].")
    }
  }
}
