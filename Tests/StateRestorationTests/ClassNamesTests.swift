// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration
import Testing

class NamedByTests {
  class Nested {}
}

/// Names that lead to a class.
@Suite struct ClassNamesTests {
  @Test("A class at the top level is found by module and name")
  func topLevelClassIsFound() {
    let name = archivedClassName(of: NamedByTests.self)
    #expect(name == "StateRestorationTests.NamedByTests")
    #expect(ClassNames.topLevelClass(named: name) == NamedByTests.self)
  }

  @Test("What the runtime itself could read as a class leads nowhere")
  func namesOfTheRuntimeLeadNowhere() throws {
    for type: AnyClass in [NamedByTests.self, NamedByTests.Nested.self] {
      let mangled = try #require(_mangledTypeName(type))
      let found: AnyClass? = _typeByName(mangled) as? AnyClass
      #expect(found == type)
      #expect(ClassNames.topLevelClass(named: mangled) == nil, "\(mangled)")
    }
  }

  @Test(
    "Anything else leads nowhere",
    arguments: [
      "", ".", "NamedByTests", ".NamedByTests", "StateRestorationTests.", "Swift.Int",
      archivedClassName(of: NamedByTests.Nested.self),
    ])
  func otherNamesLeadNowhere(name: String) {
    #expect(ClassNames.topLevelClass(named: name) == nil)
  }
}
