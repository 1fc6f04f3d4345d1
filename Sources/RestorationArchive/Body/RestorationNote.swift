// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// An archive's note about an object not saved or restored as expected.
///
/// An archive keeps notes with the state they describe, so that a tool can later tell what happened
/// in the process that wrote it. An archive holds at most 256 notes. Notes about preserving come
/// first; notes about restoring describe the last restore of that process.
public struct RestorationNote: Hashable, Sendable {
  /// The object's address; the application's address for an object without a path.
  public var address: RestorationAddress
  /// The outcome for the object.
  public var outcome: Outcome
  /// A sentence about the problem and what to do about it.
  ///
  /// It contains paths and class names, but no values.
  public var sentence: String

  /// The outcome of preserving or restoring an object.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// Preserving: the object is not saved.
    case notPreserved
    /// Preserving: the object is saved, but a part of it is not.
    case incomplete
    /// Another object has the same path and is saved or found instead.
    case duplicate
    /// Last launch: the object was found, but kept its initial state.
    case defaulted
    /// Last launch: the object was not created or found.
    case dropped
    /// Last launch: nothing asked for the object.
    case unclaimed
  }

  /// Creates a note.
  public init(address: RestorationAddress, outcome: Outcome, sentence: String) {
    (self.address, self.outcome, self.sentence) = (address, outcome, sentence)
  }
}

extension RestorationSnapshot {
  /// The notes in the archive; those about preserving come first.
  ///
  /// Empty when there are no notes, when they are malformed, or when they are older than the state.
  /// A version that does not know notes copies them from save to save.
  public var notes: [RestorationNote] {
    guard let range = body.range(of: .notes), !range.isEmpty,
      range.count <= ArchiveLimits.noteBytes,
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
    var source = ByteSource(bytes, body.range(of: .noteTime) ?? 0..<0)
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
