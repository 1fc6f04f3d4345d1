// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import ViewControllers

  /// Hears from the desktop's settings portal how the user wants programs to look.
  @MainActor final class SettingsPortal {
    /// The portal.
    nonisolated static let object = BusObject(
      name: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
      interface: "org.freedesktop.portal.Settings")

    private let bus: Bus
    private let onChange: @MainActor (DesktopAppearance) -> Void
    private var appearance = DesktopAppearance()

    /// Asks whenever the portal comes, and hears each change from then on.
    ///
    /// - Parameters:
    ///   - bus: The session's.
    ///   - onChange: Called with what the portal has answered, and when it says something else; never
    ///     where there is none.
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

    /// The arguments of the question for everything about the looks.
    nonisolated static var question: Variant? {
      .arguments(.strings([DesktopAppearance.namespace]))
    }

    private func ask() {
      bus.call(Self.object, "ReadAll", Self.question) { [weak self] answer in
        guard let self else { return }
        guard let appearance = DesktopAppearance(answer: answer) else {
          return DesktopEvents.note("The portal knows no settings.")
        }
        self.appearance = appearance
        onChange(appearance)
      }
    }
  }
#endif
