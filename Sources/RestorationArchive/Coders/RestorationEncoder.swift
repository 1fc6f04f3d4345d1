// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// Writes one object's state under coding keys of its own.
///
/// An encoder belongs to one object and one pass. Using it after the hook has returned is a
/// programming error and ends the process. Values are copied. The overloads in StateRestoration
/// write a restorable object as a reference. The first value written under a coding key counts; a
/// second one is ignored, with a diagnostic.
public final class RestorationEncoder {
  /// The object's number.
  package var number: ObjectNumber { itsNumber }
  package let references: (any ReferenceEncoding)?
  package private(set) var ignoredReservedKeys: [String] = []
  package private(set) var failures: [String] = []
  /// Why the first value was left out; `nil` if all were written.
  package private(set) var omission: String?

  // Private, and each read or written in one step: see ``ByteSink``.
  private var itsNumber = ObjectNumber(0)
  private var prerequisite = BodyLayout.none
  private var hasRemarks = false
  private let tables: SnapshotTables
  private let sink: ByteSink
  /// The class of the record.
  let recordClass: RecordClass
  /// The start of the record in the sink.
  private var start = 0
  /// The coding keys that objects of the class write.
  ///
  /// The same as the class's, one access closer.
  private var keys: [RecordClass.Key]
  /// The index of the predicted coding key.
  ///
  /// It is past the last one after the hook has returned.
  private var foreseen = 0
  /// The predicted coding keys that were written, one bit each.
  private var written: UInt64 = 0
  /// The rows of other coding keys that were written.
  private var otherKeys: [UInt32] = []
  private var hasOtherKeys = false
  private var isFinished = true

  init(
    _ recordClass: RecordClass, sink: ByteSink, tables: SnapshotTables,
    references: (any ReferenceEncoding)?
  ) {
    (self.sink, self.tables, self.references) = (sink, tables, references)
    (self.recordClass, keys) = (recordClass, recordClass.keys)
  }

  /// Begins an object's record, after the previous one is finished.
  func begin(_ number: ObjectNumber, prerequisite: ObjectNumber?) {
    itsNumber = number
    self.prerequisite = prerequisite?.rawValue ?? BodyLayout.none
    start = sink.count
    written = 0
    isFinished = false
    foreseen = 0
    if hasOtherKeys || hasRemarks { forgetLast() }
  }

  private func forgetLast() {
    (otherKeys, ignoredReservedKeys, failures, omission) = ([], [], [], nil)
    (hasOtherKeys, hasRemarks) = (false, false)
  }

  /// The row of the record, whose values end the sink.
  var row: ObjectRow {
    ObjectRow(
      classIndex: recordClass.place, prerequisite: prerequisite,
      offset: UInt32(start), length: UInt32(sink.count - start))
  }

  func finish() {
    foreseen = .max
    isFinished = true
  }

  /// Writes a coding key, and then its value.
  ///
  /// Nothing is written if the coding key is reserved or was written before.
  ///
  /// - Parameters:
  ///   - key: The coding key.
  ///   - room: The largest size of the value, in bytes.
  ///   - put: Writes the value.
  @inline(__always)
  func write(_ key: String, room: Int = 16, _ put: (inout ByteCursor) -> Void) {
    guard var cursor = cursor(behindForeseen: key, room: room) else {
      return writeUnforeseen(key, room: room, put)
    }
    put(&cursor)
    sink.end(at: cursor)
  }

  // A separate function, so that the fast path saves no registers for calls.
  @inline(never)
  private func writeUnforeseen(_ key: String, room: Int, _ put: (inout ByteCursor) -> Void) {
    guard var cursor = cursor(behindUnforeseen: key, room: room) else { return }
    put(&cursor)
    sink.end(at: cursor)
  }

  /// Whether a coding key is the predicted one and not written yet.
  @inline(__always)
  private func isForeseen(_ key: String) -> Bool {
    let place = foreseen
    return place < keys.count && keys[place].isKey(key) && written & (1 &<< UInt64(place)) == 0
  }

  /// Writes the predicted coding key.
  ///
  /// `nil` when the coding key is another one, or when the sink has no room.
  @inline(__always)
  private func cursor(behindForeseen key: String, room: Int) -> ByteCursor? {
    guard isForeseen(key), var cursor = sink.cursor(ifRoom: room &+ 16) else { return nil }
    let place = foreseen
    cursor.put(keys[place].encoded, count: keys[place].encodedSize)
    written |= 1 &<< UInt64(place)
    foreseen = place &+ 1
    return cursor
  }

  private func cursor(behindUnforeseen key: String, room: Int, isOwnKey: Bool = false)
    -> ByteCursor?
  {
    guard let entry = admit(key, isOwnKey: isOwnKey) else { return nil }
    if let known = entry.place {
      written |= 1 &<< UInt64(known)
      foreseen = known + 1
      keys = recordClass.keys
    } else {
      otherKeys.append(entry.index)
      hasOtherKeys = true
      recordClass.noteOther(key)
    }
    sink.append(variable: UInt64(entry.index))
    return sink.cursor(room: room)
  }

  /// Writes a coding key, and returns whether a value must follow.
  ///
  /// Returns `false` if the coding key is reserved or was written before. The caller appends the
  /// value to the sink.
  private func begin(_ key: String, isOwnKey: Bool = false) -> Bool {
    let foreseen = isOwnKey ? nil : cursor(behindForeseen: key, room: 0)
    guard let cursor = foreseen ?? cursor(behindUnforeseen: key, room: 0, isOwnKey: isOwnKey)
    else { return false }
    sink.end(at: cursor)
    return true
  }

  /// Returns a coding key's row and place, if it may be written.
  ///
  /// The row is in the table of strings, the place among the predicted ones. A predicted coding key is never
  /// reserved.
  private func admit(_ key: String, isOwnKey: Bool) -> (index: UInt32, place: Int?)? {
    guard !isFinished else {
      fatalError("A restoration encoder was used for \(key) after its object's hook had returned.")
    }
    guard isOwnKey || !ReservedKey.contains(key) else {
      ignoredReservedKeys.append(key)
      hasRemarks = true
      return nil
    }
    let index = tables.index(of: key)
    let place = isOwnKey ? nil : recordClass.place(of: key, index: index)
    let isWritten =
      place.map { written & (1 &<< UInt64($0)) != 0 } ?? otherKeys.contains(index)
    guard !isWritten else {
      fail("key \(key): written twice; the first value counts")
      return nil
    }
    return (index, place)
  }

  private func fail(_ failure: String) {
    failures.append(failure)
    hasRemarks = true
  }

  private func leaveOut(_ failure: String) {
    fail(failure)
    omission = omission ?? failure
  }

  // MARK: Values

  /// Writes an encoded `nil`: the coding key exists, but has no value.
  public func encodeNil(forKey key: String) {
    write(key) { $0.put(.null) }
  }

  /// Writes a Boolean value.
  public func encode(_ value: Bool, forKey key: String) {
    write(key) { $0.put(value ? .true : .false) }
  }

  /// Writes an integer.
  public func encode(_ value: Int, forKey key: String) {
    write(key) {
      $0.put(.integer)
      $0.put(variable: Int64(value).zigzagged)
    }
  }

  /// Writes a number.
  public func encode(_ value: Double, forKey key: String) {
    write(key) {
      $0.put(.double)
      $0.put(value.bitPattern, count: 8)
    }
  }

  /// Writes a number.
  public func encode(_ value: Float, forKey key: String) {
    if begin(key) { sink.append(tag: .float, fixed: value.bitPattern) }
  }

  /// Writes a string.
  public func encode(_ value: String, forKey key: String) {
    let utf8 = value.utf8Span.span
    write(key, room: utf8.count + 16) {
      $0.put(.string)
      $0.put(variable: UInt64(utf8.count))
      $0.put(utf8)
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

  /// Writes a date, with the precision of `Date`.
  public func encode(_ value: Date, forKey key: String) {
    if begin(key) {
      sink.append(tag: .date, fixed: value.timeIntervalSinceReferenceDate.bitPattern)
    }
  }

  /// Writes numbers.
  public func encode(_ values: [Double], forKey key: String) {
    guard !values.isEmpty else { return encodeEmptyArray(forKey: key) }
    write(key, room: 16 + 8 * values.count) { $0.put(values) }
  }

  private func encodeEmptyArray(forKey key: String) {
    if begin(key) { sink.appendContainer(.array, count: 0) {} }
  }

  /// Writes integers.
  public func encode(_ values: [Int], forKey key: String) {
    guard begin(key) else { return }
    sink.appendContainer(.array, count: values.count) {
      for value in values { sink.append(.integer(Int64(value))) }
    }
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

  /// Writes a copy of any `Codable` value.
  ///
  /// If `encode(to:)` throws, the value is left out, with a diagnostic, because hooks do not throw.
  public func encode<Value: Encodable>(_ value: Value, forKey key: String) {
    // Check before the value encodes itself, so that an ignored value adds no references.
    guard isFree(key) else { return }
    let context = ReferenceContext(encoding: references, decoding: nil, key: key)
    do {
      let tree = try ValueEncoder(userInfo: [.restorationReferences: context]).encode(value)
      if begin(key) { sink.append(tree) }
    } catch {
      leaveOut("key \(key): a value of type \(Value.self) could not be encoded")
    }
  }

  /// Writes text that the user typed.
  ///
  /// It is kept whole, up to the size budget of the archive.
  package func encodeTyped<Value: Encodable>(_ value: Value, forKey key: String) {
    tables.markTyped(key)
    encode(value, forKey: key)
  }

  /// Writes text that the user typed, with what belongs to it.
  package func encodeTyped(_ value: ArchivedValue, forKey key: String) {
    tables.markTyped(key)
    append(value, forKey: key, isOwnKey: false)
  }

  /// Returns whether a value may be written; if not, adds a diagnostic.
  private func isFree(_ key: String) -> Bool {
    isForeseen(key) || admit(key, isOwnKey: false) != nil
  }

  private func append(_ value: ArchivedValue, forKey key: String, isOwnKey: Bool) {
    guard value.isWithinDepth(ArchiveLimits.valueDepth) else {
      leaveOut("key \(key): a value is nested too deeply to be read again")
      return
    }
    if begin(key, isOwnKey: isOwnKey) { sink.append(value) }
  }

  // MARK: For the engine

  /// Writes a reference to an object that is already queued.
  ///
  /// - Parameters:
  ///   - id: The identity of the object, which must be alive. The object itself is not passed,
  ///     because retaining an object with weak references is expensive.
  ///   - key: The coding key.
  /// - Returns: Whether the object is known; otherwise nothing is written.
  package func encodeKnownReference(_ id: ObjectIdentifier, forKey key: String) -> Bool {
    guard let number = references?.knownNumber(of: id) else { return false }
    write(key) {
      $0.put(.reference)
      $0.put(variable: UInt64(number.rawValue))
    }
    return true
  }

  /// Returns the number of an object that this record refers to.
  package func number(for object: AnyObject, key: String) -> ObjectNumber? {
    references?.knownNumber(of: ObjectIdentifier(object))
      ?? references?.number(for: object, key: key)
  }

  /// Writes a tree of plain values and references.
  package func encode(_ value: ArchivedValue, forKey key: String) {
    append(value, forKey: key, isOwnKey: false)
  }

  /// Writes a controller's storyboard under its reserved coding key.
  ///
  /// - Parameters:
  ///   - name: The storyboard's name.
  ///   - bundle: The name of the bundle that contains the storyboard.
  ///   - sceneIdentifier: The identifier of the controller's scene.
  package func encodeStoryboard(name: String, bundle: String, sceneIdentifier: String) {
    append(
      .dictionary([
        .init(key: "bundle", value: .string(bundle)),
        .init(key: "identifier", value: .string(sceneIdentifier)),
        .init(key: "name", value: .string(name)),
      ]), forKey: ReservedKey.storyboard, isOwnKey: true)
  }
}
