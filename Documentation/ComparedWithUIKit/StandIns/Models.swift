// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// What both programs know without restoration; here for the type checker only.

import UIKit

struct Photo {
  var id = ""
  var title = ""
  var url = URL(fileURLWithPath: "/")
}

@MainActor final class PhotoLibrary {
  let folder = URL(fileURLWithPath: "/")
  func photo(at index: Int) -> Photo? { nil }
  func photo(withID id: String) -> Photo? { nil }
  func index(ofID id: String) -> Int? { nil }
}

struct Session {
  var id = ""
}

struct SessionFilter: Codable {}

@MainActor final class Conference {
  static var current: Conference?
  let title = ""
  let days: [String] = []
  func session(withID id: String) -> Session? { nil }
  func hasEnded(since moment: Date?) -> Bool { false }
}

@MainActor final class SessionList: UITableViewDataSource {
  init(_ conference: Conference) {}
  func show(day: Int, filter: SessionFilter, search: String) {}
  func session(at indexPath: IndexPath) -> Session? { nil }
  func indexPath(ofSessionWithID id: String) -> IndexPath? { nil }
}
