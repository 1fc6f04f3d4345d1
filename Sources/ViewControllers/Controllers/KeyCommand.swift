// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Keys that are held down with another one.
public struct KeyModifierFlags: OptionSet, Hashable, Sendable {
  /// One bit for each key.
  public let rawValue: Int

  /// The shift key.
  public static let shift = KeyModifierFlags(rawValue: 1 << 0)
  /// The control key.
  public static let control = KeyModifierFlags(rawValue: 1 << 1)
  /// The Alt key.
  public static let alternate = KeyModifierFlags(rawValue: 1 << 2)
  /// The key of the platform's shortcuts, which is the control key.
  public static let command = control

  /// Creates a set of keys.
  ///
  /// - Parameter rawValue: One bit for each key.
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// A key that does something while a controller is on screen.
@MainActor public struct KeyCommand {
  /// The character that the key types without modifiers.
  public let input: Character

  /// What is held down with it; shift counts with another modifier only, since a character says it.
  public let modifierFlags: KeyModifierFlags

  /// What the key does, for the list of shortcuts; `nil` leaves it out of that.
  public let discoverabilityTitle: String?

  /// What the key does.
  public let action: @MainActor () -> Void

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - input: The character that the key types without modifiers.
  ///   - modifierFlags: What is held down with it.
  ///   - discoverabilityTitle: What the key does, for the list of shortcuts.
  ///   - action: What the key does.
  public init(
    input: Character, modifierFlags: KeyModifierFlags = [], discoverabilityTitle: String? = nil,
    action: @escaping @MainActor () -> Void
  ) {
    (self.input, self.modifierFlags) = (input, modifierFlags)
    (self.discoverabilityTitle, self.action) = (discoverabilityTitle, action)
  }

  /// Whether a key is the one that is meant.
  func matches(_ character: Character, _ flags: KeyModifierFlags) -> Bool {
    guard !modifierFlags.isDisjoint(with: [.control, .alternate]) else {
      return input == character && flags.isDisjoint(with: [.control, .alternate])
    }
    return input.lowercased() == character.lowercased() && modifierFlags == flags
  }
}

extension Window {
  /// The user pressed a key that no view wanted; called by hosts.
  ///
  /// Offered to what is on screen in the top layer, the innermost controller first.
  ///
  /// - Parameters:
  ///   - input: The character that the key types.
  ///   - modifierFlags: What is held down with it.
  /// - Returns: Whether a controller had a command for it.
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

  /// The user pressed some key, of which nothing has heard yet; called by peers.
  ///
  /// Keys that only change what others mean, such as Shift, do not count.
  public func hostWillHandleKey() {
    for responder in respondersOfTopLayer { responder.userDidPressKey() }
  }

  /// The user pressed the key that leads back (in GTK: Alt+Left); called by peers.
  ///
  /// - Returns: Whether something led back.
  public func hostDidPressBack() -> Bool {
    respondersOfTopLayer.contains { responder in
      switch responder {
      case let stack as NavigationController: stack.goBack(animated: true)
      case let split as SplitViewController: split.goBack(animated: true)
      default: false
      }
    }
  }

  /// The commands that have a title, in the order in which they are offered; for lists of shortcuts.
  public var discoverableKeyCommands: [KeyCommand] {
    respondersOfTopLayer.flatMap(\.keyCommands).filter { $0.discoverabilityTitle != nil }
  }

  /// What is on screen in the top layer: first what has the focus and what that lies in, then the
  /// others, the innermost first.
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
