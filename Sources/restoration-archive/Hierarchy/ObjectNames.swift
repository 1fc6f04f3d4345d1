// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What objects are called where paths may be private: by their paths, or by aliases (R189).
///
/// An alias is made of the object's number in the archive, and is the same for the same archive.
/// What has no number, because it was dropped, gets one of those that follow.
struct ObjectNames {
  /// Whether paths are shown.
  let revealsPaths: Bool
  private var aliases: [RestorationAddress: Int] = [:]
  private var count: Int
  private var scenes: [ExactString: Int] = [:]

  /// Names the objects of an archive, and others.
  ///
  /// - Parameters:
  ///   - snapshot: Whose numbers are used.
  ///   - others: Objects that may be missing there, in their order.
  ///   - revealsPaths: Whether they are called by their paths.
  init(
    _ snapshot: RestorationSnapshot, others: [RestorationAddress] = [], revealsPaths: Bool
  ) {
    self.revealsPaths = revealsPaths
    count = snapshot.objectCount
    guard !revealsPaths else { return }
    for index in 0..<snapshot.objectCount {
      guard let address = snapshot.address(of: ObjectNumber(UInt32(index))) else { continue }
      add(address, index)
    }
    for address in others where aliases[address] == nil {
      add(address, count)
      count += 1
    }
  }

  private mutating func add(_ address: RestorationAddress, _ number: Int) {
    aliases[address] = number
    let scene = ExactString(address.scene)
    if !address.scene.isEmpty, scenes[scene] == nil { scenes[scene] = scenes.count + 1 }
  }

  /// An object's path, or its alias.
  func name(_ address: RestorationAddress) -> String {
    if revealsPaths { return address.description }
    return aliases[address].map(Self.alias) ?? "an object"
  }

  /// The alias of an object of the archive.
  static func alias(_ number: ObjectNumber) -> String { alias(Int(number.rawValue)) }

  private static func alias(_ number: Int) -> String { "object \(number + 1)" }

  /// What follows the parent's name in an object's path, or the object's alias.
  func step(_ node: ObjectForest.Node) -> String {
    revealsPaths ? node.step : name(node.address)
  }

  /// A window's identifier, or its alias; `nil` for no window.
  func scene(_ address: RestorationAddress) -> String? {
    if address.scene.isEmpty { return nil }
    return revealsPaths ? address.scene : "scene \(scenes[ExactString(address.scene)] ?? 0)"
  }
}
