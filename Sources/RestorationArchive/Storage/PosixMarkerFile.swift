// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport

final class PosixMarkerFile: MarkerFile {
  let contents: [UInt8]
  private let file: OpenFile

  init(contents: [UInt8], _ file: OpenFile) { (self.contents, self.file) = (contents, file) }

  var descriptor: Int32? { file.descriptor }

  func write(_ bytes: [UInt8], at offset: Int) { try? file.overwrite(bytes, at: offset) }
}
