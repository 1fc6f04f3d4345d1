// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// When sessions are saved and put to sleep, and how large they may become.
public struct SessionOptions: Sendable {
  /// When a call is answered.
  public enum Saving: Sendable, Equatable {
    /// When what it has changed is in the store. Nothing that was answered is lost, whatever happens.
    case durable
    /// At once. What has changed reaches the store within a time, as long as the host is run.
    ///
    /// What a node has not written is lost when it dies, when it is cut off from the store for longer than a
    /// lease and another node takes the session, or when a later call fails.
    case writeBehind(within: Duration)
  }

  /// When a call is answered; durable by default.
  public var saving = Saving.durable
  /// How long a session stays awake that nobody calls; ten minutes by default.
  public var idleTime = Duration.seconds(600)
  /// How many sessions are awake at most; 10,000 by default.
  ///
  /// The least recently used one falls asleep for each one more.
  public var awake = 10_000
  /// How many bytes the states of all awake sessions may have together; 256 MiB by default.
  ///
  /// Before sealing. Their objects take memory of their own.
  public var awakeBytes = 256 << 20
  /// How many bytes one session's state may have, before sealing; 1 MiB by default.
  public var size = 1 << 20
  /// How long the store keeps a session that nobody wakes; `nil`, the default, keeps it until it is removed.
  public var age: Duration?
  /// How long this node's sessions stay its own when it is not heard of; three seconds by default.
  ///
  /// After a node has died, its sessions answer again elsewhere after this time. A shorter one has to be
  /// renewed more often, which the host does three times as often.
  public var lease = Duration.seconds(3)
  /// How long each step of a call waits for another node, or for a store that cannot be reached.
  ///
  /// 30 seconds by default, which is longer than a database takes to fail over.
  public var patience = Duration.seconds(30)

  /// The defaults.
  public init() {}
}
