// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration
import ViewControllers

/// A controller of an ended life, to check that it is released.
@MainActor struct Remains {
  private let className: String
  private weak var controller: ViewController?

  private init(_ controller: ViewController) {
    className = archivedClassName(of: type(of: controller))
    self.controller = controller
  }

  /// Returns all controllers of a window.
  static func of(_ window: Window) -> [Remains] {
    func collect(_ controller: ViewController) -> [ViewController] {
      [controller] + controller.children.flatMap(collect)
    }
    return window.presentationChain.flatMap(collect).map(Remains.init)
  }

  /// Fails the test when a controller is still alive.
  static func report(_ remains: [Remains], at location: TestLocation) {
    let names = remains.filter { $0.controller != nil }.map(\.className)
    guard !names.isEmpty else { return }
    reportFailure(
      """
      These controllers of the program that has ended are still alive:
      \(names.map { "- \($0)" }.joined(separator: "\n"))
      Something holds them strongly: a closure, a delegate or a global. If it is the test itself, \
      release them or pass keepsControllers: true.
      """, at: location)
  }
}
