// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
public import StateRestoration

/// What all objects of the corpus have in common: five of the eight values, and a place in a tree.
///
/// Three values more are written by each subclass, under keys of its own, before or after it calls
/// `super`, as programs do.
public class Item: StatePreserving {
  /// The object's number in its corpus; other codecs refer to it by this.
  public final var index = 0
  /// The identifiers from the root to the object, for codecs that keep no tree.
  public final var path = ""
  /// The object above this one.
  public final var parent: Item?

  /// Tells the object from all others, in every revision of it.
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
  /// Any other object of the corpus; the corpus breaks the cycles when it goes.
  public final var link: Item?

  /// Makes an object without values.
  public required init() {}

  /// The name that codecs without a class table write.
  public class var className: String { "" }

  /// The name of this object's class.
  public final var className: String { type(of: self).className }

  /// The object above this one.
  public var restorationParent: (any StateRestoring)? { parent }

  /// Writes what all objects have.
  public func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(stamp, forKey: "stamp")
    coder.encode(title, forKey: "title")
    coder.encode(note, forKey: "note")
    coder.encode(isExpanded, forKey: "expanded")
    coder.encode(link, forKey: "link")
  }

  /// Reads what all objects have.
  public func decodeRestorableState(with coder: RestorationDecoder) {
    stamp = coder.decodeInteger(forKey: "stamp")
    title = coder.decodeString(forKey: "title") ?? ""
    note = coder.decodeString(forKey: "note") ?? ""
    isExpanded = coder.decodeBool(forKey: "expanded")
    link = coder.decodeObject(Item.self, forKey: "link")
  }
}
