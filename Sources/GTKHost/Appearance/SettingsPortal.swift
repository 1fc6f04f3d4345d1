// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import ViewControllers

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
#endif
