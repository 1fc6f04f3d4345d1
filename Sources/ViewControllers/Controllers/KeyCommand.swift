// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Modifier keys that are held down with another key.
public struct KeyModifierFlags: OptionSet, Hashable, Sendable {
  /// One bit for each key.
  public let rawValue: Int

  /// The shift key.
  public static let shift = KeyModifierFlags(rawValue: 1 << 0)
  /// The control key.
  public static let control = KeyModifierFlags(rawValue: 1 << 1)
  /// The Alt key.
  public static let alternate = KeyModifierFlags(rawValue: 1 << 2)
  /// The key for the platform's shortcuts, which is the control key.
  public static let command = control

  /// Creates a set of keys.
  ///
  /// - Parameter rawValue: One bit for each key.
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// A keyboard shortcut that works while a controller is on screen.
@MainActor public struct KeyCommand {
  /// The character that the key types without modifiers.
  public let input: Character

  /// The modifier keys that are held down with it.
  ///
  /// Shift counts only together with another modifier, because the character already implies it.
  public let modifierFlags: KeyModifierFlags

  /// The title in the list of shortcuts; `nil` hides the command there.
  public let discoverabilityTitle: String?

  /// The action of the key.
  public let action: @MainActor () -> Void

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - input: The character that the key types without modifiers.
  ///   - modifierFlags: The modifier keys that are held down with it.
  ///   - discoverabilityTitle: The title in the list of shortcuts.
  ///   - action: The action of the key.
  public init(
    input: Character, modifierFlags: KeyModifierFlags = [], discoverabilityTitle: String? = nil,
    action: @escaping @MainActor () -> Void
  ) {
    (self.input, self.modifierFlags) = (input, modifierFlags)
    (self.discoverabilityTitle, self.action) = (discoverabilityTitle, action)
  }

  /// Whether a pressed key matches this command.
  func matches(_ character: Character, _ flags: KeyModifierFlags) -> Bool {
    guard !modifierFlags.isDisjoint(with: [.control, .alternate]) else {
      return input == character && flags.isDisjoint(with: [.control, .alternate])
    }
    return input.lowercased() == character.lowercased() && modifierFlags == flags
  }
}

extension Window {
  /// Handles a key that no view wanted; called by hosts.
  ///
  /// Asks the controllers on screen in the top layer: first those that contain the focus, then the
  /// others; the innermost come first.
  ///
  /// - Parameters:
  ///   - input: The character that the key types.
  ///   - modifierFlags: The modifier keys that are held down with it.
  /// - Returns: Whether a controller had a command for the key.
  public func hostDidPressKey(
    _ input: Character, modifierFlags: KeyModifierFlags = []
  ) -> Bool {
    for responder in respondersOfTopLayer {
      if let command = responder.keyCommands.first(where: { $0.matches(input, modifierFlags) }) {
        command.action()
        return true
      }
    }
    return false
  }

  /// Announces a key press before anything handles it; called by peers.
  ///
  /// Keys that only modify others, such as Shift, do not count.
  public func hostWillHandleKey() {
    for responder in respondersOfTopLayer { responder.userDidPressKey() }
  }

  /// Goes back, because the user pressed the back key.
  ///
  /// In GTK this key is Alt+Left. Called by peers.
  ///
  /// - Returns: Whether there was something to go back to.
  public func hostDidPressBack() -> Bool {
    respondersOfTopLayer.contains { responder in
      switch responder {
      case let stack as NavigationController: stack.goBack(animated: true)
      case let split as SplitViewController: split.goBack(animated: true)
      default: false
      }
    }
  }

  /// The titled commands of the top layer, for lists of shortcuts.
  ///
  /// They are in the order in which they are offered. A command whose key runs another one now is
  /// not among them.
  public var discoverableKeyCommands: [KeyCommand] {
    let all = respondersOfTopLayer.flatMap(\.keyCommands)
    return all.enumerated().filter { index, command in
      command.discoverabilityTitle != nil
        && !all[..<index].contains { $0.matches(command.input, command.modifierFlags) }
    }.map(\.element)
  }

  /// The controllers on screen in the top layer, in responder order.
  ///
  /// The controllers that contain the focus come first, then the others. In both groups, the
  /// innermost come first.
  var respondersOfTopLayer: [ViewController] {
    func collect(_ controller: ViewController) -> [ViewController] {
      [controller] + controller.shownControllers.flatMap(collect)
    }
    let all: [ViewController] = presentationChain.last.map(collect)?.reversed() ?? []
    guard let focused = firstResponder?.owningViewController else { return all }
    let around = Set(sequence(first: focused) { $0.parent }.map(ObjectIdentifier.init))
    let isAround = { (controller: ViewController) in around.contains(ObjectIdentifier(controller)) }
    return all.filter(isAround) + all.filter { !isAround($0) }
  }
}
