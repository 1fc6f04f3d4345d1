// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

@Suite struct AnyObjectTests {
  let machine = Machine()

  @Test("R87: any registered object takes part")
  func registeredObjectComesBack() throws {
    let counter = Counter(7)
    let first = machine.coordinator()
    first.registerObject(forStateRestoration: counter, restorationIdentifier: "Counter")
    try first.preserve(reason: .explicit).commitAndWait()

    let again = Counter()
    let second = machine.coordinator()
    second.registerObject(forStateRestoration: again, restorationIdentifier: "Counter")
    let report = second.restore()
    #expect(again.value == 7)
    #expect(again.finishedCount == 1)
    #expect(report.isRestored)
    #expect(report.generation == 1)
  }

  @Test("R37, R93: references in arrays, dictionaries and Codable values lead to one instance")
  func nestedReferencesShareOneInstance() throws {
    let first = machine.coordinator()
    let (holder, sepia, blur, source) = (Holder(), Filter(), Filter(), DataSource())
    sepia.intensity = 1
    holder.one = source
    holder.many = [sepia, blur]
    holder.named = ["s": sepia]
    holder.note = .init(text: "hello", reference: .init(blur))
    first.registerObject(forStateRestoration: holder, restorationIdentifier: "Holder")
    first.registerObject(forStateRestoration: sepia, restorationIdentifier: "Sepia")
    first.registerObject(forStateRestoration: blur, restorationIdentifier: "Blur")
    first.registerObject(forStateRestoration: source, restorationIdentifier: "DataSource")
    let pass = first.preserve(reason: .explicit)
    #expect(pass.report.diagnostics == [])
    try pass.commitAndWait()

    let second = machine.coordinator()
    let (again, sourceAgain) = (Holder(), DataSource())
    second.registerObject(forStateRestoration: again, restorationIdentifier: "Holder")
    second.registerObject(forStateRestoration: sourceAgain, restorationIdentifier: "DataSource")
    let report = second.restore()
    #expect(report.diagnostics == [])
    #expect(again.one === sourceAgain)
    #expect(again.many.count == 2)
    #expect(again.many.first === again.named["s"])
    #expect(again.many.last === again.note?.reference.object)
    #expect(again.note?.text == "hello")
    #expect(again.many.first?.decodedCount == 1)
    #expect(again.many.first?.intensity == 1)
    #expect(report["DataSource"] == .referenced)
  }

  @Test(
    "R30: a full pass encodes everything, a change pass only what changed, and equal is no write")
  func passesEncodeWhatTheyMust() throws {
    let coordinator = machine.coordinator()
    let (one, two) = (Counter(1), Counter(2))
    coordinator.registerObject(forStateRestoration: one, restorationIdentifier: "One")
    coordinator.registerObject(forStateRestoration: two, restorationIdentifier: "Two")
    #expect(try coordinator.preserve(reason: .explicit).commitAndWait() == 1)
    #expect(try coordinator.preserve(reason: .background).commitAndWait() == nil)
    #expect(one.encodedCount == 2)
    one.value = 3
    coordinator.invalidate(one)
    #expect(try coordinator.preserve(reason: .changed, everything: false).commitAndWait() == 2)
    #expect(one.encodedCount == 3)
    #expect(two.encodedCount == 2)

    let second = machine.coordinator()
    let (oneAgain, twoAgain) = (Counter(), Counter())
    second.registerObject(forStateRestoration: oneAgain, restorationIdentifier: "One")
    second.registerObject(forStateRestoration: twoAgain, restorationIdentifier: "Two")
    #expect(second.restore().generation == 2)
    #expect(oneAgain.value == 3)
    #expect(try second.preserve(reason: .changed, everything: false).commitAndWait() == nil)
    #expect(try second.preserve(reason: .background).commitAndWait() == nil)
    #expect(oneAgain.encodedCount == 1)
  }
}
