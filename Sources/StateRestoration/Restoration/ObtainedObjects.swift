// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ObjectCounting
import RestorationArchive

/// What a restore has come to know of each number: its object, above all, if it has one.
///
/// Owns the objects until it goes, and lends them uncounted meanwhile: a restore hands each on a dozen
/// times.
final class ObtainedObjects {
  /// What is known of a number.
  enum Step: UInt8 {
    case untried
    /// A step is running for it; asking again from inside gets nothing (R165).
    case resolving
    case obtained
    case failed
    /// Not there yet, for a reason that is known.
    case open
    /// Nobody has registered it, or what it lies below or needs.
    case unclaimed
  }

  struct Place {
    /// The object; to read it counts it.
    fileprivate unowned(unsafe) var object: (any StateRestoring)?
    /// That of the object's registration, if the restore has registered it without asking for its
    /// path; else 0.
    var serial: UInt64 = 0
    /// What had come, as a count, when an unclaimed record was looked at.
    fileprivate(set) var arrivals: UInt32 = 0
    var step = Step.untried
    /// Whether a registered object lies at the very address of its record, without asking for its
    /// path.
    var isInPlace = false
  }

  let count: Int
  // Pointers, since an array would be counted for each look into it.
  private let places: UnsafeMutablePointer<Place>
  /// The objects, which this owns.
  ///
  /// Apart from all else: references lead to them in no order, and the smaller the table is that they
  /// are looked up in, the more of it is in the cache.
  private let references: UnsafeMutablePointer<Unmanaged<AnyObject>?>
  /// Whether the restore has registered every object by itself, so that no two numbers have the same.
  @exclusivity(unchecked) private(set) var areAllNew = true

  /// How many numbers have an object.
  @exclusivity(unchecked) private(set) var obtainedCount = 0

  init(count: Int) {
    self.count = count
    places = .allocate(capacity: count)
    places.initialize(repeating: Place(), count: count)
    references = .allocate(capacity: count)
    references.initialize(repeating: nil, count: count)
  }

  /// Notes that nobody has claimed a record yet.
  ///
  /// - Parameters:
  ///   - number: The record.
  ///   - arrivals: Counts what has come.
  func setUnclaimed(_ number: ObjectNumber, after arrivals: UInt32) {
    self[number].step = .unclaimed
    self[number].arrivals = arrivals
  }

  /// Forgets what is known of some numbers, which are all that have objects, and lets these go.
  func letGo(_ numbers: [ObjectNumber]) {
    for number in numbers {
      self[number] = Place()
      let gone = references[number.index]
      references[number.index] = nil
      gone?.release()  // which may run code of the program
    }
    obtainedCount = 0
    areAllNew = true
  }

  deinit {
    var left = obtainedCount
    for index in 0..<count where left > 0 {
      guard let object = references[index] else { continue }
      object.release()
      left -= 1
    }
    references.deallocate()
    places.deallocate()
  }

  /// What is known of a number, which must be below ``count``.
  subscript(number: ObjectNumber) -> Place {
    @inline(__always) get { places[place(of: number)] }
    @inline(__always) _modify { yield &places[place(of: number)] }
  }

  @inline(__always)
  private func place(of number: ObjectNumber) -> Int {
    precondition(number.index < count)
    return number.index
  }

  /// The object of a number, if it was obtained.
  func object(_ number: ObjectNumber) -> (any StateRestoring)? {
    guard number.index < count, references[number.index] != nil else { return nil }
    return places[number.index].object
  }

  /// Whether an object is that of a number.
  func isObject(_ object: AnyObject, of number: ObjectNumber) -> Bool {
    references[place(of: number)]?.toOpaque() == Unmanaged.passUnretained(object).toOpaque()
  }

  /// The object that was put where its record lies without asking for its path.
  func inPlace(_ number: ObjectNumber) -> (any StateRestoring)? {
    self[number].isInPlace ? object(number) : nil
  }

  /// The object of a number, for who needs nothing but a reference.
  @inline(__always)
  func reference(_ number: ObjectNumber) -> AnyObject? {
    number.index < count ? references[number.index]?.takeUnretainedValue() : nil
  }

  /// Lends the object of a number, if it was obtained.
  @inline(__always)
  func lend(_ number: ObjectNumber, _ body: (AnyObject) -> Void) {
    references[place(of: number)]?._withUnsafeGuaranteedRef(body)
  }

  /// Asks the processor for the memory of a number's object, which will be used soon.
  @inline(__always)
  func prefetch(_ number: ObjectNumber) {
    guard number.index < count, let reference = references[number.index] else { return }
    restoration_prefetch(UInt(bitPattern: reference.toOpaque()))
  }

  /// Asks the processor for the memory where a number's object is looked for.
  @inline(__always)
  func prefetchPlace(of number: ObjectNumber) {
    if number.index < count { restoration_prefetch(UInt(bitPattern: references + number.index)) }
  }

  /// Takes an object that was obtained.
  @inline(__always)
  func set(_ object: consuming any StateRestoring, for number: ObjectNumber) {
    assert(references[number.index] == nil)
    self[number].object = object
    self[number].step = .obtained
    if self[number].serial == 0 { areAllNew = false }
    obtainedCount += 1
    references[number.index] = .passRetained(object)
  }
}
