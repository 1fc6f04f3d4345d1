// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
  /// Settings for a store's use of a database.
  public struct PostgresOptions: Sendable {
    /// The schema that holds the store's tables; `restoration` by default.
    ///
    /// Lowercase letters, digits and underscores. Programs that share sessions use the same schema.
    public var schema = "restoration"
    /// The number of connections for sessions; eight by default.
    ///
    /// One more connection carries leases and events.
    public var connections = 8
    /// The timeout of answers and connections; one second by default.
    ///
    /// It limits how long a connection may owe an answer before it is given up, and how long a call
    /// waits for a connection. It should be short compared with a lease, so that another connection
    /// or server is tried while the lease lasts.
    public var timeout = Duration.seconds(1)

    /// The defaults.
    public init() {}
  }
#endif
