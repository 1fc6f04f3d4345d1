// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

/// Stands for a view controller with children and parts.
///
/// It may number its children.
class Screen: Node {
  var identifier: String?
  weak var container: Screen?
  var children: [Screen] = [] { didSet { children.forEach { $0.container = self } } }
  var parts: [Part] = [] { didSet { parts.forEach { $0.owner = self } } }
  /// Whether children have numbers and each needs the one below.
  ///
  /// In a stack named "Tabs", children do not need each other.
  var isStack = false
  var maker: RestorationClass?
  var prerequisite: Screen?

  init(_ identifier: String?, _ children: [Screen] = [], log: CallLog? = nil) {
    super.init(identifier ?? "", log: log)
    self.identifier = identifier
    self.children = children
    children.forEach { $0.container = self }
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(children.filter { $0.identifier != nil }, forKey: "children")
    coder.encodeParts(parts)
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    let restored = coder.decodeObjects(Screen.self, forKey: "children")
    if !restored.isEmpty { children = restored }
    coder.decodeParts()
    log?.add("decoded \(text)")
  }
}

final class OtherScreen: Screen {}

/// Stands for a view.
final class Part: Node {
  var identifier: String
  weak var owner: Screen?
  init(_ identifier: String, log: CallLog? = nil) {
    self.identifier = identifier
    super.init(identifier, log: log)
  }
}

/// A tree without lookups and hooks of its own.
protocol PlainTree: RestorationTree {}

extension PlainTree {
  func prerequisite(of object: any StateRestoring) -> (any StateRestoring)? { nil }
  func restorationClass(of object: any StateRestoring) -> RestorationClass? { nil }
  func restorationClass(named name: String) -> RestorationClass? { nil }
  func delegateObject(at address: RestorationAddress, coder: RestorationDecoder)
    -> (any StateRestoring)?
  { nil }
  func existingObject(at address: RestorationAddress) -> (any StateRestoring)? { nil }
  func storyboardObject(at address: RestorationAddress, coder: RestorationDecoder)
    -> (any StateRestoring)?
  { nil }
  func adopt(
    _ object: any StateRestoring, at address: RestorationAddress,
    restorationClass: RestorationClass?
  ) {}
  func willEncode(_ object: any StateRestoring, with coder: RestorationEncoder) {}
  func willDecode(_ object: any StateRestoring, with coder: RestorationDecoder) {}
}

/// A tree of screens below one root.
final class FakeTree: PlainTree {
  /// The prerequisites of objects other than screens.
  var needs: [ObjectIdentifier: any StateRestoring] = [:]
  var root: Screen?
  /// The objects found, kept alive for the whole test.
  private(set) var adopted: [RestorationAddress: Screen] = [:]
  var classes: [String: RestorationClass] = [:]
  var delegate: (([String], RestorationDecoder) -> Screen?)?
  var storyboard: (([String], RestorationDecoder) -> Screen?)?
  var onWillDecode: ((Screen) -> Void)?
  /// The names of screens that others make while they decode.
  var awaitedNames: Set<String> = []
  /// How often addresses were asked for.
  private(set) var questions = 0

  init(_ root: Screen? = nil) { self.root = root }

  var roots: [any StateRestoring] { [root].compactMap { $0 as (any StateRestoring)? } }

  func address(of object: any StateRestoring) throws(BrokenLink) -> RestorationAddress {
    questions += 1
    let className = archivedClassName(of: type(of: object))
    switch object {
    case let part as Part:
      guard let owner = part.owner else { throw BrokenLink(.notContained, className: className) }
      var address = try address(of: owner)
      (address.kind, address.path) = (.view, address.path.appending(name(part.identifier)))
      return address
    case let screen as Screen:
      guard let own = screen.identifier else {
        throw BrokenLink(.noIdentifier, className: className)
      }
      if let place = adopted.first(where: { $0.value === screen && screen.container == nil }) {
        return place.key
      }
      var components = [name(own)]
      var next = screen
      while let above = next.container {
        guard let index = above.children.firstIndex(where: { $0 === next }) else {
          throw BrokenLink(.notContained, className: className)
        }
        if above.isStack { components.append(.index(index)) }
        if let identifier = above.identifier { components.append(name(identifier)) }
        next = above
      }
      guard next === root else { throw BrokenLink(.notContained, className: className) }
      return .init(scene: "", kind: .controller, path: .init(components.reversed()))
    default: throw BrokenLink(.notRegistered, className: className)
    }
  }

  func mayExistLater(at address: RestorationAddress, coder: RestorationDecoder) -> Bool {
    address.path.identifiers.last.map(awaitedNames.contains) ?? false
  }

  private func name(_ string: String) -> RestorationPath.Component {
    guard let identifier = RestorationIdentifier(string) else {
      fatalError("A test named a screen \(string).")
    }
    return .identifier(identifier)
  }

  func prerequisite(of object: any StateRestoring) -> (any StateRestoring)? {
    guard let screen = object as? Screen else { return needs[ObjectIdentifier(object)] }
    guard let above = screen.container, above.isStack, above.identifier != "Tabs",
      let index = above.children.firstIndex(where: { $0 === screen }), index > 0
    else { return screen.prerequisite }
    return above.children[index - 1]
  }

  func restorationClass(of object: any StateRestoring) -> RestorationClass? {
    (object as? Screen)?.maker
  }

  func restorationClass(named name: String) -> RestorationClass? { classes[name] }

  func delegateObject(at address: RestorationAddress, coder: RestorationDecoder)
    -> (any StateRestoring)?
  {
    delegate?(address.path.identifiers, coder)
  }

  private var screens: [Screen] {
    var found = [root].compactMap(\.self) + adopted.values
    var next = 0
    while next < found.count {
      for child in found[next].children where !found.contains(where: { $0 === child }) {
        found.append(child)
      }
      next += 1
    }
    return found
  }

  func existingObject(at address: RestorationAddress) -> (any StateRestoring)? {
    switch address.kind {
    case .view:
      return screens.lazy.flatMap(\.parts).first { (try? self.address(of: $0)) == address }
    default:
      return adopted[address] ?? screens.first { (try? self.address(of: $0)) == address }
    }
  }

  /// Returns screens whose paths match loosely.
  ///
  /// Below "Tabs" a child's number may differ.
  func looseCandidates(at address: RestorationAddress) -> [any StateRestoring] {
    screens.filter { screen in
      guard let exact = try? self.address(of: screen), exact != address else { return false }
      return loose(exact.path) == loose(address.path)
    }
  }

  private func loose(_ path: RestorationPath) -> [String] {
    var names = path.components.map(\.description)
    if let tabs = names.firstIndex(of: "Tabs"), tabs + 1 < names.count,
      names[tabs + 1].hasPrefix(":[")
    {
      names.remove(at: tabs + 1)
    }
    return names
  }

  func storyboardObject(at address: RestorationAddress, coder: RestorationDecoder)
    -> (any StateRestoring)?
  {
    storyboard?(address.path.identifiers, coder)
  }

  func adopt(
    _ object: any StateRestoring, at address: RestorationAddress,
    restorationClass: RestorationClass?
  ) {
    guard let screen = object as? Screen else { return }
    adopted[address] = screen
    if screen.identifier == nil { screen.identifier = address.path.identifiers.last }
    if screen.maker == nil { screen.maker = restorationClass }
  }

  func willDecode(_ object: any StateRestoring, with coder: RestorationDecoder) {
    if let screen = object as? Screen { onWillDecode?(screen) }
  }
}
