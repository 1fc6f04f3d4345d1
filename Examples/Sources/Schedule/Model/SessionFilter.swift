// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A filter for sessions, shared by the schedule and its filter sheet.
struct SessionFilter: Codable, Hashable {
  /// The hidden tracks in alphabetical order.
  ///
  /// So equal filters are saved as equal bytes.
  private var hiddenTracks: [String] = []

  /// Whether only favorites are shown.
  var showsOnlyFavorites = false

  /// Whether the filter hides anything.
  var isActive: Bool { showsOnlyFavorites || !hiddenTracks.isEmpty }

  func shows(track: String) -> Bool { !hiddenTracks.contains(track) }

  mutating func setTrack(_ track: String, isShown: Bool) {
    hiddenTracks = (hiddenTracks.filter { $0 != track } + (isShown ? [] : [track])).sorted()
  }
}
