// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The values of one object, as other codecs take them.
///
/// There are no classes, and references are indices.
public struct ItemState: Hashable, Codable, Sendable {
  /// The identifiers from the root to the object, with slashes between them.
  public var path: String
  /// The name of the object's class, with its module's name.
  public var className: String
  /// A number unique to the object and its revision.
  public var stamp: Int
  /// A small number.
  public var position: Int
  /// A number with all its digits.
  public var zoom: Double
  /// A flag.
  public var isExpanded: Bool
  /// A text of 12 to 24 bytes.
  public var title: String
  /// A text of 20 to 40 bytes.
  public var note: String
  /// Four numbers.
  public var series: [Double]
  /// The index of the object that is referred to.
  public var link: Int

  /// Creates the state of one object from its values.
  public init(
    path: String, className: String, stamp: Int, position: Int, zoom: Double, isExpanded: Bool,
    title: String, note: String, series: [Double], link: Int
  ) {
    (self.path, self.className) = (path, className)
    (self.stamp, self.position, self.zoom) = (stamp, position, zoom)
    (self.isExpanded, self.title, self.note) = (isExpanded, title, note)
    (self.series, self.link) = (series, link)
  }

  /// Reads the values of an object.
  ///
  /// - Parameter item: An object that refers to another.
  public init(_ item: Item) {
    self.init(
      path: item.path, className: item.className, stamp: item.stamp, position: item.position,
      zoom: item.zoom, isExpanded: item.isExpanded, title: item.title, note: item.note,
      series: item.series, link: item.link?.index ?? -1)
  }
}
