// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

/// One object's saved state, read without restoring anything.
@Suite struct SingleObjectTests {
  let machine = Machine()

  @Test(
    "R43, R165: decoding a single object gives its values, references as nil, and claims nothing")
  func hookReadsALoneObject() throws {
    let (root, friend) = (Node("root"), Node("friend"))
    let child = Node("child", parent: root)
    child.links = [friend]
    child.onEncode = { coder in
      coder.encode(friend, forKey: "friend")
      coder.encode(["Friend": RestorationReference(friend)], forKey: "friends")
    }
    try machine.save(["Root": root, "Friend": friend, "Child": child])

    let snapshot = try machine.savedState()
    let decoder = try #require(snapshot.decoder(at: RestorationAddress("Root/Child")))
    let again = Node()
    again.links = [root]
    again.onDecode = { coder in
      #expect(coder.containsValue(forKey: "friend"))
      #expect(coder.decodeObject(Node.self, forKey: "friend") == nil)
      #expect(coder.decodeAnyObject(forKey: "friend") == nil)
      #expect(coder.decodeObjects(Node.self, forKey: "links").isEmpty)
      let friends = coder.decode([String: RestorationReference<Node>].self, forKey: "friends")
      #expect(friends?["Friend"].map { $0.object == nil } == true)
      #expect(coder.identifierPath == ["Root", "Child"])
      #expect(coder.launchReason == nil)
      // These calls only matter in a restore; here they do nothing.
      coder.decodeParts()
      coder.diagnose("Nobody hears of this.")
    }
    again.decodeRestorableState(with: decoder)
    #expect(again.text == "child")
    #expect(again.links.isEmpty)
    #expect(snapshot.decoder(at: .application)?.identifierPath == [])

    let rootAgain = Node()
    let report = machine.restore(["Root": rootAgain])
    #expect(rootAgain.text == "root")
    #expect(report["Root/Child"] == .unclaimed)
  }

  private class Hidden { class Inner {} }
  enum Space { final class Generic<Value> { class Inner {} } }

  @Test("R49: an archived class name is the printed one without what differs by launch")
  func namesOfClasses() {
    class Local {}
    let types: [AnyClass] = [
      Node.self, Hidden.self, Hidden.Inner.self, Space.Generic<[String: Node?]>.self,
      Space.Generic<Int>.Inner.self, Local.self,
    ]
    for type in types {
      // Archives of earlier versions hold the name that Swift prints.
      let printed = String(reflecting: type).split(separator: ".")
        .filter { !$0.hasPrefix("(unknown context at ") }.joined(separator: ".")
      #expect(archivedClassName(of: type) == printed)
    }
    #expect(archivedClassName(of: Hidden.self) == "StateRestorationTests.SingleObjectTests.Hidden")
  }
}
