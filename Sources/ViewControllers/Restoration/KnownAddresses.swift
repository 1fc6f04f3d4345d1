// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// A cache of controllers' addresses for one pass.
///
/// It is emptied when anything moves.
@MainActor struct KnownAddresses {
  private var addresses: [ObjectIdentifier: RestorationAddress] = [:]
  private var pass: UInt64 = 0
  private var arrangement = 0

  /// Returns a controller's cached address.
  ///
  /// `nil` if it is not cached since anything last moved.
  mutating func address(of controller: ViewController, in pass: UInt64) -> RestorationAddress? {
    if pass != self.pass || arrangement != Arrangement.number {
      (self.pass, arrangement, addresses) = (pass, Arrangement.number, [:])
    }
    return addresses[ObjectIdentifier(controller)]
  }

  mutating func set(_ address: RestorationAddress, of controller: ViewController) {
    addresses[ObjectIdentifier(controller)] = address
  }
}

/// The containment of windows and controllers.
@MainActor enum Arrangement {
  /// A number that changes whenever a controller's address may change.
  private(set) static var number = 0

  static func didChange() { number &+= 1 }
}
