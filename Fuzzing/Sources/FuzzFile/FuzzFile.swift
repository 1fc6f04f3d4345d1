// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import Logging
@testable import RestorationArchive

/// Fuzzes whole archive files.
///
/// Each file is read as it is, and again with a correct header checksum, so that the code behind
/// the check is reached.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  if let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] { writeSeeds(folder) }
  let file = Array(UnsafeBufferPointer(start: start, count: count))
  for bytes in [file, withChecksum(file)] {
    _ = try? ArchiveSeal.open(bytes, with: key).state()
    let store = MemoryStore()
    store.replace(with: bytes, slot: nil)
    _ = Archiver(store: store, keys: MemoryKeyProvider(key: key), logger: quiet).load()
  }
  return 0
}

private let key = ArchiveKey(bytes: [UInt8](repeating: 7, count: 32)) ?? ArchiveKey()
private let quiet = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }

private func withChecksum(_ file: [UInt8]) -> [UInt8] {
  guard file.count >= 96 else { return file }
  let size = file[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
  guard (96...min(4_096, file.count)).contains(size) else { return file }
  let digest = Array(SHA256.hash(data: file[..<(size - 16)]).prefix(16))
  return file[..<(size - 16)] + digest + file[size...]
}

private func writeSeeds(_ folder: String) -> Never {
  for (number, size) in [0, 1, 200, 70_000].enumerated() {
    let body = [UInt8](repeating: 1, count: size)
    guard var (file, tail) = try? ArchiveSeal.sealBase(body, with: key, sequenceNumber: 3) else {
      fatalError("A seed cannot be sealed.")
    }
    try? tail.seal([[], [1, 2, 3]], into: &file)
    let contents = Data(number == 1 ? Array(file.dropLast()) : file)
    _ = FileManager.default.createFile(atPath: "\(folder)/\(number)", contents: contents)
  }
  _exit(0)
}
