// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Settings for saving sessions, their sleep and their size.
public struct SessionOptions: Sendable {
  /// The point at which a call is answered.
  public enum Saving: Sendable, Equatable {
    /// After its changes are in the store.
    ///
    /// No acknowledged change is lost, whatever happens.
    case durable
    /// At once; changes reach the store within a time limit.
    ///
    /// The host must be running for that. Unwritten changes are lost when the node dies, when it is
    /// cut off from the store for longer than a lease and another node takes the session, or when a
    /// later call fails.
    case writeBehind(within: Duration)
  }

  /// The point at which a call is answered; durable by default.
  public var saving = Saving.durable
  /// The idle time before a session falls asleep; ten minutes by default.
  public var idleTime = Duration.seconds(600)
  /// The maximum number of awake sessions; 10,000 by default.
  ///
  /// For each further session, the least recently used one falls asleep.
  public var awake = 10_000
  /// The maximum total state size of awake sessions; 256 MiB by default.
  ///
  /// In bytes, before sealing. The objects of the sessions take memory of their own.
  public var awakeBytes = 256 << 20
  /// The maximum state size of one session; 1 MiB by default.
  ///
  /// In bytes, before sealing.
  public var size = 1 << 20
  /// The time after which the store removes an unused session.
  ///
  /// `nil`, the default, keeps it until it is removed explicitly.
  public var age: Duration?
  /// The duration of this node's lease; three seconds by default.
  ///
  /// This node's sessions stay its own for this time when the store does not hear from it.
  /// After a node has died, its sessions answer again on other nodes after this time. The host
  /// renews the lease three times in this period, so a shorter lease means more renewals.
  public var lease = Duration.seconds(3)
  /// The maximum wait per step of a call; 30 seconds by default.
  ///
  /// A step waits for another node, or for a store that cannot be reached. The default is longer
  /// than a database takes to fail over.
  public var patience = Duration.seconds(30)

  /// The defaults.
  public init() {}
}
