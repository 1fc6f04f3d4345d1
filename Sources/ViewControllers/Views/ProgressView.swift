// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A view that shows the progress of some work.
///
/// It saves nothing: the work itself has to report its progress after a launch.
@MainActor open class ProgressView: View {
  /// The progress, from 0 to 1.
  public var progress: Double { didSet { if progress != oldValue { setNeedsUpdate() } } }

  /// Creates a view.
  ///
  /// - Parameter progress: The progress, from 0 to 1.
  public init(progress: Double = 0) {
    self.progress = progress
    super.init()
  }
}
