// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RestorationArchive

/// The kept archives of a process, as words on the command line.
enum GenerationChoice: String, CaseIterable, ExpressibleByArgument {
  case current, previous
  case lastGood = "last-good"
  case candidate
  case damaged1 = "damaged-1"
  case damaged2 = "damaged-2"
  case damaged3 = "damaged-3"

  /// The content of the file.
  var content: StoredFile.Content {
    switch self {
    case .current: .archive(.current)
    case .previous: .archive(.previous)
    case .lastGood: .archive(.lastGood)
    case .candidate: .candidate
    case .damaged1: .damaged(1)
    case .damaged2: .damaged(2)
    case .damaged3: .damaged(3)
    }
  }

  /// Converts a content.
  ///
  /// - Returns: `nil` if it is not an archive.
  init?(_ content: StoredFile.Content) {
    guard let choice = Self.allCases.first(where: { $0.content == content }) else { return nil }
    self = choice
  }
}
