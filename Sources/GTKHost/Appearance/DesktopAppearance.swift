// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import Synchronization
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

/// The desktop's settings portal, which tells the wanted appearance.
@MainActor final class SettingsPortal {
  /// The portal's object.
  nonisolated static let object = BusObject(
    name: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
    interface: "org.freedesktop.portal.Settings")

  private let bus: Bus
  private let onChange: @MainActor (DesktopAppearance) -> Void
  private var appearance = DesktopAppearance()

  /// Asks the portal whenever it starts, and then follows all changes.
  ///
  /// - Parameters:
  ///   - bus: The session's bus.
  ///   - onChange: Called with the portal's answer, and with each change; never without a portal.
  init(_ bus: Bus, onChange: @escaping @MainActor (DesktopAppearance) -> Void) {
    (self.bus, self.onChange) = (bus, onChange)
    bus.subscribe(Self.object.name, Self.object.interface, "SettingChanged") {
      [weak self] _, arguments in
      guard let self, arguments[0]?.string == DesktopAppearance.namespace,
        let key = arguments[1]?.string, let value = arguments[2]?.unboxed
      else { return }
      appearance.set(key, value)
      onChange(appearance)
    }
    bus.watch(Self.object.name) { [weak self] isThere in if isThere { self?.ask() } }
  }

  /// The arguments of the question for all appearance settings.
  nonisolated static var question: Variant? {
    .arguments(.strings([DesktopAppearance.namespace]))
  }

  private func ask() {
    bus.call(Self.object, "ReadAll", Self.question) { [weak self] answer in
      guard let self else { return }
      guard let appearance = DesktopAppearance(answer: answer) else {
        return DesktopEvents.note("The desktop portal provides no settings.")
      }
      self.appearance = appearance
      onChange(appearance)
    }
  }
}

/// A question before launch: the appearance that the user wants.
///
/// A thread of its own asks it while GTK connects to the display, and nothing waits for the
/// answer. An answer that comes after the windows were created is handled like any change. The
/// portal is started if the desktop has one that is not running yet.
final class AppearanceQuestion: Sendable {
  /// The longest time for an answer, in milliseconds.
  ///
  /// A portal that has to be started takes time.
  private static let patience: gint = 25_000

  private let appearance = Mutex<DesktopAppearance?>(nil)

  /// Begins to ask.
  init() {
    Thread.detachNewThread { [self] in
      guard let connection = unsafe BusQuestion.connect(G_BUS_TYPE_SESSION) else { return }
      defer { unsafe g_object_unref(UnsafeMutableRawPointer(connection)) }
      let answer = unsafe BusQuestion.call(
        connection, SettingsPortal.object, "ReadAll", SettingsPortal.question,
        startsService: true, patience: Self.patience)
      let appearance = DesktopAppearance(answer: answer)
      self.appearance.withLock { $0 = appearance }
    }
  }

  /// The answer; `nil` until there is one.
  var answer: DesktopAppearance? { appearance.withLock { $0 } }
}
#endif
