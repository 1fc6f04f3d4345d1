// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

import struct Foundation.CGSize

/// A program whose launch code creates one window.
///
/// Its delegate creates the windows that it is asked for.
@MainActor final class WindowShelf {
  /// The window names that the delegate was asked for.
  var asked: [String] = []
  /// The questions that the delegate declines, counted over all launches.
  var declined: Set<Int> = []
  /// The size of the host's only screen.
  var screenSize: CGSize?
  private let device = Device { $0.rootViewController = Screen("Home") }
  private var questions = 0

  /// Starts the program, whose own window may have a name.
  func launch(_ name: String?) -> Session {
    let delegate = TestDelegate { window in
      window.restorationIdentifier = name
      window.rootViewController = Screen("Home")
    }
    delegate.lookUpWindow = { [weak self] in self?.make($1, in: $0) }
    let session = Session(device: device, version: "1", delegate: delegate)
    session.host.screenSize = screenSize
    session.application.launch()
    return session
  }

  /// Opens a window that launch code does not create.
  @discardableResult
  func open(_ name: String?, note: Int, in application: Application) -> Window {
    let screen = Screen("Home")
    screen.note = note
    return application.showWindow(name, screen)
  }

  private func make(_ name: String, in application: Application) -> Window? {
    asked.append(name)
    questions += 1
    return declined.contains(questions) ? nil : open(name, note: 0, in: application)
  }
}

extension Session {
  /// The notes of the windows' root screens.
  var rootNotes: [Int?] { application.windows.map { ($0.rootViewController as? Screen)?.note } }
}
