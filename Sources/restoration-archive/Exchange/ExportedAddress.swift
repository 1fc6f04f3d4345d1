// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The address of an object, as exports write it.
struct ExportedAddress: Codable, Hashable {
  var kind: KindName
  var scene: String
  /// The steps, joined by `/`.
  ///
  /// No name can be mistaken for a number or for two steps.
  var path: String

  enum CodingKeys: String, CodingKey { case kind, scene, path }

  init(_ address: RestorationAddress) {
    kind = KindName(address.kind)
    scene = address.scene
    path = address.path.description
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.exactContainer(keyedBy: CodingKeys.self)
    kind = try container.decode(KindName.self, forKey: .kind)
    scene = try container.decode(String.self, forKey: .scene)
    path = try container.decode(String.self, forKey: .path)
    if let problem { throw ImportProblem(container.codingPath, problem) }
  }

  /// The reason why this is not an address.
  private var problem: String? {
    let components = components
    if components.contains(nil) {
      return "the path has an empty step or a number that no archive holds"
    }
    if components.count > RestorationPath.maximumDepth {
      return "the path has more than \(RestorationPath.maximumDepth) steps"
    }
    if kind == .application, !(scene.isEmpty && path.isEmpty) {
      return "the application has neither scene nor path"
    }
    return nil
  }

  private var components: [RestorationPath.Component?] {
    if path.isEmpty { return [] }
    return path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      Self.component(String(decoding: $0, as: UTF8.self))
    }
  }

  private static func component(_ text: String) -> RestorationPath.Component? {
    if let identifier = RestorationIdentifier(text) { return .identifier(identifier) }
    // A step that is not a name must be an index in this form.
    guard let number = Int32(String(text.dropFirst(2).dropLast(2))) else { return nil }
    let component = RestorationPath.Component.index(Int(number))
    return component.description == text ? component : nil
  }

  /// The address itself.
  var address: RestorationAddress {
    RestorationAddress(
      scene: scene, kind: kind.kind, path: RestorationPath(components.compactMap(\.self)))
  }
}
