// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import ViewControllers

  /// How the user wants programs to look, in the settings portal's words.
  struct DesktopAppearance: Equatable, Sendable {
    /// The settings' namespace.
    static let namespace = "org.freedesktop.appearance"

    /// Light or dark, if the user has said so.
    var style = UserInterfaceStyle.unspecified

    /// The colour of what is selected, if the user has chosen one.
    var accent: Color.Components?

    /// Nothing in particular.
    init() {}

    /// What the portal has answered for all of its settings.
    ///
    /// - Parameter answer: A tuple of the settings by namespace; what is not in it is not wished for.
    init?(answer: Variant?) {
      guard let namespaces = answer?[0], namespaces.isDictionary else { return nil }
      for key in ["color-scheme", "accent-color"] {
        if let value = namespaces[Self.namespace]?[key] { set(key, value) }
      }
    }

    /// Takes over one setting; what it does not know, or has another type, says that nothing is wished.
    mutating func set(_ key: String, _ value: Variant) {
      switch key {
      case "color-scheme":
        switch value.unsigned {
        case 1: style = .dark
        case 2: style = .light
        default: style = .unspecified
        }
      case "accent-color":
        let parts = (0..<3).compactMap { value[$0]?.number }
        let isColor = parts.count == 3 && parts.allSatisfy { (0...1).contains($0) }
        accent = isColor ? .init(red: parts[0], green: parts[1], blue: parts[2]) : nil
      default: break
      }
    }
  }
#endif
