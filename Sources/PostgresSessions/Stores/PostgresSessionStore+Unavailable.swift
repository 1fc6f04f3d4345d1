// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if !PostgreSQL
  /// Keeps sessions in PostgreSQL; unavailable here.
  ///
  /// The trait that brings libpq is not enabled.
  @available(
    *, unavailable,
    message: """
      PostgresSessions needs this package's trait "PostgreSQL". Write in the dependencies of \
      Package.swift: .package(url: …, from: …, traits: ["PostgreSQL"]). libpq's headers are in Debian's \
      libpq-dev.
      """
  )
  public final class PostgresSessionStore {
    /// Cannot be called; see the message.
    public init(_ connectionString: String) {}
  }

  /// Keeps a program's archives in PostgreSQL; unavailable here.
  ///
  /// The trait that brings libpq is not enabled.
  @available(
    *, unavailable,
    message: """
      PostgresSessions needs this package's trait "PostgreSQL". Write in the dependencies of \
      Package.swift: .package(url: …, from: …, traits: ["PostgreSQL"]). libpq's headers are in Debian's \
      libpq-dev.
      """
  )
  public final class PostgresStore {
    /// Cannot be called; see the message.
    public init(_ connectionString: String, application: String) {}
  }
#endif
