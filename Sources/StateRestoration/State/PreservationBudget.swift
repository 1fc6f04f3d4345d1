// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// How much state is kept (R155), and for how long what nobody asks for is (R194).
///
/// Far above what leads back to a place. What exceeds it is left out in this order, and named in the
/// report:
///
/// 1. of a record above ``objectSize``: its largest values, until the rest fits;
/// 2. of an archive above ``archiveSize``: unclaimed records, the oldest first;
/// 3. then values of any object, the largest first.
///
/// What the user typed into the views and widgets of this package does not count for ``objectSize``, and
/// goes only where leaving out other data is not enough.
/// Where a value is left out, the one that was saved before stays, if it fits.
/// References are small, so that the structure of the interface outlives the data.
public struct PreservationBudget: Hashable, Sendable {
  /// The most bytes that one object's values may have, before sealing; 1 MiB by default.
  public var objectSize: Int
  /// The most bytes of all objects together, before sealing; 16 MiB by default, 192 MiB at most.
  public var archiveSize: Int
  /// How old a record that nobody asks for may become; 30 days by default.
  ///
  /// Counted in days on which the program was launched and nobody asked for the record, one a launch
  /// at most. So nothing ages while the program rests, nor by a jump of the clock.
  public var unclaimedAge: Duration

  /// Creates a budget.
  ///
  /// - Parameters:
  ///   - objectSize: Bytes of one object.
  ///   - archiveSize: Bytes of all objects together.
  ///   - unclaimedAge: How old a record that nobody asks for may become.
  public init(
    objectSize: Int = 1 << 20, archiveSize: Int = 16 << 20,
    unclaimedAge: Duration = .seconds(30 * 86_400)
  ) {
    self.objectSize = objectSize
    self.archiveSize = archiveSize
    self.unclaimedAge = unclaimedAge
  }
}
