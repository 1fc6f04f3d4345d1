// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The shape of a corpus: windows with a thousand objects each.
///
/// Each window is a tree of five levels.
struct TreeShape {
  struct Place {
    let parent: Int?
    let name: String
  }

  private(set) var places: [Place] = []

  private static let names = ["window", "pane", "section", "row", "cell"]
  /// The share of each level except the last, in hundredths.
  private static let shares = [0, 1, 24, 45]
  private static let windowSize = 1_000

  init(count: Int) {
    while places.count < count { appendWindow(min(Self.windowSize, count - places.count)) }
  }

  private mutating func appendWindow(_ size: Int) {
    var above = places.count..<places.count + 1
    places.append(Place(parent: nil, name: "window-\(places.count / Self.windowSize)"))
    let end = places.count + size - 1
    for level in 1..<Self.names.count {
      let share = level < Self.shares.count ? max(1, size * Self.shares[level] / 100) : size
      let here = places.count..<min(places.count + share, end)
      for index in 0..<here.count {
        places.append(
          Place(
            parent: above.lowerBound + index % above.count,
            name: "\(Self.names[level])-\(index / above.count)"))
      }
      if here.isEmpty { break }
      above = here
    }
  }
}
