// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import GTKSupport
import Logging
import ViewControllers

/// The desktop's messages, turned into the application's lifecycle.
///
/// It lives as long as the host runs the application. Services that are missing are ignored;
/// services that start later, or again, are found when they start. The article Desktop.md lists
/// them.
@MainActor final class DesktopEvents {
  private static let logger = Logger(label: "restoration.desktop")

  private weak var application: Application?
  private let applicationID: String
  private let startupID: String
  private let onAppearance: @MainActor (DesktopAppearance) -> Void
  private var screenLock: ScreenLock
  private var buses: [Bus] = []
  private var sources: [AnyObject] = []
  private var inhibitor: SleepInhibitor?
  private var memoryMonitor: MemoryMonitor?
  private var isClosed = false

  /// Begins to listen, without waiting for anything.
  ///
  /// - Parameters:
  ///   - application: The application to notify; it has launched.
  ///   - applicationID: The name under which desktop files know the program.
  ///   - startupID: The ID that the session manager gave the program at its start, or an empty
  ///     text.
  ///   - lockedBy: The services that reported a locked screen before launch.
  ///   - onAppearance: Called with the wanted appearance, once it is known and whenever it
  ///     changes.
  ///   - onLowMemory: Called before the application is told that memory is low.
  init(
    _ application: Application, applicationID: String, startupID: String,
    lockedBy: Set<String>, onAppearance: @escaping @MainActor (DesktopAppearance) -> Void,
    onLowMemory: @escaping @MainActor () -> Void
  ) {
    self.application = application
    self.applicationID = applicationID
    self.startupID = startupID
    self.onAppearance = onAppearance
    screenLock = ScreenLock(lockedBy: lockedBy)
    memoryMonitor = MemoryMonitor { [weak application] in
      onLowMemory()
      application?.didReceiveMemoryWarning()
    }
    Bus.connect(G_BUS_TYPE_SESSION) { [weak self] in self?.listenToSession($0) }
    Bus.connect(G_BUS_TYPE_SYSTEM) { [weak self] in self?.listenToSystem($0) }
  }

  /// Stops listening; answers already given are still sent.
  func close() {
    isClosed = true
    inhibitor?.close()
    memoryMonitor?.close()
    buses.forEach { $0.close() }
  }

  /// Logs, at debug level, what the desktop lacks.
  static func note(_ sentence: String) { logger.debug("\(sentence)") }

  /// Handles a window that came to the front.
  func userIsAtWork() { changeLock { $0.userIsAtWork() } }

  private func listenToSession(_ bus: Bus) {
    guard !isClosed else { return }
    buses.append(bus)
    for kind in [SessionClient.Kind.gnome, .xfce] {
      sources.append(
        SessionClient(
          bus, kind, applicationID: applicationID, startupID: startupID,
          application: application))
    }
    for screenSaver in ScreenSaver.all {
      ScreenSaver.listen(to: screenSaver, on: bus) { [weak self] isLocked in
        self?.lockDidChange(isLocked, by: screenSaver.name)
      }
    }
    sources.append(SettingsPortal(bus, onChange: onAppearance))
    guard SessionPortal.isNeeded else { return }
    sources.append(
      SessionPortal(bus, application: application) { [weak self] isLocked in
        self?.lockDidChange(isLocked, by: SessionPortal.name)
      })
  }

  private func listenToSystem(_ bus: Bus) {
    guard !isClosed else { return }
    buses.append(bus)
    inhibitor = SleepInhibitor(bus, programName: applicationID, application: application)
    sources.append(
      LoginSession(bus) { [weak self] event in
        switch event {
        case .isLocked(let isLocked):
          self?.lockDidChange(isLocked, by: LoginDaemon.object.name)
        case .wish(let isLocked): self?.changeLock { $0.wish(isLocked) }
        case .lost: self?.lockDidChange(nil, by: LoginDaemon.object.name)
        }
      })
  }

  private func lockDidChange(_ isLocked: Bool?, by name: String) {
    changeLock { lock in
      if let isLocked { lock.report(isLocked, by: name) } else { lock.lose(name) }
    }
  }

  /// Changes the lock, and tells the application if the result changed.
  private func changeLock(_ change: (inout ScreenLock) -> Void) {
    let wasLocked = screenLock.isLocked
    change(&screenLock)
    guard screenLock.isLocked != wasLocked else { return }
    if screenLock.isLocked {
      application?.screenDidLock()
    } else {
      application?.screenDidUnlock()
    }
  }
}

/// The monitor that warns when the machine runs out of memory.
@safe @MainActor final class MemoryMonitor {
  private let monitor: OpaquePointer?
  private var connection: gulong = 0

  /// Listens until ``close()``.
  ///
  /// - Parameter action: Called for each warning, however urgent.
  init(_ action: @escaping @MainActor () -> Void) {
    unsafe monitor = unsafe g_memory_monitor_dup_default()
    guard let monitor = unsafe monitor else { return }
    connection = unsafe connect(UnsafeMutableRawPointer(monitor), "low-memory-warning") { _ in
      action()
    }
  }

  isolated deinit {
    if let monitor = unsafe monitor { unsafe g_object_unref(UnsafeMutableRawPointer(monitor)) }
  }

  /// Stops listening.
  func close() {
    guard let monitor = unsafe monitor, connection != 0 else { return }
    unsafe g_signal_handler_disconnect(UnsafeMutableRawPointer(monitor), connection)
    connection = 0
  }
}
#endif
