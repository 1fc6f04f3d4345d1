// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// A peer that knows the class of its view.
  @MainActor class TypedPeer<Model: View>: Peer {
    /// The view; `nil` if it is gone before its widget.
    ///
    /// A widget can still be leaving the screen then.
    private(set) weak var model: Model?

    /// Creates a peer.
    ///
    /// - Parameters:
    ///   - model: The view, which will own this peer.
    ///   - widget: The widget.
    ///   - host: The host that creates this peer.
    init(_ model: Model, widget: WidgetPointer, host: GTKHost) {
      self.model = model
      unsafe super.init(widget: widget, host: host)
    }

    override var view: View? { model }

    override func reportSize() { report(model) }
  }
#endif
