// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import Testing

/// R38: values are copied through the coders.
struct CoderValueTests {
  private func copy<Value: Codable>(_ value: Value) throws -> Value? {
    try roundTrip { $0.encode(value, forKey: "value") }.decode(Value.self, forKey: "value")
  }

  private func expectCopy<Value: Codable & Equatable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let result = try copy(value)
    #expect(result == value, sourceLocation: sourceLocation)
  }

  @Test("R38: scalars come back at the limits of their ranges")
  func scalarsComeBack() throws {
    try expectCopy(true)
    try expectCopy(false)
    try expectCopy(Int.min)
    try expectCopy(Int.max)
    try expectCopy(0)
    try expectCopy(Int8.min)
    try expectCopy(Int16.min)
    try expectCopy(Int32.min)
    try expectCopy(Int64.min)
    try expectCopy(UInt.max)
    try expectCopy(UInt8.max)
    try expectCopy(UInt16.max)
    try expectCopy(UInt32.max)
    try expectCopy(UInt64.max)
    try expectCopy(UInt64(Int64.max) + 1)
    try expectCopy(Double.greatestFiniteMagnitude)
    try expectCopy(Double.leastNonzeroMagnitude)
    try expectCopy(-Double.infinity)
    try expectCopy(Float.leastNonzeroMagnitude)
    try expectCopy(CGFloat(1.25))
  }

  @Test("R38: NaN stays NaN and minus zero keeps its sign")
  func specialNumbersComeBack() throws {
    #expect(try copy(Double.nan)?.bitPattern == Double.nan.bitPattern)
    #expect(try copy(Float.nan)?.bitPattern == Float.nan.bitPattern)
    #expect(try copy(-0.0)?.sign == .minus)
    #expect(try copy(Float(-0.0))?.sign == .minus)
    #expect(
      try copy([-0.0, .nan])?.map(\.bitPattern) == [(-0.0).bitPattern, Double.nan.bitPattern])
  }

  @Test("R38: values of plain types are read by the methods named after the types")
  func namedMethodsReadTheirTypes() throws {
    let decoder = try roundTrip {
      $0.encode(true, forKey: "bool")
      $0.encode(-7, forKey: "int")
      $0.encode(2.5, forKey: "double")
      $0.encode(Float(0.1), forKey: "float")
      $0.encode("grüße 👋", forKey: "string")
      $0.encode(Optional("some"), forKey: "some")
      $0.encode(String?.none, forKey: "none")
      $0.encode(Data([0, 255]), forKey: "data")
      $0.encode(Date(timeIntervalSinceReferenceDate: 0.123_456_789), forKey: "date")
      $0.encode([1.0, 2.0], forKey: "doubles")
      $0.encode(["a", ""], forKey: "strings")
      $0.encodeNil(forKey: "nil")
    }
    #expect(decoder.decodeBool(forKey: "bool"))
    #expect(decoder.decodeInteger(forKey: "int") == -7)
    #expect(decoder.decodeDouble(forKey: "double") == 2.5)
    #expect(decoder.decodeFloat(forKey: "float") == 0.1)
    #expect(decoder.decodeString(forKey: "string") == "grüße 👋")
    #expect(decoder.decodeString(forKey: "some") == "some")
    #expect(decoder.decodeString(forKey: "none") == nil)
    #expect(decoder.containsValue(forKey: "none"))
    #expect(decoder.decodeData(forKey: "data") == Data([0, 255]))
    #expect(
      decoder.decodeDate(forKey: "date") == Date(timeIntervalSinceReferenceDate: 0.123_456_789))
    #expect(decoder.decode([Double].self, forKey: "doubles") == [1, 2])
    #expect(decoder.decode([String].self, forKey: "strings") == ["a", ""])
    #expect(decoder.containsValue(forKey: "nil"))
    #expect(decoder.mismatches.isEmpty)
    #expect(
      decoder.keys == [
        "bool", "int", "double", "float", "string", "some", "none", "data", "date", "doubles",
        "strings", "nil",
      ])
  }

  @Test("R38: a slice of Data is written without the bytes before it")
  func dataSliceComesBack() throws {
    let slice = Data([1, 2, 3, 4]).dropFirst(2)
    #expect(
      try roundTrip { $0.encode(slice, forKey: "v") }.decodeData(forKey: "v") == Data([3, 4]))
  }

  @Test("R38: the overload for integer arrays writes the same bytes as the generic method")
  func integersAreAnyCollection() throws {
    func written(_ encode: (RestorationEncoder) -> Void) throws -> [UInt8] {
      let maker = SnapshotMaker()
      maker.record(.application, class: "AppDelegate", encode)
      return unwrap(maker.builder.snapshot(roots: [], notes: [])).bytes
    }
    func writtenAsAny(_ values: some Encodable) throws -> [UInt8] {
      try written { $0.encode(values, forKey: "v") }
    }
    for values in [[], [1], [0, -3, .min, .max]] as [[Int]] {
      let bytes = try written { $0.encode(values, forKey: "v") }
      #expect(try bytes == writtenAsAny(values))
      let read: [Int]? = try roundTrip { $0.encode(values, forKey: "v") }.decode(forKey: "v")
      #expect(read == values)
    }
  }

  @Test("R38: collections and optionals come back, even nested ones")
  func collectionsComeBack() throws {
    try expectCopy([[1, 2], [], [3]])
    try expectCopy(["a": ["b": [1]], "": [:]])
    try expectCopy([1: "one", -5: "minus five"])
    try expectCopy([Int]())
    try expectCopy([Double]())
    try expectCopy([String: Int]())
    try expectCopy([Int?.none, 3, nil])
    try expectCopy(["x": Int?.none, "y": 1])
    try expectCopy(Set([3, 1, 2]))
    try expectCopy(Int?.some(4))
    try expectCopy([Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: -1)])
    try expectCopy(["d": Data(count: 300)])
    #expect(try copy(Int?.none) == .some(.none))
  }

  struct Everything: Codable, Equatable {
    var id: UUID
    var link: URL
    var when: Date
    var bytes: Data
    var optional: String?
    var missing: String?
    var mode: Mode
    var byNumber: [Int: Mode]
    var list: [Point]
    var range: ClosedRange<Int>
  }

  enum Mode: Codable, Equatable {
    case plain
    case named(String, count: Int)
  }

  enum Raw: String, Codable { case one, two }

  struct Point: Codable, Equatable { var x: Double, y: Double }

  struct Empty: Codable, Equatable {}

  struct Silent: Codable, Equatable {
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {}
  }

  @Test("R38: structures and enumerations come back with their Foundation types")
  func structuresComeBack() throws {
    try expectCopy(
      Everything(
        id: UUID(), link: URL(string: "https://example.org/a?b=c#d")!,
        when: Date(timeIntervalSinceReferenceDate: 1.0 / 3), bytes: Data([9]), optional: "o",
        missing: nil, mode: .named("n", count: 2), byNumber: [7: .plain, 8: .named("x", count: 0)],
        list: [Point(x: 1, y: -0.0)], range: -1...1))
    try expectCopy([Raw.one, .two])
    try expectCopy(Decimal(string: "1.25")!)
  }

  @Test("R38: a value without properties comes back as present, not as nil")
  func emptyStructuresComeBack() throws {
    try expectCopy(Silent())
    try expectCopy([Silent()])
    try expectCopy(Empty())
    try expectCopy(Empty?.some(Empty()))
    try expectCopy([Empty(), Empty()])
  }

  class Base: Codable {
    var name = ""
    init(name: String) { self.name = name }
  }

  final class Derived: Base {
    var extra: Int
    private enum Keys: CodingKey { case extra }
    init(name: String, extra: Int) {
      self.extra = extra
      super.init(name: name)
    }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      extra = try container.decode(Int.self, forKey: .extra)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try super.encode(to: container.superEncoder())
      try container.encode(extra, forKey: .extra)
    }
  }

  @Test("R38: a class comes back with its superclass's properties")
  func classesComeBackWithSuperclass() throws {
    let result = try copy(Derived(name: "base", extra: 5))
    #expect(result?.name == "base")
    #expect(result?.extra == 5)
  }

  struct OutOfOrder: Codable, Equatable {
    var values: [Int]
    private enum Keys: CodingKey { case outer, list, late }
    init(values: [Int]) { self.values = values }
    func encode(to encoder: any Encoder) throws {
      var root = encoder.container(keyedBy: Keys.self)
      var outer = root.nestedContainer(keyedBy: Keys.self, forKey: .outer)
      var list = root.nestedUnkeyedContainer(forKey: .list)
      var inner = outer.nestedUnkeyedContainer(forKey: .list)
      try list.encode(values[0])
      try inner.encode(values[1])
      try list.encode(values[2])
      try outer.encode(values[3], forKey: .late)
      var again = root.nestedContainer(keyedBy: Keys.self, forKey: .outer)
      try again.encode(values[4], forKey: .outer)
    }
    init(from decoder: any Decoder) throws {
      let root = try decoder.container(keyedBy: Keys.self)
      var list = try root.nestedUnkeyedContainer(forKey: .list)
      let outer = try root.nestedContainer(keyedBy: Keys.self, forKey: .outer)
      var inner = try outer.nestedUnkeyedContainer(forKey: .list)
      let first = try list.decode(Int.self)
      let second = try inner.decode(Int.self)
      values = [
        first, second, try list.decode(Int.self), try outer.decode(Int.self, forKey: .late),
        try outer.decode(Int.self, forKey: .outer),
      ]
    }
  }

  @Test("R38: nested containers can be filled in any order and requested twice")
  func containersMayBeFilledOutOfOrder() throws {
    try expectCopy(OutOfOrder(values: [1, 2, 3, 4, 5]))
  }

  @Test("R38: equal dictionaries are encoded as equal bytes, whatever their iteration order")
  func equalDictionariesAreEqualBytes() {
    func bytes(_ keys: [String]) -> [UInt8] {
      let maker = SnapshotMaker()
      maker.record(address("A")) {
        $0.encode(Dictionary(uniqueKeysWithValues: keys.map { ($0, $0.count) }), forKey: "d")
      }
      return maker.finish()!.bytes
    }
    let keys = (0..<40).map { "key\($0)" }
    #expect(bytes(keys) == bytes(keys.reversed()))
  }

  struct Failing: Codable {
    func encode(to encoder: any Encoder) throws { throw TestFailure("secret value") }
  }

  @Test("R51: a value that fails to encode is left out, and noted without its contents")
  func failingValueIsLeftOut() throws {
    var failures: [String] = []
    let decoder = try roundTrip {
      $0.encode(1, forKey: "before")
      $0.encode(Failing(), forKey: "bad")
      $0.encode(2, forKey: "after")
      failures = $0.failures
    }
    #expect(failures.count == 1)
    #expect(failures.first?.contains("key bad") == true)
    #expect(failures.first?.contains("Failing") == true)
    #expect(failures.first?.contains("secret") == false)
    #expect(!decoder.containsValue(forKey: "bad"))
    #expect(decoder.decodeInteger(forKey: "before") == 1)
    #expect(decoder.decodeInteger(forKey: "after") == 2)
  }

  indirect enum Nest: Codable {
    case leaf
    case deeper([Nest])
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      if case .deeper(let nests) = self { for nest in nests { try container.encode(nest) } }
    }
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      self = container.isAtEnd ? .leaf : .deeper([try container.decode(Nest.self)])
    }
    init(depth: Int) { self = depth == 1 ? .leaf : .deeper([Nest(depth: depth - 1)]) }
    var depth: Int { if case .deeper(let nests) = self { 1 + nests[0].depth } else { 1 } }
  }

  private struct Nested: Codable, Equatable {
    enum Choice: Codable, Equatable { case none, one(Int?), two(Int??, of: [Int?]?) }
    var twice: Int??
    var thrice: Int???
    var list: [Int??] = []
    var optionalList: [Int?]??
    var named: [String: Int??] = [:]
    var numbered: [Int: String?] = [:]
    var choices: [Choice?] = []
  }

  @Test("R38: a nil inside an optional stays distinct from no value, at any depth")
  func nestedOptionalsComeBack() throws {
    try expectCopy([Int??.some(nil), nil, 1, .some(.some(2))])
    try expectCopy(Int??.some(nil))
    try expectCopy(Int???.some(.some(nil)))
    try expectCopy(Int???.some(nil))
    try expectCopy([Int?]??.some(.some([nil])))
    try expectCopy([Int?]??.some(nil))
    try expectCopy([[Int?]]??.some(.some([[nil]])))
    try expectCopy(["a": Int??.some(nil), "b": .some(.some(1)), "c": nil])
    try expectCopy([1: String?.none, 2: "two"])
    try expectCopy(Nested())
    try expectCopy(
      Nested(
        twice: .some(nil), thrice: .some(.some(nil)), list: [nil, .some(nil)],
        optionalList: .some(.some([nil])), named: ["a": .some(nil)], numbered: [1: nil],
        choices: [nil, .some(.none), .one(nil), .two(.some(nil), of: [nil]), .two(nil, of: nil)]))
    try expectCopy(Nested(twice: 1, thrice: .some(nil), optionalList: .some(nil)))
  }

  @Test("R51: a value nested more deeply than readers accept is left out and noted")
  func tooDeepValueIsLeftOut() throws {
    var failures: [String] = []
    let decoder = try roundTrip {
      $0.encode(Nest(depth: ArchiveLimits.valueDepth), forKey: "deep")
      $0.encode(Nest(depth: ArchiveLimits.valueDepth + 1), forKey: "too deep")
      failures = $0.failures
    }
    #expect(decoder.decode(Nest.self, forKey: "deep")?.depth == ArchiveLimits.valueDepth)
    #expect(!decoder.containsValue(forKey: "too deep"))
    #expect(failures.count == 1)
  }
}
