// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The root view of a split view controller.
///
/// Its peer draws the columns from the controller.
@MainActor public final class SplitView: View {
  /// The controller whose columns are shown.
  public private(set) weak var splitViewController: SplitViewController?

  init(splitViewController: SplitViewController) {
    self.splitViewController = splitViewController
    super.init()
  }

  /// Updates the columns, because the width may have changed.
  public override func layoutSubviews() {
    super.layoutSubviews()
    splitViewController?.widthDidChange()
  }
}
