// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
import Synchronization

/// A disk in memory that simulates failures and power cuts.
///
/// Its operations fail on demand, and it knows every state that a power cut may leave. Put the
/// package's own store and key file on it, and test what the application makes of a full disk, a
/// bad sector or a power cut at any moment:
///
/// ```swift
/// let disk = SimulatedDisk()
/// let archiver = Archiver(store: disk.store(), keys: disk.keyFile())
/// let coordinator = RestorationCoordinator(program, archiver: archiver)
/// disk.settle()
/// …  // register objects
/// try coordinator.preserve(reason: .explicit).commitAndWait()
/// try disk.forEachPowerCut { left in
///   let load = Archiver(store: left.store(), keys: left.keyFile()).load()
///   …  // the state of before, or the new one
/// }
/// ```
///
/// The model is stricter than today's file systems:
/// - Bytes that were not synced may be lost, in any combination of sectors of 512 bytes. A lost
///   sector keeps its former content, or is zero at the end of a file. The file may have the synced
///   length, the new one, or any length between them that ends with a sector.
/// - Names whose folder was not synced may be lost in any combination and order: each creation,
///   link, removal and renaming independently, but each of them as a whole.
/// - Syncing a file does not sync its name. Whatever a failed sync was to write may be lost for
///   good, even if a later sync succeeds.
/// - Making a folder is durable at once, as the real file system syncs the parent folder.
/// - A copy of a file, made where there are no hard links, is a new file like any other.
/// - There are no markers of launches.
public final class SimulatedDisk: Sendable {
  package static let sector = 512

  /// The disk's content: names, and the contents of their files.
  package struct Image: Hashable, Sendable {
    package var names: [String: Int] = [:]
    package var files: [Int: [UInt8]] = [:]

    package func bytes(_ name: String) -> [UInt8]? { names[name].flatMap { files[$0] } }

    /// Hashes whole files, since an array is hashed byte by byte.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(names)
      for file in files.keys.sorted() {
        hasher.combine(file)
        unsafe files[file]?.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
      }
    }
  }

  /// Changes to the disk, in order.
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
    /// Whether all later operations fail too.
    let lasts: Bool

    package init(number: Int32, first: Int, lasts: Bool) {
      (self.number, self.first, self.lasts) = (number, first, lasts)
    }

    func strikes(_ operation: Int) -> Bool { lasts ? operation >= first : operation == first }
  }

  package struct State: Sendable {
    /// The disk when recording began; all of it is durable.
    var start = Image()
    /// The disk as programs see it.
    var now = Image()
    var effects: [Effect] = []
    var nextFile = 0
    var folders: Set<String> = []
    /// The number of operations so far.
    var operations = 0
    var fault: Fault?
    /// The process that holds each locked file.
    var locks: [String: Int] = [:]
    var refusesLocks = false
    var hasNoLinks = false
    /// The error for reading each file; `nil` stands for all others.
    var unreadable: [String?: Int32] = [:]
  }

  let state: Mutex<State>

  /// Makes an empty disk.
  ///
  /// - Parameter hasHardLinks: Whether a file can have a second name. It cannot on FAT, and on some
  ///   network and container disks.
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

  // MARK: Stores and key files

  /// Returns a store on this disk.
  ///
  /// - Parameters:
  ///   - folder: The folder of the archives.
  ///   - process: The process that uses the store: a slot claimed by one process is closed to
  ///     others.
  /// - Returns: A store that keeps the disk alive.
  public func store(folder: String = "/state", process: Int = 1) -> FileStore {
    FileStore(folder: folder, fileSystem: SimulatedFileSystem(disk: self, process: process))
  }

  /// Returns a key file on this disk.
  ///
  /// - Parameters:
  ///   - folder: The folder of the key.
  ///   - process: The process that uses the key file.
  /// - Returns: A provider that keeps the disk alive.
  public func keyFile(folder: String = "/keys", process: Int = 1) -> KeyFile {
    KeyFile(
      folder: folder, name: "key", fileSystem: SimulatedFileSystem(disk: self, process: process))
  }

  // MARK: Failures

  /// The number of operations so far.
  ///
  /// Writing a file takes three: creating it, writing its bytes, syncing them.
  public var operations: Int { state.withLock { $0.operations } }

  /// Makes an operation fail.
  ///
  /// A write that fails has written half of its bytes; a sync that fails may have lost all of them.
  ///
  /// - Parameters:
  ///   - number: The system's error number, such as `ENOSPC`.
  ///   - operation: The index of the operation; 0 is the next.
  ///   - lasts: Whether all later operations fail, too.
  public func fail(_ number: Int32, at operation: Int = 0, lasts: Bool = false) {
    state.withLock { state in
      state.fault = Fault(number: number, first: state.operations + operation, lasts: lasts)
    }
  }

  /// Makes reading fail.
  ///
  /// This simulates a bad sector, a wrong mode or a lack of descriptors.
  ///
  /// - Parameters:
  ///   - number: The system's error number, such as `EIO`.
  ///   - path: The file; `nil` means all files.
  public func failReading(_ number: Int32, of path: String? = nil) {
    state.withLock { $0.unreadable[path] = number }
  }

  /// Makes all operations work from now on.
  public func repair() { state.withLock { ($0.fault, $0.unreadable) = (nil, [:]) } }

  /// Makes every claim fail, as on a file system without locks.
  public func refuseLocks() { state.withLock { $0.refusesLocks = true } }

  /// Simulates the death of a process, which releases its locks.
  ///
  /// - Parameter process: Its number.
  public func end(process: Int) {
    state.withLock { state in state.locks = state.locks.filter { $0.value != process } }
  }

  /// Flips one bit in the middle of a file, durably.
  ///
  /// No process notices, as with a bad sector.
  ///
  /// - Parameter path: The file. Nothing happens if it does not exist.
  public func damage(_ path: String) {
    state.withLock { state in
      guard let file = state.now.names[path], var bytes = state.now.files[file], !bytes.isEmpty
      else { return }
      bytes[bytes.count / 2] ^= 4
      state.now.files[file] = bytes
    }
    settle()
  }

  /// Removes all files and folders, locks included, except keys.
  package func removeAll() {
    state.withLock { state in
      state.now.names = state.now.names.filter { $0.key.hasSuffix("key") }
      state.folders = state.folders.filter { $0.hasSuffix("keys") }
      state.locks = [:]
    }
    settle()
  }

  // MARK: Power cuts

  /// Makes everything durable; later power cuts affect later effects only.
  ///
  /// Without it, the number of combinations grows with everything that was ever written without a
  /// sync.
  public func settle() {
    state.withLock { state in
      state.start = state.now
      state.effects = []
    }
  }

  /// Simulates every outcome of a power cut after each effect.
  ///
  /// Covers the effects since the last ``settle()``. The calls come in no particular order; equal
  /// disks come once.
  ///
  /// - Parameter body: Inspects a working disk with the remaining content.
  /// - Throws: The error of `body`, at once.
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

/// Returns the folder of a path.
func folder(of path: String) -> String {
  String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
}
