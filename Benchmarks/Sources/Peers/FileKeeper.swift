// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Dispatch
import Floors
import Foundation

/// A file with all values, which each change replaces.
///
/// The objects' actor copies the values; another thread encodes them and writes the file.
final class FileKeeper<Writer: Codec>: Keeper {
  private let corpus: Corpus
  private let codec: Writer
  private let file: DurableFile
  private let queue = DispatchQueue(label: "file", qos: .userInitiated)

  init(_ corpus: Corpus, _ codec: Writer, in folder: String) throws {
    (self.corpus, self.codec) = (corpus, codec)
    file = try DurableFile(in: folder, name: codec.key)
    try beginSaving(0)()
  }

  func beginSaving(_ index: Int) -> () throws -> Void {
    let (codec, file, values) = (codec, file, codec.values(of: corpus.items))
    return Completion.of(queue) {
      try codec.encode(values).withUnsafeBytes { try file.replace(with: $0) }
    }
  }

  func relaunch() throws -> RestoredProgram {
    try codec.decode(Data(contentsOf: URL(filePath: file.path)))
  }
}
