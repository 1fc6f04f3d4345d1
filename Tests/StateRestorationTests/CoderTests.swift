// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration
import Testing

@Suite struct CoderTests {
  let machine = Machine()

  /// Encodes one object, decodes it after a relaunch, and returns both reports.
  @discardableResult
  private func relaunch(
    encode: @escaping (RestorationEncoder) -> Void,
    decode: @escaping (RestorationDecoder) -> Void
  ) throws -> (saved: PreservationReport, restored: RestorationReport) {
    let (node, again) = (Node(), Node())
    node.onEncode = encode
    let coordinator = machine.coordinator(["Node": node], version: "1.5")
    let saved = try coordinator.save()
    again.onDecode = decode
    let relaunched = machine.coordinator(["Node": again], version: "2.0")
    let restored = relaunched.restore()
    #expect(again.decodedCount == 1)
    return (saved, restored)
  }

  @Test("R38: encoding copies values, and decoding creates new ones")
  func valuesAreCopied() throws {
    final class Box: Codable {
      var number: Int
      init(_ number: Int) { self.number = number }
    }
    let box = Box(1)
    try relaunch {
      $0.encode(box, forKey: "box")
      box.number = 2
      $0.encode([box, box], forKey: "boxes")
    } decode: {
      let restored = $0.decode(Box.self, forKey: "box")
      #expect(restored?.number == 1)
      let boxes = $0.decode([Box].self, forKey: "boxes")
      #expect(boxes?.map(\.number) == [2, 2])
      #expect(boxes?.first !== boxes?.last)
    }
  }

  @Test("R35, R37: no overload copies an object that can be referred to, even if it is Encodable")
  func noOverloadCopies() throws {
    let (plain, codable) = (DataSource(), CodableSource())
    let node = Node()
    node.onEncode = {
      $0.encode(codable, forKey: "one")
      $0.encode(codable as CodableSource?, forKey: "optional")
      $0.encode(codable as any StateRestoring, forKey: "any")
      $0.encode([codable], forKey: "array")
      $0.encode(["k": codable], forKey: "dictionary")
      $0.encode(plain, forKey: "plain one")
      $0.encode(plain as DataSource?, forKey: "plain optional")
      $0.encode([plain], forKey: "plain array")
      $0.encode(["k": plain], forKey: "plain dictionary")
      $0.encode([plain, codable] as [any StateRestoring], forKey: "any array")
      $0.encode(["k": codable] as [String: any StateRestoring], forKey: "any dictionary")
      $0.encode(nil as (any StateRestoring)?, forKey: "nil")
      $0.encode("text", forKey: "string")
    }
    try machine.save(["Node": node, "Plain": plain, "Codable": codable])
    #expect(codable.copies == 0)

    let (again, plainAgain, codableAgain) = (Node(), DataSource(), CodableSource())
    again.onDecode = {
      for key in ["one", "optional", "any"] {
        #expect($0.decodeObject(CodableSource.self, forKey: key) === codableAgain)
      }
      #expect($0.decodeObjects(CodableSource.self, forKey: "array").first === codableAgain)
      for key in ["dictionary", "any dictionary"] {
        #expect($0.decodeObjectsByName(CodableSource.self, forKey: key)["k"] === codableAgain)
      }
      for key in ["plain one", "plain optional"] {
        #expect($0.decodeObject(DataSource.self, forKey: key) === plainAgain)
      }
      #expect($0.decodeObjects(DataSource.self, forKey: "plain array").first === plainAgain)
      let named = $0.decodeObjectsByName(DataSource.self, forKey: "plain dictionary")
      #expect(named["k"] === plainAgain)
      let any = $0.decodeAnyObjects(forKey: "any array")
      #expect(
        any.map { ObjectIdentifier($0) } == [plainAgain, codableAgain].map(ObjectIdentifier.init))
      #expect($0.decodeAnyObject(forKey: "nil") == nil)
      #expect($0.containsValue(forKey: "nil"))
      #expect($0.decodeString(forKey: "string") == "text")
    }
    let report = machine.restore(
      ["Node": again, "Plain": plainAgain, "Codable": codableAgain])
    #expect(again.decodedCount == 1)
    #expect(report.diagnostics == [])
  }

  @Test("R37: outside restoration, a reference in a Codable value is empty")
  func referenceOutsideRestoration() throws {
    let note = Holder.Note(text: "hello", reference: .init(Filter()))
    let copy = try JSONDecoder().decode(Holder.Note.self, from: JSONEncoder().encode(note))
    #expect(copy.text == "hello")
    #expect(copy.reference.object == nil)
  }

  @Test("R45, R170: reserved keys are in every decoder, and describe the application that saved")
  func reservedKeys() throws {
    let now = Date(timeIntervalSinceReferenceDate: 0)
    try relaunch { _ in
    } decode: {
      #expect($0.decodeString(forKey: ReservedKey.bundleVersion) == "1.5")
      #expect($0.decodeString(forKey: ReservedKey.systemVersion) == "12")
      #expect($0.decodeString(forKey: ReservedKey.userInterfaceIdiom) == "headless")
      #expect($0.decodeDate(forKey: ReservedKey.timestamp) == now)
      #expect($0.containsValue(forKey: ReservedKey.timestamp))
      #expect(!$0.containsValue(forKey: ReservedKey.storyboard))
    }
  }

  @Test("R170: a description defaults to the executable's name and version 0")
  func defaultDescription() {
    let description = ApplicationDescription()
    #expect(description.identifier == ApplicationDescription.executableName)
    #expect(!description.identifier.isEmpty && !description.identifier.contains("/"))
    #expect(description.version == "0")
    #expect(description.systemVersion == SystemVersion.current && !SystemVersion.current.isEmpty)
  }

  @Test(
    "R51: a value of another type decodes to nil; a diagnostic names object, key and both types"
  )
  func otherType() throws {
    let reports = try relaunch {
      $0.encode("hidden text", forKey: "string")
      $0.encode(300, forKey: "int")
      $0.encode(1.5, forKey: "double")
      $0.encode([1], forKey: "array")
      $0.encode(["k": 1], forKey: "dictionary")
      $0.encode(Data([1]), forKey: "data")
      $0.encode(Date(), forKey: "date")
      $0.encode(true, forKey: "bool")
    } decode: {
      #expect($0.decode(Int.self, forKey: "string") == nil)
      #expect($0.decodeInteger(forKey: "string") == 0)
      #expect($0.decode(Int8.self, forKey: "int") == nil)
      #expect($0.decodeString(forKey: "int") == nil)
      #expect($0.decodeInteger(forKey: "double") == 0)
      #expect($0.decode([String: Int].self, forKey: "array") == nil)
      #expect($0.decode([String].self, forKey: "dictionary") == nil)
      #expect($0.decodeString(forKey: "data") == nil)
      #expect($0.decodeDouble(forKey: "date") == 0)
      #expect($0.decodeInteger(forKey: "bool") == 0)
      #expect($0.decode(URL.self, forKey: "int") == nil)
      #expect($0.decodeAnyObject(forKey: "int") == nil)
      #expect($0.decodeObjects(Node.self, forKey: "int").isEmpty)
    }
    let diagnostics = reports.restored.diagnostics
    #expect(diagnostics.count == 13)
    #expect(diagnostics.allSatisfy { $0.hasPrefix("Node: key ") })
    #expect(
      diagnostics.prefix(11).map { $0.dropFirst(6) } == [
        "key string: expected Int, found String",
        "key string: expected Int, found String",
        "key int: expected Int8, found integer",
        "key int: expected String, found integer",
        "key double: expected Int, found floating point",
        "key array: expected Dictionary<String, Int>, found array",
        "key dictionary: expected Array<String>, found dictionary",
        "key data: expected String, found Data",
        "key date: expected Double, found Date",
        "key bool: expected Int, found Bool",
        "key int: expected URL, found integer",
      ])
    #expect(!diagnostics.contains { $0.contains("hidden") })
  }

  @Test("R51: a reference to an object of another class decodes to nil, with a diagnostic")
  func otherClass() throws {
    let (node, counter) = (Node(), Counter(1))
    node.links = [counter]
    try machine.save(["Node": node, "Counter": counter])
    let again = Node()
    again.onDecode = { #expect($0.decodeObjects(Node.self, forKey: "links").isEmpty) }
    let report = machine.restore(["Node": again, "Counter": Counter()])
    #expect(report.diagnostics.count == 1)
    #expect(report.diagnostics.first?.contains("expected Node, found an object of Counter") == true)
  }

  @Test("R168: an absent key decodes as 0, false or nil; containsValue tells it from zero")
  func absentKeys() throws {
    let reports = try relaunch {
      $0.encode(0, forKey: "zero")
      $0.encode(false, forKey: "false")
      $0.encode(nil as String?, forKey: "nil")
    } decode: {
      #expect($0.decodeInteger(forKey: "absent") == 0)
      #expect($0.decodeBool(forKey: "absent") == false)
      #expect($0.decodeDouble(forKey: "absent") == 0)
      #expect($0.decodeFloat(forKey: "absent") == 0)
      #expect($0.decodeData(forKey: "absent") == nil)
      #expect($0.decodeDate(forKey: "absent") == nil)
      #expect($0.decode([Int].self, forKey: "absent") == nil)
      #expect($0.decodeString(forKey: "absent") == nil)
      #expect($0.decodeAnyObject(forKey: "absent") == nil)
      #expect(!$0.containsValue(forKey: "absent"))
      #expect($0.containsValue(forKey: "zero") && $0.containsValue(forKey: "false"))
      #expect($0.containsValue(forKey: "nil"))
      #expect($0.decodeString(forKey: "nil") == nil)
      #expect($0.decode(Int?.self, forKey: "nil") == .some(.none))
    }
    #expect(reports.restored.diagnostics == [])
  }
}

final class CodableSource: StateRestoring, Codable {
  private(set) var copies = 0
  init() {}
  init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws { copies += 1 }
}
