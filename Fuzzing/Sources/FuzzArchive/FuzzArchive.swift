// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
@testable import RestorationArchive
import StateRestoration

/// Fuzzes archive contents behind a valid seal.
///
/// A base and its log go through loading, a restore pass and the next saves, and another process
/// goes on from there. An input is a list of parts, each preceded by its length in two
/// little-endian bytes. The first part is the number of the base's save and a launch marker, the
/// second one a launch image, the third one the base, every other one a change.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  if let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] { writeSeeds(folder) }
  var parts = parts(of: Array(UnsafeBufferPointer(start: start, count: count)))[...]
  let (head, image, base) = (
    parts.popFirst() ?? [], parts.popFirst() ?? [], parts.popFirst() ?? []
  )
  let number = integer(head.prefix(8))
  guard var (file, tail) = try? ArchiveSeal.sealBase(base, with: key, sequenceNumber: number)
  else { return 0 }
  for change in parts { try? tail.seal([change], into: &file) }
  if let snapshot = try? ArchiveSeal.open(file, with: key).state().snapshot {
    _ = snapshot.notes
    for number in snapshot.objects.prefix(64) { readAlone(number, of: snapshot) }
  }
  let store = MemoryStore()
  store.replace(with: file, slot: nil)
  store.openMarker(slot: nil)?.write(marker(head.dropFirst(8), after: number), at: 0)
  let picture = try? ArchiveSeal.seal(
    image, with: key, sequenceNumber: number, as: .launchImage)
  store.replaceLaunchImage(with: picture, slot: nil)
  for _ in 0..<2 {
    let life = Life(store)
    for _ in 0..<3 { life.save() }
  }
  if let images = try? LaunchImageFile(image) { _ = try? images.write() }
  return 0
}

private func integer(_ bytes: some Collection<UInt8>) -> UInt64 {
  bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
}

/// Returns a marker with a valid checksum and any contents.
private func marker(_ bytes: ArraySlice<UInt8>, after number: UInt64) -> [UInt8] {
  var rest = bytes
  var record = LaunchRecord()
  func next() -> UInt8 { rest.popFirst() ?? 0 }
  record.phase = LaunchRecord.Phase(rawValue: next() % 5) ?? .restoring
  record.end = LaunchRecord.End(next())
  (record.recoveryLevel, record.launchCrashes, record.interruptions) = (next(), next(), next())
  let flags = next()
  record.usesLastGood = flags & 1 != 0
  record.newestSave = flags & 2 != 0 ? number : integer(rest.prefix(8))
  record.atWork = UInt32(truncatingIfNeeded: integer(rest.prefix(4)))
  func code(_ byte: UInt8) -> PathFingerprint {
    PathFingerprint(bytes: [UInt8](repeating: byte, count: PathFingerprint.size))
  }
  if flags & 4 != 0 { record.current = code(next()) }
  record.suspects = (0..<flags >> 4).map(code)
  return record.bytes
}

/// Reads one object alone, through its hook and as tools do.
private func readAlone(_ number: ObjectNumber, of snapshot: RestorationSnapshot) {
  if let decoder = snapshot.address(of: number).flatMap(snapshot.decoder) {
    Page().decodeRestorableState(with: decoder)
    _ = (decoder.origin, decoder.identifierPath, decoder.schemaVersion)
  }
  if let record = try? snapshot.record(number) {
    _ = (record.references, try? snapshot.values(of: record))
  }
}

private let key = ArchiveKey(bytes: [UInt8](repeating: 7, count: 32)) ?? ArchiveKey()
private let quiet = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }

private func parts(of input: [UInt8]) -> [[UInt8]] {
  var (parts, rest) = ([[UInt8]](), input[...])
  while rest.count > 2 {
    let size = Int(rest.removeFirst()) | Int(rest.removeFirst()) << 8
    parts.append(Array(rest.prefix(size)))
    rest = rest.dropFirst(size)
  }
  return parts
}

/// One life of a program that finds an archive in the store.
private final class Life {
  private let coordinator: RestorationCoordinator
  private let (list, page) = (Page(), Page())

  init(_ store: MemoryStore) {
    let archiver = Archiver(store: store, keys: MemoryKeyProvider(key: key), logger: quiet)
    coordinator = RestorationCoordinator(
      ApplicationDescription(identifier: "fuzz", version: "1", systemVersion: "12"),
      archiver: archiver, logger: quiet)
    coordinator.registerObject(forStateRestoration: list, restorationIdentifier: "List")
    page.restorationParent = list
    coordinator.registerObject(forStateRestoration: page, restorationIdentifier: "Page")
    let report = coordinator.restore()
    for outcome in report.outcomes { _ = outcome.address.path.description }
  }

  func save() {
    list.other = page
    page.other = list
    page.stranger = Page()  // causes a note
    list.title += "."
    list.numbers.append(0.5)
    page.table[list.title] = Data(list.title.utf8)
    _ = try? coordinator.preserve(reason: .explicit).commitAndWait()
  }
}

/// An object that asks for values of every type.
final class Page: StatePreserving {
  var title = ""
  var numbers: [Double] = []
  var table: [String: Data] = [:]
  var date = Date(timeIntervalSinceReferenceDate: 0)
  weak var other: Page?
  var stranger: Page?
  weak var restorationParent: (any StateRestoring)?

  func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(title, forKey: "title")
    coder.encode(numbers, forKey: "numbers")
    coder.encode(table, forKey: "table")
    coder.encode(date, forKey: "date")
    coder.encode(other, forKey: "other")
    coder.encode(stranger, forKey: "stranger")
    coder.encode(title.utf8.count, forKey: "count")
    coder.encode(true, forKey: "flag")
    coder.encode(1.5 as Float, forKey: "ratio")
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    title = coder.decodeString(forKey: "title") ?? ""
    numbers = coder.decode([Double].self, forKey: "numbers") ?? []
    table = coder.decode([String: Data].self, forKey: "table") ?? [:]
    date = coder.decode(Date.self, forKey: "date") ?? date
    other = coder.decodeObject(Page.self, forKey: "other")
    _ = coder.decodeInteger(forKey: "count")
    _ = coder.decodeBool(forKey: "flag")
    _ = coder.decode(Float.self, forKey: "ratio")
    _ = coder.decode([[String: [Int]]].self, forKey: "table")
    _ = coder.containsValue(forKey: "absent")
  }
}

/// Writes the seeds: a base, and a base with a log.
///
/// They are archives of the programs above.
private func writeSeeds(_ folder: String) -> Never {
  let store = MemoryStore()
  let life = Life(store)
  for number in 0..<5 {
    life.save()
    guard let file = store.load(.current, slot: nil),
      let opened = try? ArchiveSeal.open(file, with: key)
    else { fatalError("A seed cannot be opened.") }
    let head = number % 2 == 0 ? [1, 0, 0, 0, 0, 0, 0, 0] : [UInt8](repeating: 255, count: 8)
    let marker = [2, 0, 0, 0, UInt8(truncatingIfNeeded: number), 2, 1, 0, 0, 0] as [UInt8]
    let identity = SaveIdentity(sequenceNumber: 1, tag: [UInt8](repeating: 0, count: 16))
    let picture = LaunchImage(scene: "", content: ["a"], width: 1, height: 1, encoded: [1])
    let images = (try? LaunchImageFile(save: identity, images: [picture]).write()) ?? []
    let bytes = ([head + marker, images, opened.body] + opened.log).flatMap {
      [UInt8(truncatingIfNeeded: $0.count), UInt8(truncatingIfNeeded: $0.count >> 8)] + $0
    }
    _ = FileManager.default.createFile(atPath: "\(folder)/state-\(number)", contents: Data(bytes))
  }
  _exit(0)
}
