// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension RestorationSnapshot {
  /// The notes in the archive; those about preserving come first.
  ///
  /// Empty when there are no notes, when they are malformed, or when they are older than the state.
  /// A version that does not know notes copies them from save to save.
  public var notes: [RestorationNote] {
    let range = range(of: .notes)
    guard !range.isEmpty, range.count <= ArchiveLimits.noteBytes,
      let application = number(at: .application).flatMap({ try? record($0) }),
      noteTime == application.origin.timestamp.timeIntervalSinceReferenceDate.bitPattern
    else { return [] }
    var source = ByteSource(bytes, range)
    var notes: [RestorationNote] = []
    while !source.isAtEnd {
      guard notes.count < ArchiveLimits.notes, let note = RestorationNote(&source) else {
        return []
      }
      notes.append(note)
    }
    return notes
  }

  /// The bits of the time of the notes' application record.
  private var noteTime: UInt64? {
    var source = ByteSource(bytes, range(of: .noteTime))
    return source.fixed(UInt64.self)
  }
}

extension ByteSink {
  /// Appends notes up to an archive's limits; skips the others.
  func append(_ notes: [RestorationNote]) {
    let start = count
    var written = 0
    for note in notes where written < ArchiveLimits.notes {
      let end = count
      note.write(to: self)
      if count - start > ArchiveLimits.noteBytes { truncate(to: end) } else { written += 1 }
    }
  }
}

extension RestorationNote {
  fileprivate func write(to sink: ByteSink) {
    sink.append(outcome.code)
    sink.append(address.kind.rawValue)
    sink.append(string: address.scene)
    sink.append(variable: UInt64(address.path.components.count))
    for component in address.path.components { sink.append(string: component.description) }
    sink.append(string: sentence)
  }

  /// Reads one note; `nil` when the bytes are malformed.
  fileprivate init?(_ source: inout ByteSource) {
    guard let outcome = source.byte().flatMap(Outcome.init(code:)),
      let kind = source.byte().flatMap(ObjectKind.init), let scene = source.string(),
      let count = source.length(), count <= ArchiveLimits.pathDepth
    else { return nil }
    var components: [RestorationPath.Component] = []
    for _ in 0..<count {
      guard let component = source.string().flatMap(RestorationPath.Component.init) else {
        return nil
      }
      components.append(component)
    }
    guard let sentence = source.string() else { return nil }
    self.init(
      address: RestorationAddress(scene: scene, kind: kind, path: RestorationPath(components)),
      outcome: outcome, sentence: sentence)
  }
}

extension RestorationNote.Outcome {
  /// The byte for this outcome in an archive.
  fileprivate var code: UInt8 {
    switch self {
    case .notPreserved: 0
    case .incomplete: 1
    case .duplicate: 2
    case .defaulted: 3
    case .dropped: 4
    case .unclaimed: 5
    }
  }

  fileprivate init?(code: UInt8) {
    guard let outcome = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = outcome
  }
}
