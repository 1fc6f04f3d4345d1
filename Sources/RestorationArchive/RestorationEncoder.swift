// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Writes one object's state under keys of that object's own (R43).
///
/// Belongs to one object and one pass; using it after the hook has returned is a programming error
/// and ends the process. Values are copied in; references to restorable objects are written as
/// references by the overloads in StateRestoration. The first value written under a key counts; a
/// second one is ignored, with a diagnostic.
public final class RestorationEncoder {
  @exclusivity(unchecked) package private(set) var number = ObjectNumber(0)
  package let references: (any ReferenceEncoding)?
  @exclusivity(unchecked) package private(set) var referencedNumbers: [ObjectNumber] = []
  @exclusivity(unchecked) package private(set) var ignoredReservedKeys: [String] = []
  @exclusivity(unchecked) package private(set) var failures: [String] = []

  /// Whether there is nothing to say of the record.
  package var isFlawless: Bool { ignoredReservedKeys.isEmpty && failures.isEmpty }

  private let tables: SnapshotTables
  @exclusivity(unchecked) private var sink: ByteSink
  /// Where the record begins in the sink.
  @exclusivity(unchecked) private(set) var start = 0

  /// The tables keep it.
  @exclusivity(unchecked) private unowned(unsafe) var shape: KeyShape
  /// The key of the shape that is foreseen next; after the hook, one that no key equals.
  @exclusivity(unchecked) private var place = KeyShape.capacity
  /// The keys of the shape that were written, a bit each.
  @exclusivity(unchecked) private var written: UInt64 = 0
  /// The rows of other keys that were written.
  @exclusivity(unchecked) private var otherKeys: [UInt32] = []
  @exclusivity(unchecked) private var isFinished = true

  init(sink: ByteSink, tables: SnapshotTables, references: (any ReferenceEncoding)?) {
    self.sink = sink
    self.tables = tables
    self.references = references
    shape = tables.shape(ofClass: BodyLayout.none)  // none, until a record begins
  }

  /// Begins an object's record; this coder's last one has been finished.
  func begin(_ number: ObjectNumber, sink: ByteSink, shape: KeyShape) {
    self.number = number
    if self.sink !== sink { self.sink = sink }
    self.shape = shape
    start = sink.count
    (place, written, isFinished) = (0, 0, false)
    if !referencedNumbers.isEmpty { referencedNumbers.removeAll(keepingCapacity: true) }
    if !otherKeys.isEmpty { otherKeys = [] }
    if !ignoredReservedKeys.isEmpty { ignoredReservedKeys = [] }
    if !failures.isEmpty { failures = [] }
  }

  func finish() { (place, isFinished) = (KeyShape.capacity, true) }

  /// Writes the key and makes room for a value, unless the key is reserved or was written before.
  @inline(__always)
  private func begin(_ key: String, room: Int = 16) -> Bool {
    sink.reserve(room + 16)
    let foreseen = shape.keys + place
    guard foreseen.pointee.bits == KeyBits(key), written & (1 &<< UInt64(place)) == 0 else {
      return beginUnforeseen(key, room: room)
    }
    written |= 1 &<< UInt64(place)
    place += 1
    sink.put(foreseen.pointee.encoded, count: foreseen.pointee.encodedSize)
    return true
  }

  @inline(never)
  private func beginUnforeseen(_ key: String, room: Int, isOwnKey: Bool = false) -> Bool {
    guard let entry = admit(key, isOwnKey: isOwnKey) else { return false }
    if let known = entry.place {
      written |= 1 &<< UInt64(known)
      place = known + 1
    } else {
      otherKeys.append(entry.index)
    }
    sink.append(variable: UInt64(entry.index))
    sink.reserve(room)
    return true
  }

  /// The key's row in the table of strings and its place in the shape, if it may be written.
  ///
  /// A foreseen key is never reserved.
  private func admit(_ key: String, isOwnKey: Bool) -> (index: UInt32, place: Int?)? {
    guard !isFinished else {
      fatalError("A restoration encoder was used for \(key) after its object's hook had returned.")
    }
    guard isOwnKey || !ReservedKey.contains(key) else {
      ignoredReservedKeys.append(key)
      return nil
    }
    let index = tables.index(of: key)
    let place = isOwnKey ? nil : shape.place(of: key, index: index)
    let isWritten =
      place.map { written & (1 &<< UInt64($0)) != 0 } ?? otherKeys.contains(index)
    guard !isWritten else {
      failures.append("key \(key): written twice; the first value counts")
      return nil
    }
    return (index, place)
  }

  // MARK: Values

  /// Writes an encoded `nil`: the key is present, its value is not.
  public func encodeNil(forKey key: String) {
    if begin(key) { sink.put(ValueTag.null.rawValue) }
  }

  /// Writes a Boolean value.
  public func encode(_ value: Bool, forKey key: String) {
    if begin(key) { sink.put((value ? ValueTag.true : .false).rawValue) }
  }

  /// Writes an integer.
  public func encode(_ value: Int, forKey key: String) {
    guard begin(key) else { return }
    sink.put(ValueTag.integer.rawValue)
    sink.put(variable: Int64(value).zigzagged)
  }

  /// Writes a number.
  public func encode(_ value: Double, forKey key: String) {
    guard begin(key) else { return }
    sink.put(ValueTag.double.rawValue)
    sink.put(value.bitPattern, count: 8)
  }

  /// Writes a number.
  public func encode(_ value: Float, forKey key: String) {
    if begin(key) { sink.append(tag: .float, fixed: value.bitPattern) }
  }

  /// Writes a string.
  public func encode(_ value: String, forKey key: String) {
    var value = value
    value.withUTF8 { utf8 in
      guard begin(key, room: utf8.count + 16) else { return }
      sink.put(ValueTag.string.rawValue)
      sink.put(variable: UInt64(utf8.count))
      sink.put(UnsafeRawBufferPointer(utf8))
    }
  }

  /// Writes a string, or an encoded `nil`.
  public func encode(_ value: String?, forKey key: String) {
    if let value { encode(value, forKey: key) } else { encodeNil(forKey: key) }
  }

  /// Writes bytes.
  public func encode(_ value: Data, forKey key: String) {
    if begin(key) { sink.append(data: value) }
  }

  /// Writes a date, to the precision of `Date`.
  public func encode(_ value: Date, forKey key: String) {
    if begin(key) {
      sink.append(tag: .date, fixed: value.timeIntervalSinceReferenceDate.bitPattern)
    }
  }

  /// Writes numbers.
  public func encode(_ values: [Double], forKey key: String) {
    if begin(key, room: 16 + 8 * values.count) { sink.append(values) }
  }

  /// Writes strings.
  public func encode(_ values: [String], forKey key: String) {
    guard begin(key) else { return }
    sink.appendContainer(.array, count: values.count) {
      for value in values {
        sink.append(tag: .string)
        sink.append(string: value)
      }
    }
  }

  /// Writes a copy of any `Codable` value (R38).
  ///
  /// A value whose `encode(to:)` throws is left out, with a diagnostic: hooks do not throw (R51).
  public func encode<Value: Encodable>(_ value: Value, forKey key: String) {
    // Asked before the value encodes itself, so that an ignored one refers to nothing.
    guard isFree(key) else { return }
    let referencedBefore = referencedNumbers.count
    let context = ReferenceContext(
      encoding: references.map { RecordingReferences(encoder: self, base: $0) }, decoding: nil,
      key: key)
    do {
      let tree = try ValueEncoder(userInfo: [.restorationReferences: context]).encode(value)
      if begin(key) { sink.append(tree) }
    } catch {
      referencedNumbers.removeLast(referencedNumbers.count - referencedBefore)
      failures.append("key \(key): a value of type \(Value.self) could not be encoded")
    }
  }

  /// Whether a value may be written under a key; if not, that is said.
  private func isFree(_ key: String) -> Bool {
    let foreseen = shape.keys[place]
    if foreseen.bits == KeyBits(key), written & (1 &<< UInt64(place)) == 0 { return true }
    return admit(key, isOwnKey: false) != nil
  }

  // MARK: References, for the engine

  /// Writes the number of an object that was referred to before.
  package func encodeReference(_ number: ObjectNumber, forKey key: String) {
    guard begin(key) else { return }
    sink.put(ValueTag.reference.rawValue)
    sink.put(variable: UInt64(number.rawValue))
  }

  /// The number of an object that this record refers to from now on.
  package func number(for object: AnyObject, key: String) -> ObjectNumber? {
    guard let number = references?.number(for: object, key: key) else { return nil }
    refer(to: number)
    return number
  }

  package func refer(to number: ObjectNumber) {
    if !referencedNumbers.contains(number) { referencedNumbers.append(number) }
  }

  /// Writes a tree of plain values and references.
  package func encode(_ value: ArchivedValue, forKey key: String) {
    append(value, forKey: key, isOwnKey: false)
  }

  /// Writes the storyboard that a controller came from, under its reserved key (R46).
  ///
  /// - Parameters:
  ///   - name: The storyboard's name.
  ///   - bundle: The name of the bundle it lies in.
  ///   - sceneIdentifier: What the controller's scene is found by.
  package func encodeStoryboard(name: String, bundle: String, sceneIdentifier: String) {
    append(
      .dictionary([
        .init(key: "bundle", value: .string(bundle)),
        .init(key: "identifier", value: .string(sceneIdentifier)),
        .init(key: "name", value: .string(name)),
      ]), forKey: ReservedKey.storyboard, isOwnKey: true)
  }

  private func append(_ value: ArchivedValue, forKey key: String, isOwnKey: Bool) {
    guard value.isWithinDepth(ArchiveLimits.valueDepth) else {
      failures.append("key \(key): a value is nested too deeply to be read again")
      return
    }
    let isBegun = isOwnKey ? beginUnforeseen(key, room: 16, isOwnKey: true) : begin(key)
    if isBegun { sink.append(value) }
  }
}

/// Notes references made inside a `Codable` value in the record that holds the value.
private final class RecordingReferences: ReferenceEncoding {
  private let encoder: RestorationEncoder
  private let base: any ReferenceEncoding

  init(encoder: RestorationEncoder, base: any ReferenceEncoding) {
    (self.encoder, self.base) = (encoder, base)
  }

  func number(for object: AnyObject, key: String) -> ObjectNumber? {
    guard let number = base.number(for: object, key: key) else { return nil }
    encoder.refer(to: number)
    return number
  }
}
