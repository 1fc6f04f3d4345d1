// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The facts that a host shows on a health page.
public struct SessionHealth: Hashable, Sendable {
  /// How much longer this node's lease lasts; zero when it holds none.
  ///
  /// Without a lease the node answers no call.
  public var lease: Duration
  /// Whether the host was told to end, and takes no more sessions.
  public var isDraining: Bool
  /// Why the store did not do what it was asked last.
  ///
  /// `nil` when it did, and before its first answer.
  public var storeError: SessionStoreError?
  /// Whether the standbys are there that the database's commits wait for.
  ///
  /// `nil` when they wait for none, when nobody could tell, and before ``SessionHost/run()``. While
  /// the store does not answer, what it has answered last stays.
  /// Without a standby that commits wait for, calls wait as if the store could not be reached.
  public var hasStandby: Bool?
  /// The number of calls that wait for their turn, a wake or another node.
  public var waiting: Int
  /// The number of sessions in memory.
  public var awake: Int
  /// The number of sessions that rest after ends of processes, as far as this host has met them.
  public var resting: Int

  /// Whether a load balancer should send calls to this node.
  ///
  /// A node serves until its lease ends, even if the store cannot be reached meanwhile.
  public var isServing: Bool { lease > .zero && !isDraining }
}

extension SessionHost {
  /// The facts about this host for a health page.
  ///
  /// They are known here: asking for them waits neither for the store nor for a session.
  public var health: SessionHealth {
    let now = surroundings.clock.now()
    return SessionHealth(
      lease: surroundings.lease.left(at: now), isDraining: isDraining,
      storeError: surroundings.lastAnswer.error, hasStandby: hasStandby,
      waiting: calls.values.reduce(0) { $0 + $1.count { $0.isWaiting } }, awake: awakeCount,
      resting: rests.values.count { $0.end > now })
  }

  /// Asks for the store's standby, and reports the host's health to the program's metrics, once a
  /// lease.
  func watchHealth() async {
    let (surroundings, clock) = (surroundings, surroundings.clock)
    let (pause, measures) = (surroundings.options.lease, surroundings.measures)
    repeat {
      do {
        hasStandby = try await surroundings.wait(until: clock.now() + pause) {
          try await surroundings.store.hasStandby()
        }
        measures.note(hasStandby: hasStandby)
      } catch {
        // A store that does not answer says nothing new about its standby.
      }
      let health = health
      measures.note(health)
      if surroundings.lastAnswer.isKnown { measures.note(storeAnswers: health.storeError == nil) }
    } while (try? await clock.sleep(pause)) != nil
  }
}
