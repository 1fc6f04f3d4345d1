// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import ViewControllers

  /// The appearance that the user wants, in the settings portal's terms.
  struct DesktopAppearance: Equatable, Sendable {
    /// The namespace of the settings.
    static let namespace = "org.freedesktop.appearance"

    /// Light or dark, if the user has chosen one.
    var style = UserInterfaceStyle.unspecified

    /// The accent colour, if the user has chosen one.
    var accent: Color.Components?

    /// Creates an appearance without any wish.
    init() {}

    /// Reads the portal's answer about all of its settings.
    ///
    /// - Parameter answer: A tuple with the settings by namespace; a missing setting means no wish.
    init?(answer: Variant?) {
      guard let namespaces = answer?[0], namespaces.isDictionary else { return nil }
      for key in ["color-scheme", "accent-color"] {
        if let value = namespaces[Self.namespace]?[key] { set(key, value) }
      }
    }

    /// Sets one setting; an unknown value or type means no wish.
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
