// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RestorationArchive

/// The kept archives of a process, as words on the command line.
enum GenerationChoice: Equatable, ExpressibleByArgument {
  case current, previous, lastGood, candidate
  /// An archive that was set aside as damaged; 1 is the newest.
  case damaged(Int)
  /// A readable archive that failed at launch; higher numbers are newer.
  case passedOver(Int)

  /// The choices that help and errors name.
  static let words = [
    "current", "previous", "last-good", "candidate", "damaged-1", "damaged-2", "damaged-3",
    "passed-over-N",
  ]

  static var allValueStrings: [String] { words }

  static var defaultCompletionKind: CompletionKind {
    .list(words.dropLast() + [Self.passedOver(1).rawValue])
  }

  /// The word on the command line.
  var rawValue: String {
    switch self {
    case .current: "current"
    case .previous: "previous"
    case .lastGood: "last-good"
    case .candidate: "candidate"
    case .damaged(let age): "damaged-\(age)"
    case .passedOver(let number): StoredFile.passedOverPrefix + "\(number)"
    }
  }

  var defaultValueDescription: String { rawValue }

  init?(argument: String) { self.init(rawValue: argument) }

  init?(rawValue: String) {
    switch rawValue {
    case "current": self = .current
    case "previous": self = .previous
    case "last-good": self = .lastGood
    case "candidate": self = .candidate
    default:
      guard let file = StoredFile(name: rawValue + ".archive"), file.slot == nil,
        let choice = Self(file.content), choice.rawValue == rawValue
      else { return nil }
      self = choice
    }
  }

  /// The content of the file.
  var content: StoredFile.Content {
    switch self {
    case .current: .archive(.current)
    case .previous: .archive(.previous)
    case .lastGood: .archive(.lastGood)
    case .candidate: .candidate
    case .damaged(let age): .damaged(age)
    case .passedOver(let number): .passedOver(number)
    }
  }

  /// Converts a content.
  ///
  /// - Returns: `nil` if it is not an archive.
  init?(_ content: StoredFile.Content) {
    switch content {
    case .archive(.current): self = .current
    case .archive(.previous): self = .previous
    case .archive(.lastGood): self = .lastGood
    case .candidate: self = .candidate
    case .damaged(let age): self = .damaged(age)
    case .passedOver(let number): self = .passedOver(number)
    case .launchImage, .marker, .lock, .unfinished: return nil
    }
  }
}
