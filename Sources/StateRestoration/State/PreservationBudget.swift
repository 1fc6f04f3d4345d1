// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The limits on the size and age of saved state.
///
/// The defaults are far above what it takes to bring a user back. Data above the limits is left out
/// in this order, and named in the report:
///
/// 1. of a record above ``objectSize``: its largest values, until the rest fits;
/// 2. of an archive above ``archiveSize``: unclaimed records, the oldest first;
/// 3. then values of any object, the largest first.
///
/// Text that the user typed into the views and widgets of this package does not count toward
/// ``objectSize``. It is left out only when leaving out other data is not enough.
///
/// When a value is left out, the value saved before it stays, if that fits. References are small,
/// so the structure of the interface outlives the data.
public struct PreservationBudget: Hashable, Sendable {
  /// The most bytes of one object's values; 1 MiB by default.
  ///
  /// They are counted before sealing.
  public var objectSize: Int
  /// The most bytes of all objects together; 16 MiB by default.
  ///
  /// They are counted before sealing; 192 MiB at most.
  public var archiveSize: Int
  /// The age limit of unclaimed records; 30 days by default.
  ///
  /// A record's age counts the days on which the program was launched and nothing asked for the
  /// record, at most one day per launch. So records do not age while the program is not used, nor
  /// when the clock jumps.
  public var unclaimedAge: Duration

  /// Creates a budget.
  ///
  /// - Parameters:
  ///   - objectSize: The most bytes of one object's values.
  ///   - archiveSize: The most bytes of all objects together.
  ///   - unclaimedAge: The age limit of unclaimed records.
  public init(
    objectSize: Int = 1 << 20, archiveSize: Int = 16 << 20,
    unclaimedAge: Duration = .seconds(30 * 86_400)
  ) {
    self.objectSize = objectSize
    self.archiveSize = archiveSize
    self.unclaimedAge = unclaimedAge
  }
}

/// The values and records that the last walk left out.
struct Omissions {
  var all: [PreservationReport.Omission] = []
  /// The objects whose records differ from what they would write.
  var objects = ChangedObjects()
  /// Classes whose oversized objects were logged already.
  var loggedClasses: Set<String> = []
  /// The omissions that the application was last informed of.
  private var announced: Set<Name> = []

  /// Identifies an omission.
  private struct Name: Hashable {
    let address: RestorationAddress
    let key: String?
  }

  /// Returns all omissions if they changed since the last call.
  mutating func news() -> [PreservationReport.Omission]? {
    let names = Set(all.map { Name(address: $0.address, key: $0.key) })
    guard names != announced else { return nil }
    announced = names
    return all
  }
}
