// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The hash that orders the path index: FNV-1a, the same on every machine and in every launch.
struct AddressHash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  func appending(identifier: String) -> AddressHash { appending(utf8: identifier.utf8) }

  func appending(utf8: some Sequence<UInt8>) -> AddressHash {
    combining(utf8).combining(CollectionOfOne(0xFF))  // no UTF-8 holds this byte
  }

  func appending(index: UInt32) -> AddressHash {
    appending(identifier: RestorationPath.Component.index(Int(index)).description)
  }

  func appending(scene: String, kind: UInt8) -> UInt64 {
    appending(sceneUTF8: scene.utf8, kind: kind)
  }

  func appending(sceneUTF8: some Sequence<UInt8>, kind: UInt8) -> UInt64 {
    appending(utf8: sceneUTF8).combining(CollectionOfOne(kind)).value
  }

  static func of(_ address: RestorationAddress) -> UInt64 {
    address.path.components
      .reduce(AddressHash()) { $0.appending(identifier: $1.description) }
      .appending(scene: address.scene, kind: address.kind.rawValue)
  }

  private func combining(_ bytes: some Sequence<UInt8>) -> AddressHash {
    var copy = self
    for byte in bytes { copy.value = (copy.value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return copy
  }
}
