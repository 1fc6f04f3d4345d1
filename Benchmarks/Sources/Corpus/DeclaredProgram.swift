// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
public import StateRestoration

/// A program whose objects have four properties that are saved, found in one way or another, and
/// four that are not.
public final class DeclaredProgram {
  /// How what is to be saved is found.
  public enum Way: String, Sendable {
    /// Nothing is saved but that the objects are there.
    case none
    /// The properties are declared.
    case declared
    /// Each object looks at itself with a mirror in each save, and lets the wrappers it finds encode.
    case mirror
  }

  private let objects: [any ChangingObject]
  private let coordinator: RestorationCoordinator

  /// Makes the objects and registers them.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - way: How their state is found.
  public init(count: Int, way: Way) {
    objects = (0..<count).map { _ -> any ChangingObject in
      switch way {
      case .none: BareObject()
      case .declared: DeclaredObject()
      case .mirror: MirroredObject()
      }
    }
    coordinator = RestorationCoordinator(
      CorpusPlace.program, archiver: CorpusPlace.memory().archiver())
    for (index, object) in objects.enumerated() {
      coordinator.registerObject(forStateRestoration: object, restorationIdentifier: "o-\(index)")
    }
  }

  /// Encodes every object.
  ///
  /// - Returns: What was encoded.
  @discardableResult
  public func preserve() -> PreservationPass { coordinator.preserve(reason: .explicit) }

  /// Gives every object that has values another one, and marks all changed.
  public func changeAll() {
    for object in objects {
      object.change()
      coordinator.invalidate(object)
    }
  }
}

private protocol ChangingObject: StateRestoring {
  func change()
}

private final class BareObject: ChangingObject {
  func change() {}
}

private final class DeclaredObject: ChangingObject {
  @Restorable var page = 1
  @Restorable var zoom = 1.0
  @Restorable var isOpen = false
  @Restorable var search = "nothing yet"
  var width = 0.0
  var height = 0.0
  var caption = ""
  var isBusy = false

  func change() { page += 1 }
}

private final class MirroredObject: ChangingObject, StatePreserving {
  @Found var page = 1
  @Found var zoom = 1.0
  @Found var isOpen = false
  @Found var search = "nothing yet"
  var width = 0.0
  var height = 0.0
  var caption = ""
  var isBusy = false

  func change() { page += 1 }

  func encodeRestorableState(with coder: RestorationEncoder) {
    for child in Mirror(reflecting: self).children {
      guard let label = child.label, let property = child.value as? any FoundProperty else {
        continue
      }
      property.encode(forKey: String(label.dropFirst()), with: coder)
    }
  }

  func decodeRestorableState(with coder: RestorationDecoder) {}
}

/// What a wrapper for mirrors has to be.
@propertyWrapper private struct Found<Value: Writable>: FoundProperty {
  var wrappedValue: Value

  func encode(forKey key: String, with coder: RestorationEncoder) {
    wrappedValue.write(forKey: key, with: coder)
  }
}

private protocol FoundProperty {
  func encode(forKey key: String, with coder: RestorationEncoder)
}

/// Goes the same short way to the coder that declared properties go.
private protocol Writable {
  func write(forKey key: String, with coder: RestorationEncoder)
}

extension Int: Writable {
  func write(forKey key: String, with coder: RestorationEncoder) { coder.encode(self, forKey: key) }
}

extension Double: Writable {
  func write(forKey key: String, with coder: RestorationEncoder) { coder.encode(self, forKey: key) }
}

extension Bool: Writable {
  func write(forKey key: String, with coder: RestorationEncoder) { coder.encode(self, forKey: key) }
}

extension String: Writable {
  func write(forKey key: String, with coder: RestorationEncoder) { coder.encode(self, forKey: key) }
}
