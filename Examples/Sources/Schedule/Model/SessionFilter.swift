// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Which sessions the schedule shows; shared by the schedule and the sheet that changes it.
struct SessionFilter: Codable, Hashable {
  /// The tracks that are left out, in alphabetical order: equal filters are saved as equal bytes.
  private var hiddenTracks: [String] = []

  /// Whether only favorites are shown.
  var showsOnlyFavorites = false

  /// Whether anything is left out.
  var isActive: Bool { showsOnlyFavorites || !hiddenTracks.isEmpty }

  func shows(track: String) -> Bool { !hiddenTracks.contains(track) }

  mutating func setTrack(_ track: String, isShown: Bool) {
    hiddenTracks = (hiddenTracks.filter { $0 != track } + (isShown ? [] : [track])).sorted()
  }
}
