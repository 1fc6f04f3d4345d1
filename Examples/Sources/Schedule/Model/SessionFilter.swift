// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Which sessions the schedule shows; shared by the schedule and the sheet that changes it.
struct SessionFilter: Codable, Hashable {
  /// The tracks that are left out.
  var hiddenTracks: Set<String> = []

  /// Whether only favorites are shown.
  var showsOnlyFavorites = false

  /// Whether anything is left out.
  var isActive: Bool { showsOnlyFavorites || !hiddenTracks.isEmpty }
}
