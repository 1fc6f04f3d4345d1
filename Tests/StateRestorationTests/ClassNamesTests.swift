// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration
import Testing

class NamedByTests {
  class Nested {}
}

/// Names that lead to a class.
@Suite struct ClassNamesTests {
  @Test("Mangled names do not lead to a class")
  func namesOfTheRuntimeLeadNowhere() throws {
    for type: AnyClass in [NamedByTests.self, NamedByTests.Nested.self] {
      let mangled = try #require(_mangledTypeName(type))
      let found: AnyClass? = _typeByName(mangled) as? AnyClass
      #expect(found == type)
      #expect(ClassNames.topLevelClass(named: mangled) == nil, "\(mangled)")
    }
  }

  @Test(
    "Malformed names and those of nested or no classes do not lead to a class",
    arguments: [
      "", ".", "NamedByTests", ".NamedByTests", "StateRestorationTests.", "Swift.Int",
      archivedClassName(of: NamedByTests.Nested.self),
    ])
  func otherNamesLeadNowhere(name: String) {
    #expect(ClassNames.topLevelClass(named: name) == nil)
  }
}
