// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RestorationArchive

/// The kind of an object, as a word in JSON and commands.
enum KindName: String, Codable, CaseIterable, ExpressibleByArgument {
  case application, window, controller, view, object

  init(_ kind: ObjectKind) {
    self =
      switch kind {
      case .application: .application
      case .window: .window
      case .controller: .controller
      case .view: .view
      case .object: .object
      }
  }

  /// The kind itself.
  var kind: ObjectKind {
    switch self {
    case .application: .application
    case .window: .window
    case .controller: .controller
    case .view: .view
    case .object: .object
    }
  }
}
