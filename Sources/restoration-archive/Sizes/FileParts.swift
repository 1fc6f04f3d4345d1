// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The parts of an archive file, which add up to its size.
struct FileParts {
  /// A part and its names.
  struct Part: Hashable {
    /// The part's name in JSON.
    let name: String
    /// The part's name for people.
    let title: String
    let bytes: Int
  }

  /// The size of the file, in bytes.
  let file: Int
  /// The parts, in the order of explanation.
  let parts: [Part]

  init(_ reading: ArchiveReading) {
    let sizes = reading.state.sizes
    let state = reading.snapshot.sizes
    let values = reading.records.reduce(0) { $0 + $1.size }
    file = sizes.file
    let all = [
      Part(name: "values", title: "values of objects", bytes: values),
      Part(name: "names", title: "names: keys, classes, identifiers", bytes: state.strings),
      Part(name: "objects", title: "table of objects", bytes: state.objects),
      Part(name: "paths", title: "table of paths", bytes: state.paths),
      Part(name: "classes", title: "tables of classes and versions", bytes: state.classes),
      Part(name: "notes", title: "notes of passes", bytes: state.notes),
      Part(name: "others", title: "sections of other kinds", bytes: state.unknown),
      Part(
        name: "contents", title: "table of contents, and gaps",
        bytes: state.contents + state.records - values),
      Part(
        name: "superseded", title: "what appended saves replaced, and their tables",
        bytes: sizes.base + sizes.log - state.body),
      Part(name: "header", title: "header", bytes: sizes.header),
      Part(name: "seal", title: "seal", bytes: sizes.seal),
      Part(name: "torn", title: "bytes that do not open", bytes: sizes.torn),
    ]
    parts = all.filter { $0.bytes != 0 }
  }
}
