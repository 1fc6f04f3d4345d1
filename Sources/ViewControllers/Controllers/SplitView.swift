// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The root view of a split view controller; its peer draws the columns from the controller.
@MainActor public final class SplitView: View {
  /// The controller whose columns are shown.
  public private(set) weak var splitViewController: SplitViewController?

  init(splitViewController: SplitViewController) {
    self.splitViewController = splitViewController
    super.init()
  }

  /// Decides whether there is room for two columns.
  public override func layoutSubviews() {
    super.layoutSubviews()
    splitViewController?.widthDidChange()
  }
}
