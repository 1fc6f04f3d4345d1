// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
  /// How a store uses a database.
  public struct PostgresOptions: Sendable {
    /// The schema that holds the store's tables; `restoration` by default.
    ///
    /// Lowercase letters, digits and underlines. Programs that share sessions name the same one.
    public var schema = "restoration"
    /// How many connections carry sessions, beside one for leases and events; eight by default.
    public var connections = 8
    /// How long a connection may owe an answer before it is given up, and how long a call waits for a
    /// connection; one second by default.
    ///
    /// Short beside a lease, so that another connection, or another server, is tried while the lease lasts.
    public var timeout = Duration.seconds(1)

    /// The defaults.
    public init() {}
  }
#endif
