// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
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
#endif
