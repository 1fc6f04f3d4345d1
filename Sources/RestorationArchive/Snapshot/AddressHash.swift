// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The hash that orders the path index: FNV-1a, the same on every machine and in every launch.
struct AddressHash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  func appending(identifier: String) -> AddressHash {
    var text = identifier
    return text.withUTF8 { appending(utf8: UnsafeRawBufferPointer($0)) }
  }

  func appending(utf8: UnsafeRawBufferPointer) -> AddressHash {
    var copy = self
    var place = 0
    while place < utf8.count {
      copy.combine(utf8[place])
      place &+= 1
    }
    copy.combine(0xFF)  // no UTF-8 holds this byte
    return copy
  }

  func appending(index: UInt32) -> AddressHash {
    appending(identifier: RestorationPath.Component.index(Int(index)).description)
  }

  func appending(scene: String, kind: UInt8) -> UInt64 {
    appending(identifier: scene).appending(kind)
  }

  func appending(sceneUTF8: UnsafeRawBufferPointer, kind: UInt8) -> UInt64 {
    appending(utf8: sceneUTF8).appending(kind)
  }

  static func of(_ address: RestorationAddress) -> UInt64 {
    address.path.components
      .reduce(AddressHash()) { $0.appending(identifier: $1.description) }
      .appending(scene: address.scene, kind: address.kind.rawValue)
  }

  private func appending(_ kind: UInt8) -> UInt64 {
    var copy = self
    copy.combine(kind)
    return copy.value
  }

  @inline(__always)
  private mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }
}
