// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Glibc

/// Where a command puts a document: standard output, or a file that only its owner can read.
struct DocumentOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The file to write, for its owner alone; by default standard output.", valueName: "file"))
  var output: String?

  @Flag(name: .long, help: "Replace the output file if there is one.")
  var force = false

  /// Writes the document, at once and whole.
  ///
  /// - Parameter text: The document, with the line break at its end.
  /// - Throws: ``ToolFailure`` when there is such a file already, or it cannot be written.
  func write(_ text: String) throws(ToolFailure) {
    guard let output else { return print(text, terminator: "") }
    let new = output + ".new-\(getpid())"
    let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(output) }
    defer { unlink(new) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard (try? handle.write(contentsOf: Data(text.utf8))) != nil, (try? handle.close()) != nil
    else { throw failure(output) }
    // A link fails where there is a file already, whoever made it in the meantime.
    guard force ? rename(new, output) == 0 : link(new, output) == 0 else {
      if errno == EEXIST {
        throw ToolFailure(
          .inputOutput, "There is a file \(output) already; replace it with --force.")
      }
      throw failure(output)
    }
  }

  private func failure(_ file: String) -> ToolFailure {
    ToolFailure(
      .inputOutput, "The file \(file) could not be written: \(String(cString: strerror(errno))).")
  }
}
