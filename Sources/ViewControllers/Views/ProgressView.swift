// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A view that shows how far some work has come.
///
/// It saves nothing: progress belongs to the work, which has to say where it stands after a launch.
@MainActor open class ProgressView: View {
  /// How far the work has come, from 0 to 1.
  public var progress: Double { didSet { if progress != oldValue { setNeedsUpdate() } } }

  /// Creates a view.
  ///
  /// - Parameter progress: How far the work has come, from 0 to 1.
  public init(progress: Double = 0) {
    self.progress = progress
    super.init()
  }
}
