// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Foundation
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

  init(kind: ObjectKind, scene: String, path: String) {
    (self.kind, self.scene, self.path) = (KindName(kind), scene, path)
  }

  init(_ address: RestorationAddress) {
    self.init(kind: address.kind, scene: address.scene, path: address.path.description)
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
    if kind.kind == .application, !(scene.isEmpty && path.isEmpty) {
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

/// The writer of records, and the time of writing.
struct ExportedOrigin: Codable {
  var applicationVersion: String
  var systemVersion: String
  var idiom: String
  /// Seconds since the reference date, as in the archive.
  var timestamp: ExportedNumber<Double>

  enum CodingKeys: String, CodingKey {
    case applicationVersion, systemVersion, idiom, timestamp
  }

  init(_ origin: RecordOrigin) {
    applicationVersion = origin.applicationVersion
    systemVersion = origin.systemVersion
    idiom = origin.idiom.rawValue
    timestamp = ExportedNumber(origin.timestamp.timeIntervalSinceReferenceDate)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.exactContainer(keyedBy: CodingKeys.self)
    applicationVersion = try container.decode(String.self, forKey: .applicationVersion)
    systemVersion = try container.decode(String.self, forKey: .systemVersion)
    idiom = try container.decode(String.self, forKey: .idiom)
    timestamp = try container.decodeNumber(ExportedNumber<Double>.self, forKey: .timestamp)
    guard UserInterfaceIdiom(rawValue: idiom) != nil else {
      throw ImportProblem(
        container.codingPath + [CodingKeys.idiom], "an idiom is desktop, terminal or headless")
    }
  }

  var origin: RecordOrigin {
    RecordOrigin(
      applicationVersion: applicationVersion, systemVersion: systemVersion,
      idiom: UserInterfaceIdiom(rawValue: idiom) ?? .headless,
      timestamp: Date(timeIntervalSinceReferenceDate: timestamp.value))
  }
}

/// The kind of an object, as a word in JSON.
struct KindName: Codable, Hashable {
  let kind: ObjectKind

  init(_ kind: ObjectKind) { self.kind = kind }

  init(from decoder: any Decoder) throws {
    let word = try decoder.singleValueContainer().decode(String.self)
    guard let kind = ObjectKind.allCases.first(where: { $0.word == word }) else {
      throw ImportProblem(decoder.codingPath, ImportProblem.outOfRange)
    }
    self.kind = kind
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(kind.word)
  }
}

/// Origins in the order of first use, each once.
struct OriginTable {
  private(set) var rows: [ExportedOrigin] = []
  private var indices: [RecordOrigin: Int] = [:]

  mutating func index(of origin: RecordOrigin) -> Int {
    if let index = indices[origin] { return index }
    indices[origin] = rows.count
    rows.append(ExportedOrigin(origin))
    return rows.count - 1
  }
}
#endif
