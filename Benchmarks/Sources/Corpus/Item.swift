// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import StateRestoration

/// The base class of all objects in the corpus.
///
/// It has five of the eight values and a place in a tree. Each subclass writes three more values
/// under names of its own, before or after it calls `super`, as classes in programs do.
public class Item: StatePreserving {
  /// The object's number, by which other codecs refer to it.
  public final var index = 0
  /// The identifiers from the root to the object, separated by slashes.
  ///
  /// Codecs that keep no tree write it.
  public final var path = ""
  /// The same, as a restored object gets them.
  final var identifiers: [String] = []
  /// The object above this one.
  public final var parent: Item?

  /// A number unique to the object and its revision.
  public final var stamp = 0
  /// A small number.
  public final var position = 0
  /// A number with all its digits.
  public final var zoom = 0.0
  /// A flag.
  public final var isExpanded = false
  /// A text of 12 to 24 bytes.
  public final var title = ""
  /// A text of 20 to 40 bytes.
  public final var note = ""
  /// Four numbers.
  public final var series: [Double] = []
  /// Any other object of the corpus.
  ///
  /// The corpus breaks the reference cycles when it is released.
  public final var link: Item?

  /// Makes an object without values.
  public required init() {}

  /// The name that codecs without a class table write.
  public class var className: String { "" }

  /// The name of this object's class.
  public final var className: String { type(of: self).className }

  /// The object above this one.
  public var restorationParent: (any StateRestoring)? { parent }

  /// Writes the values that all objects have.
  public func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(stamp, forKey: "stamp")
    coder.encode(title, forKey: "title")
    coder.encode(note, forKey: "note")
    coder.encode(isExpanded, forKey: "expanded")
    coder.encode(link, forKey: "link")
  }

  /// Reads the values that all objects have.
  public func decodeRestorableState(with coder: RestorationDecoder) {
    stamp = coder.decodeInteger(forKey: "stamp")
    title = coder.decodeString(forKey: "title") ?? ""
    note = coder.decodeString(forKey: "note") ?? ""
    isExpanded = coder.decodeBool(forKey: "expanded")
    link = coder.decodeObject(Item.self, forKey: "link")
  }
}
