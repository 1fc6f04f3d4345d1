// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Where controllers lie, as long as one pass runs and nothing moves.
@MainActor struct KnownAddresses {
  private var addresses: [ObjectIdentifier: RestorationAddress] = [:]
  private var pass: UInt64 = 0
  private var arrangement = 0

  /// Where a controller lies; `nil` for one that nobody has asked for since anything moved.
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

/// How windows and controllers lie in each other.
@MainActor enum Arrangement {
  /// Another one after each change that may give a controller another address.
  private(set) static var number = 0

  static func didChange() { number &+= 1 }
}
