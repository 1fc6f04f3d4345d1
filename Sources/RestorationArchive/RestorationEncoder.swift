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
  package let number: ObjectNumber
  package let references: (any ReferenceEncoding)?
  @exclusivity(unchecked) package private(set) var referencedNumbers: [ObjectNumber] = []
  @exclusivity(unchecked) package private(set) var ignoredReservedKeys: [String] = []
  @exclusivity(unchecked) package private(set) var failures: [String] = []

  private let sink: ByteSink
  private let tables: SnapshotTables
  @exclusivity(unchecked) private var writtenKeys: [UInt32] = []
  @exclusivity(unchecked) private var isFinished = false

  init(
    number: ObjectNumber, sink: ByteSink, tables: SnapshotTables,
    references: (any ReferenceEncoding)?
  ) {
    self.number = number
    self.sink = sink
    self.tables = tables
    self.references = references
  }

  func finish() { isFinished = true }

  /// Writes the key, unless it is reserved or was written before.
  @inline(__always)
  private func begin(_ key: String, isOwnKey: Bool = false) -> Bool {
    guard let index = admit(key, isOwnKey: isOwnKey) else { return false }
    writtenKeys.append(index)
    sink.append(variable: UInt64(index))
    return true
  }

  /// The key's row in the string table, if a value may be written under it.
  @inline(__always)
  private func admit(_ key: String, isOwnKey: Bool) -> UInt32? {
    guard !isFinished else {
      fatalError("A restoration encoder was used for \(key) after its object's hook had returned.")
    }
    guard isOwnKey || !ReservedKey.contains(key) else {
      ignoredReservedKeys.append(key)
      return nil
    }
    let index = tables.index(of: key)
    guard !writtenKeys.contains(index) else {
      failures.append("key \(key): written twice; the first value counts")
      return nil
    }
    return index
  }

  // MARK: Values

  /// Writes an encoded `nil`: the key is present, its value is not.
  public func encodeNil(forKey key: String) {
    if begin(key) { sink.append(tag: .null) }
  }

  /// Writes a Boolean value.
  public func encode(_ value: Bool, forKey key: String) {
    if begin(key) { sink.append(tag: value ? .true : .false) }
  }

  /// Writes an integer.
  public func encode(_ value: Int, forKey key: String) {
    if begin(key) { sink.append(tag: .integer, variable: Int64(value).zigzagged) }
  }

  /// Writes a number.
  public func encode(_ value: Double, forKey key: String) {
    if begin(key) { sink.append(tag: .double, fixed: value.bitPattern) }
  }

  /// Writes a number.
  public func encode(_ value: Float, forKey key: String) {
    if begin(key) { sink.append(tag: .float, fixed: value.bitPattern) }
  }

  /// Writes a string.
  public func encode(_ value: String, forKey key: String) {
    guard begin(key) else { return }
    sink.append(tag: .string)
    sink.append(string: value)
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
    guard begin(key) else { return }
    sink.appendContainer(.array, count: values.count) {
      for value in values { sink.append(tag: .double, fixed: value.bitPattern) }
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

  /// Writes a copy of any `Codable` value (R38).
  ///
  /// A value whose `encode(to:)` throws is left out, with a diagnostic: hooks do not throw (R51).
  public func encode<Value: Encodable>(_ value: Value, forKey key: String) {
    // Asked before the value encodes itself, so that an ignored one refers to nothing.
    guard admit(key, isOwnKey: false) != nil else { return }
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

  // MARK: References, for the engine

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
    if begin(key, isOwnKey: isOwnKey) { sink.append(value) }
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
