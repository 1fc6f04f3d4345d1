// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// The peer that draws a progress view as a bar.
  @MainActor final class ProgressPeer: TypedPeer<ProgressView> {
    /// Creates the peer of a progress view.
    init(_ view: ProgressView, host: GTKHost) {
      unsafe super.init(view, widget: gtk_progress_bar_new(), host: host)
    }

    override func sync() {
      guard let model else { return }
      keepHeight()
      let progress = model.progress.isFinite ? model.progress : 0
      unsafe gtk_progress_bar_set_fraction(widget.opaque, min(max(progress, 0), 1))
    }
  }
#endif
