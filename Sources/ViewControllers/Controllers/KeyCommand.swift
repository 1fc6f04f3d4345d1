// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A key that does something while a controller is on screen.
@MainActor public struct KeyCommand {
  /// The character that the key types, without modifiers.
  public let input: Character

  /// What the key does.
  public let action: @MainActor () -> Void

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - input: The character that the key types.
  ///   - action: What the key does.
  public init(input: Character, action: @escaping @MainActor () -> Void) {
    self.input = input
    self.action = action
  }
}

extension Window {
  /// The user pressed a key that no view wanted; called by hosts.
  ///
  /// Offered to what is on screen in the top layer, the innermost controller first.
  ///
  /// - Parameter input: The character that the key types.
  /// - Returns: Whether a controller had a command for it.
  public func hostDidPressKey(_ input: Character) -> Bool {
    for responder in respondersOfTopLayer {
      if let command = responder.keyCommands.first(where: { $0.input == input }) {
        command.action()
        return true
      }
    }
    return false
  }

  /// What is on screen in the top layer, the innermost controller first.
  var respondersOfTopLayer: [ViewController] {
    func collect(_ controller: ViewController) -> [ViewController] {
      [controller] + controller.shownControllers.flatMap(collect)
    }
    return presentationChain.last.map(collect)?.reversed() ?? []
  }
}
