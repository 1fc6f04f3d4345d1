// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  /// What is called what at the daemon that knows who is logged in, on the system's bus.
  enum LoginDaemon {
    /// The daemon.
    static let object = BusObject(
      name: "org.freedesktop.login1", path: "/org/freedesktop/login1",
      interface: "org.freedesktop.login1.Manager")

    /// The interface of a session.
    static let session = "org.freedesktop.login1.Session"

    /// The interface through which any object's properties are read.
    static let properties = "org.freedesktop.DBus.Properties"
  }
#endif
