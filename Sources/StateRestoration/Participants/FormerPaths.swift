// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import RestorationArchive

/// The present and former paths of an object, built upwards from it.
package struct FormerPaths {
  private typealias Components = [RestorationPath.Component]

  /// The ways down to the object; the present one is the first.
  private var ways: [Components] = [[]]
  /// Whether the empty path counts for the next object.
  private var takesEmpty: Bool

  /// The most paths of one object.
  private static let limit = 64

  /// Begins at an object.
  ///
  /// - Parameter isPrefix: Whether the paths are for what is below the object, not for itself: a
  ///   container that did not exist had no place, but what is below it now had one.
  package init(isPrefix: Bool = false) { takesEmpty = isPrefix }

  /// Puts an object on top of the paths.
  ///
  /// - Parameters:
  ///   - object: The object above those before; the first one is the object itself.
  ///   - identifier: Its present identifier; `nil` adds nothing.
  ///   - index: Its number in its container.
  package mutating func add(
    _ object: any StateRestoring, as identifier: RestorationIdentifier?, index: Int? = nil
  ) {
    let former = object.formerPaths
    let number = index.map { [RestorationPath.Component.index($0)] } ?? []
    let own = identifier.map { [RestorationPath.Component.identifier($0)] } ?? []
    var all = ways.map { number + own + $0 }
    for path in former where takesEmpty || !path.components.isEmpty {
      // What was below a container that did not exist was not numbered by it.
      all += ways.map { way in
        if path.components.isEmpty, case .index = way.first { return number + way.dropFirst() }
        return number + path.components + way
      }
    }
    ways = Array(all.prefix(Self.limit))
    takesEmpty = true
  }

  /// The paths below the last object added; the present one is first.
  package var all: [RestorationPath] { ways.map { RestorationPath($0) } }
}

extension StateRestoring {
  /// The former places that are valid paths.
  package var formerPaths: [RestorationPath] {
    formerRestorationIdentifiers.compactMap { RestorationPath($0) }
  }
}
