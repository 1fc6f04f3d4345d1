// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The names of objects where paths may be private.
///
/// A name is a path or an alias. An alias is made from the object's number in the archive, and is
/// the same for the same archive. An object that was dropped has no number; it gets one of the
/// numbers that follow.
struct ObjectNames {
  /// Whether paths are shown.
  let revealsPaths: Bool
  private var aliases: [RestorationAddress: Int] = [:]
  private var count: Int
  private var scenes: [ExactString: Int] = [:]

  /// Names the objects of an archive, and others.
  ///
  /// - Parameters:
  ///   - snapshot: The state that numbers the objects.
  ///   - others: Objects that may be missing from it, in their order.
  ///   - revealsPaths: Whether objects are named by their paths.
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

  /// Returns an object's path or alias.
  func name(_ address: RestorationAddress) -> String {
    if revealsPaths { return address.description }
    return aliases[address].map(Self.alias) ?? "an object"
  }

  /// Returns the alias of an object of the archive.
  static func alias(_ number: ObjectNumber) -> String { alias(Int(number.rawValue)) }

  private static func alias(_ number: Int) -> String { "object \(number + 1)" }

  /// Returns an object's path below its parent, or its alias.
  func step(_ node: ObjectForest.Node) -> String {
    revealsPaths ? node.step : name(node.address)
  }

  /// Returns a window's identifier or alias; `nil` for no window.
  func scene(_ address: RestorationAddress) -> String? {
    if address.scene.isEmpty { return nil }
    return revealsPaths ? address.scene : "scene \(scenes[ExactString(address.scene)] ?? 0)"
  }
}
