// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
import Synchronization

/// A disk in memory whose operations fail when a test wants it, and that knows what a power cut may
/// leave of it.
///
/// Put the package's own store and key file on it, and see what the application makes of a full disk,
/// a bad sector or a power cut at any moment:
///
/// ```swift
/// let disk = SimulatedDisk()
/// let archiver = Archiver(store: disk.store(), keys: disk.keyFile())
/// disk.settle()
/// _ = try archiver.saveAndWait(snapshot)
/// try disk.forEachPowerCut { left in
///   let load = Archiver(store: left.store(), keys: left.keyFile()).load()
///   …  // the state of before, or the new one
/// }
/// ```
///
/// The model, which is stricter than the file systems of today:
/// - Bytes that were not synced may be lost, in any combination of sectors of 512 bytes; a lost
///   sector holds what it held before, zeros at the end of a file. The file may have any length
///   between the synced and the new one that ends with a sector.
/// - Names that were not synced with their folder may be lost in any combination and order: each
///   creation, link, removal and renaming by itself, but each of them as a whole.
/// - Syncing a file does not sync its name. What a failed sync was to write may be lost for good,
///   whatever is synced later.
/// - Making a folder is durable at once, as the real file system syncs the one above.
/// - A copy of a file, made where there are no hard links, is a new file like any other.
/// - There are no markers of launches.
public final class SimulatedDisk: Sendable {
  package static let sector = 512

  /// What there is: names, and the contents of the files that they name.
  package struct Image: Hashable, Sendable {
    package var names: [String: Int] = [:]
    package var files: [Int: [UInt8]] = [:]

    package func bytes(_ name: String) -> [UInt8]? { names[name].flatMap { files[$0] } }
  }

  /// What happened to the disk, in order.
  package enum Effect: Sendable {
    /// Names that change at once; `nil` removes.
    case names([String: Int?])
    case bytes(file: Int, size: Int, [UInt8])
    case syncedBytes(file: Int)
    case syncedNames(folder: String)
    case failedBytes(file: Int)
    case failedNames(folder: String)
  }

  /// An operation that fails.
  package struct Fault: Sendable {
    let number: Int32
    let first: Int
    /// Whether all operations from there on fail.
    let lasts: Bool

    package init(number: Int32, first: Int, lasts: Bool) {
      (self.number, self.first, self.lasts) = (number, first, lasts)
    }

    func strikes(_ operation: Int) -> Bool { lasts ? operation >= first : operation == first }
  }

  package struct State: Sendable {
    /// The disk as it was when recording began; all of it is durable.
    var start = Image()
    /// The disk as programs see it.
    var now = Image()
    var effects: [Effect] = []
    var nextFile = 0
    var folders: Set<String> = []
    /// How many operations there were.
    var operations = 0
    var fault: Fault?
    /// Which process holds which file.
    var locks: [String: Int] = [:]
    var refusesLocks = false
    var hasNoLinks = false
    /// What the system says when a file is read; of all others under `nil`.
    var unreadable: [String?: Int32] = [:]
  }

  let state: Mutex<State>

  /// Makes an empty disk.
  ///
  /// - Parameter hasHardLinks: Whether a file can have a second name; it cannot on FAT, and on some
  ///   disks of networks and containers.
  public convenience init(hasHardLinks: Bool = true) {
    self.init(Image(), hasHardLinks: hasHardLinks)
  }

  package init(_ image: Image, fault: Fault? = nil, hasHardLinks: Bool = true) {
    var state = State()
    (state.start, state.now, state.fault) = (image, image, fault)
    state.hasNoLinks = !hasHardLinks
    state.folders = Set(image.names.keys.map(folder(of:)))
    state.nextFile = (image.files.keys.max() ?? -1) + 1
    self.state = Mutex(state)
  }

  package convenience init(fault: Fault, hasHardLinks: Bool = true) {
    self.init(Image(), fault: fault, hasHardLinks: hasHardLinks)
  }

  package var now: Image { state.withLock { $0.now } }
  package var effects: [Effect] { state.withLock { $0.effects } }
  package var start: Image { state.withLock { $0.start } }

  // MARK: What lies on it

  /// A store on this disk.
  ///
  /// - Parameters:
  ///   - folder: Where the archives lie.
  ///   - process: Which process uses it: what one has claimed, another one cannot.
  /// - Returns: A store that keeps the disk alive.
  public func store(folder: String = "/state", process: Int = 1) -> FileStore {
    FileStore(folder: folder, fileSystem: SimulatedFileSystem(disk: self, process: process))
  }

  /// A key file on this disk.
  ///
  /// - Parameters:
  ///   - folder: Where the key lies.
  ///   - process: Which process uses it.
  /// - Returns: A provider that keeps the disk alive.
  public func keyFile(folder: String = "/keys", process: Int = 1) -> KeyFile {
    KeyFile(
      folder: folder, name: "key", fileSystem: SimulatedFileSystem(disk: self, process: process))
  }

  // MARK: What goes wrong

  /// How many operations there were so far.
  ///
  /// Writing a file is three: making it, writing its bytes, syncing them.
  public var operations: Int { state.withLock { $0.operations } }

  /// Lets an operation fail.
  ///
  /// A write that fails has written half of its bytes; a sync that fails may have lost all of them.
  ///
  /// - Parameters:
  ///   - number: What the system says, such as `ENOSPC`.
  ///   - operation: Which one, 0 being the next.
  ///   - lasts: Whether all of them fail from there on.
  public func fail(_ number: Int32, at operation: Int = 0, lasts: Bool = false) {
    state.withLock { state in
      state.fault = Fault(number: number, first: state.operations + operation, lasts: lasts)
    }
  }

  /// Lets reading fail, as where a sector is bad, a mode is wrong or no descriptor is left.
  ///
  /// - Parameters:
  ///   - number: What the system says, such as `EIO`.
  ///   - path: Of which file; `nil` is all of them.
  public func failReading(_ number: Int32, of path: String? = nil) {
    state.withLock { $0.unreadable[path] = number }
  }

  /// Lets all operations work from now on.
  public func repair() { state.withLock { ($0.fault, $0.unreadable) = (nil, [:]) } }

  /// Lets every claim fail, as on a file system that has no locks.
  public func refuseLocks() { state.withLock { $0.refusesLocks = true } }

  /// A process has died: it holds nothing any more.
  ///
  /// - Parameter process: Its number.
  public func end(process: Int) {
    state.withLock { state in state.locks = state.locks.filter { $0.value != process } }
  }

  /// Changes one bit in the middle of a file behind everybody's back, durably, as a bad sector does.
  ///
  /// - Parameter path: The file; without one nothing happens.
  public func damage(_ path: String) {
    state.withLock { state in
      guard let file = state.now.names[path], var bytes = state.now.files[file], !bytes.isEmpty
      else { return }
      bytes[bytes.count / 2] ^= 4
      state.now.files[file] = bytes
    }
    settle()
  }

  /// Removes all files and folders, locks included, but keys.
  package func removeAll() {
    state.withLock { state in
      state.now.names = state.now.names.filter { $0.key.hasSuffix("key") }
      state.folders = state.folders.filter { $0.hasSuffix("keys") }
      state.locks = [:]
    }
    settle()
  }

  // MARK: When the power goes

  /// Makes everything durable; later power cuts take only what comes after.
  ///
  /// Without it, the ways to lose something are as many as the combinations of all that was ever
  /// written without a sync.
  public func settle() {
    state.withLock { state in
      state.start = state.now
      state.effects = []
    }
  }

  /// Cuts the power behind each effect since the last ``settle()``, in every way that this can end.
  ///
  /// The calls come in an order that is not told; equal disks come once.
  ///
  /// - Parameter body: Looks at what is left, a disk of its own that works.
  /// - Throws: What `body` throws, at once.
  public func forEachPowerCut(_ body: (SimulatedDisk) throws -> Void) rethrows {
    let (start, effects, hasNoLinks) = state.withLock { ($0.start, $0.effects, $0.hasNoLinks) }
    var seen: Set<Image> = []
    for end in 0...effects.count {
      for image in PowerCut(start, after: effects[..<end]).images
      where seen.insert(image).inserted {
        try body(SimulatedDisk(image, hasHardLinks: !hasNoLinks))
      }
    }
  }
}

/// The folder that a path lies in.
func folder(of path: String) -> String {
  String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
}
