// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import PosixSupport
import ViewControllers

/// The names of the daemon that manages logins, on the system's bus.
enum LoginDaemon {
  /// The daemon's object.
  static let object = BusObject(
    name: "org.freedesktop.login1", path: "/org/freedesktop/login1",
    interface: "org.freedesktop.login1.Manager")

  /// The interface of a session.
  static let session = "org.freedesktop.login1.Session"

  /// The interface that reads any object's properties.
  static let properties = "org.freedesktop.DBus.Properties"
}

/// The user's session at the login daemon, which reports its lock.
@MainActor final class LoginSession {
  /// A report of the login daemon.
  enum Event {
    /// The session is locked or not, says the program that locks it.
    case isLocked(Bool)
    /// A program asks to lock the session, or to unlock it.
    case wish(Bool)
    /// The daemon is gone, and reports nothing any more.
    case lost
  }

  private let bus: Bus
  private let onEvent: @MainActor (Event) -> Void
  private var path: String?

  /// Looks for the session whenever the login daemon starts.
  ///
  /// - Parameters:
  ///   - bus: The system's bus.
  ///   - onEvent: Called with each report.
  init(_ bus: Bus, _ onEvent: @escaping @MainActor (Event) -> Void) {
    self.bus = bus
    self.onEvent = onEvent
    for (signal, isLocked) in [("Lock", true), ("Unlock", false)] {
      bus.subscribe(LoginDaemon.object.name, LoginDaemon.session, signal) { [weak self] path, _ in
        if path == self?.path { self?.onEvent(.wish(isLocked)) }
      }
    }
    bus.subscribe(LoginDaemon.object.name, LoginDaemon.properties, "PropertiesChanged") {
      [weak self] path, arguments in
      guard path == self?.path, arguments[0]?.string == LoginDaemon.session,
        let isLocked = arguments[1]?["LockedHint"]?.boolean
      else { return }
      self?.onEvent(.isLocked(isLocked))
    }
    bus.watch(LoginDaemon.object.name) { [weak self] isThere in
      if isThere { self?.find() } else { self?.lose() }
    }
  }

  private func find() {
    // A program that the desktop starts as a service of the user belongs to no session. For it,
    // "auto" means the session that the user sees.
    bus.call(LoginDaemon.object, "GetSession", .arguments(.string("auto"))) {
      [weak self] answer in
      guard let self, let path = answer?[0]?.string else {
        return DesktopEvents.note("The login daemon knows no session of this user.")
      }
      self.path = path
      bus.call(
        BusObject(
          name: LoginDaemon.object.name, path: path, interface: LoginDaemon.properties),
        "Get", .arguments(.string(LoginDaemon.session), .string("LockedHint"))
      ) { [weak self] answer in
        if let isLocked = answer?[0]?.unboxed?.boolean { self?.onEvent(.isLocked(isLocked)) }
      }
    }
  }

  private func lose() {
    path = nil
    onEvent(.lost)
  }
}

/// A delay of sleep and shutdown until everything is saved.
///
/// The login daemon hands out a descriptor for this and waits until it is closed, by default for
/// five seconds at most. The descriptor is closed after the save. A new one is requested after
/// waking up, or when the shutdown was cancelled.
@MainActor final class SleepInhibitor {
  private let bus: Bus
  private let programName: String
  private weak var application: Application?
  private var descriptor: OpenFile?
  private var isPreparing = false
  private var isClosed = false

  /// Takes the descriptor whenever the login daemon starts.
  ///
  /// - Parameters:
  ///   - bus: The system's bus.
  ///   - programName: The name that the user sees as the cause of a delay.
  ///   - application: The application to notify, which saves.
  init(_ bus: Bus, programName: String, application: Application?) {
    self.bus = bus
    self.programName = programName
    self.application = application
    listen("PrepareForSleep") { $0?.willSleep() }
    listen("PrepareForShutdown") { $0?.sessionWillEnd() }
    bus.watch(LoginDaemon.object.name) { [weak self] isThere in
      self?.release()
      if isThere { self?.take() }
    }
  }

  /// Releases the descriptor for good.
  func close() {
    isClosed = true
    release()
  }

  private func listen(_ signal: String, _ save: @escaping @MainActor (Application?) -> Void) {
    bus.subscribe(LoginDaemon.object.name, LoginDaemon.object.interface, signal) {
      [weak self] _, arguments in
      guard let self, let isBeginning = arguments[0]?.boolean else { return }
      isPreparing = isBeginning
      if isBeginning {
        save(application)
        release()
      } else if descriptor == nil {
        take()
      }
    }
  }

  private func take() {
    isPreparing = false
    bus.callForDescriptor(
      LoginDaemon.object, "Inhibit",
      .arguments(
        .string("sleep:shutdown"), .string(programName),
        .string(ChromeString.savesState.localized), .string("delay"))
    ) { [weak self] descriptor in
      guard let descriptor else {
        return DesktopEvents.note("The login daemon does not allow delaying sleep.")
      }
      guard let self, !isClosed, !isPreparing, self.descriptor == nil else { return }
      self.descriptor = descriptor
    }
  }

  private func release() { descriptor = nil }
}
#endif
