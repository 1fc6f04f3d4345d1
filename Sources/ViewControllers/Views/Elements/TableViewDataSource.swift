// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.IndexPath

/// The source of a table view's rows.
@MainActor public protocol TableViewDataSource: AnyObject {
  /// Returns the number of sections.
  ///
  /// - Parameter tableView: The view that asks.
  /// - Returns: At least 0; the default implementation says 1.
  func numberOfSections(in tableView: TableView) -> Int

  /// Returns the number of rows in a section.
  ///
  /// - Parameters:
  ///   - tableView: The view that asks.
  ///   - section: The section's index.
  /// - Returns: At least 0.
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int

  /// Returns a cell for a row that comes into sight.
  ///
  /// - Parameters:
  ///   - tableView: The view that asks; get the cell from its
  ///     ``ElementsView/dequeueReusableCell(_:)``.
  ///   - indexPath: The row.
  /// - Returns: A cell that shows the row.
  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell

  /// Returns the title above a section.
  ///
  /// - Parameters:
  ///   - tableView: The view that asks.
  ///   - section: The section's index.
  /// - Returns: The title; `nil`, the default, for a section without header.
  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String?
}

extension TableViewDataSource {
  /// Returns one section.
  ///
  /// - Parameter tableView: The view that asks.
  /// - Returns: 1.
  public func numberOfSections(in tableView: TableView) -> Int { 1 }

  /// Returns no title.
  ///
  /// - Parameters:
  ///   - tableView: The view that asks.
  ///   - section: The section's index.
  /// - Returns: `nil`.
  public func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
    nil
  }
}

/// An object that gives row heights and is notified of selections.
@MainActor public protocol TableViewDelegate: AnyObject {
  /// Returns the height of a row; called once per reload.
  ///
  /// - Parameters:
  ///   - tableView: The view that asks.
  ///   - indexPath: The row.
  /// - Returns: The height in points, or ``TableView/automaticDimension``; by default the view's
  ///   ``TableView/rowHeight``.
  func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double

  /// Called when the user has selected a row.
  ///
  /// - Parameters:
  ///   - tableView: The view.
  ///   - indexPath: The row.
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath)

  /// Called when the user has deselected a row.
  ///
  /// - Parameters:
  ///   - tableView: The view.
  ///   - indexPath: The row.
  func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath)
}

extension TableViewDelegate {
  /// Not available: a delegate implements it, if only with an empty body.
  ///
  /// Without this the compiler would suggest to rename another method.
  ///
  /// - Parameters:
  ///   - tableView: The view.
  ///   - indexPath: The row.
  @available(*, unavailable, message: "implement it, if only with an empty body")
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}

  /// Returns the view's row height.
  ///
  /// - Parameters:
  ///   - tableView: The view that asks.
  ///   - indexPath: The row.
  /// - Returns: ``TableView/rowHeight``.
  public func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double {
    tableView.rowHeight
  }

  /// Does nothing.
  ///
  /// - Parameters:
  ///   - tableView: The view.
  ///   - indexPath: The row.
  public func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {}
}
