// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// All possible contents of a ``SimulatedDisk`` after a power cut.
package struct PowerCut {
  /// The number of possible losses, before duplicates are merged.
  package private(set) var combinations = 0
  package private(set) var images: Set<SimulatedDisk.Image> = []

  /// Computes every subset of what was not synced.
  ///
  /// - Parameters:
  ///   - start: The earlier content, all of it durable.
  ///   - effects: The effects since.
  package init(_ start: SimulatedDisk.Image, after effects: some Collection<SimulatedDisk.Effect>) {
    var names: [NameChange] = []
    var files = start.files.mapValues { Growth(synced: $0) }
    for effect in effects {
      switch effect {
      case .names(let change): names.append(NameChange(names: change))
      case .bytes(let file, let size, let bytes):
        files[file, default: Growth(synced: [])].write(bytes, at: size)
      case .syncedBytes(let file): files[file]?.sync()
      case .failedBytes(let file): files[file]?.failSync()
      case .syncedNames(let folder):
        for index in names.indices where !names[index].isLost {
          names[index].isDurable = names[index].isDurable || names[index].lies(in: folder)
        }
      case .failedNames(let folder):
        for index in names.indices where !names[index].isDurable && names[index].lies(in: folder) {
          names[index].isLost = true
        }
      }
    }
    var bindings: Set<[String: Int]> = [start.names]
    combinations = 1
    for change in names {
      let changed = bindings.map { $0.merging(change.names) }
      bindings = change.isDurable ? Set(changed) : bindings.union(changed)
      if !change.isDurable { combinations *= 2 }
    }
    let variants = files.mapValues(\.variants)
    for count in variants.values.map(\.count) { combinations *= count }
    for binding in bindings {
      var found = [SimulatedDisk.Image(names: binding)]
      for file in Set(binding.values) {
        found = found.flatMap { image in
          (variants[file] ?? [[]]).map { bytes in
            var image = image
            image.files[file] = bytes
            return image
          }
        }
      }
      images.formUnion(found.map(\.canonical))
    }
  }
}

/// One change of names, and its durability.
private struct NameChange {
  let names: [String: Int?]
  var isDurable = false
  /// Set once a sync of its folder failed.
  var isLost = false

  func lies(in place: String) -> Bool { names.keys.contains { folder(of: $0) == place } }
}

/// A file's bytes: the durable ones, and those not yet synced.
private struct Growth {
  private var synced: [UInt8]
  private var bytes: [UInt8]
  /// Set once a sync failed: later syncs prove nothing.
  private var isDoubtful = false

  init(synced: [UInt8]) { (self.synced, bytes) = (synced, synced) }

  mutating func write(_ new: [UInt8], at size: Int) { bytes = bytes.prefix(size) + new }
  mutating func sync() { if !isDoubtful { synced = bytes } }
  mutating func failSync() { isDoubtful = true }

  /// Every length that ends with a sector, with lost sectors.
  ///
  /// For each length these are all subsets of sectors; with more than eight sectors, each sector
  /// alone.
  var variants: [[UInt8]] {
    guard bytes.count > synced.count else { return [bytes] }
    let size = SimulatedDisk.sector
    var ends = [synced.count, bytes.count]
    ends += stride(from: 0, to: bytes.count, by: size).filter { $0 > synced.count }
    var found: Set<[UInt8]> = []
    for end in ends {
      let sectors = end > synced.count ? Array(synced.count / size...(end - 1) / size) : []
      let masks =
        sectors.count <= 8 ? Array(0..<(1 << sectors.count)) : [0] + sectors.indices.map { 1 << $0 }
      for lost in masks {
        var variant = Array(bytes.prefix(end))
        for (bit, sector) in sectors.enumerated() where lost & (1 << bit) != 0 {
          for index in max(sector * size, synced.count)..<min((sector + 1) * size, end) {
            variant[index] = 0
          }
        }
        found.insert(variant)
      }
    }
    return Array(found)
  }
}

extension [String: Int] {
  fileprivate func merging(_ change: [String: Int?]) -> Self {
    var merged = self
    for (name, file) in change { merged[name] = file }
    return merged
  }
}

extension SimulatedDisk.Image {
  /// The same content with files numbered in the order of their names.
  ///
  /// Equal disks become equal values.
  fileprivate var canonical: Self {
    var (image, numbers) = (Self(), [Int: Int]())
    for (name, file) in names.sorted(by: { $0.key < $1.key }) {
      let number = numbers[file] ?? numbers.count
      numbers[file] = number
      image.names[name] = number
      image.files[number] = files[file]
    }
    return image
  }
}
