// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  extension GTKHost {
    /// Returns the peer of a view, created on first use.
    func peer(for view: View) -> Peer {
      if let peer = view.peer as? Peer { return peer }
      let peer = makePeer(for: view)
      view.peer = peer
      peer.viewDidChange(view)
      return peer
    }

    /// Creates the peer for a view's class; subclasses are checked first.
    private func makePeer(for view: View) -> Peer {
      switch view {
      case let view as NavigationView: NavigationPeer(view, host: self)
      case let view as TabBarView: TabBarPeer(view, host: self)
      case let view as SplitView: SplitPeer(view, host: self)
      case let view as PageView: PagePeer(view, host: self)
      case let view as CollectionView: CollectionPeer(view, host: self)
      case let view as TableView: TablePeer(view, host: self)
      case let view as ScrollView: ScrollPeer(view, host: self)
      case let view as StackView: StackPeer(view, host: self)
      case let view as ImageView: ImagePeer(view, host: self)
      case let view as Label: LabelPeer(view, host: self)
      case let view as Button: ButtonPeer(view, host: self)
      case let view as Slider: SliderPeer(view, host: self)
      case let view as Switch: SwitchPeer(view, host: self)
      case let view as TextField: TextFieldPeer(view, host: self)
      case let view as TextView: TextViewPeer(view, host: self)
      case let view as SearchBar: SearchPeer(view, host: self)
      case let view as SegmentedControl: SegmentedPeer(view, host: self)
      case let view as Stepper: StepperPeer(view, host: self)
      case let view as ProgressView: ProgressPeer(view, host: self)
      case let view as NativeView: NativePeer(view, host: self)
      case let view as ReusableCell: CellPeer(view, host: self)
      default: ContainerPeer(view, host: self)
      }
    }

    /// Makes a view's subviews the children of a widget, in order.
    ///
    /// - Parameters:
    ///   - view: The view with the subviews.
    ///   - parent: The widget; it has no other children.
    ///   - placed: The peers of the subviews that were placed before.
    /// - Returns: The peers of the present subviews.
    func placeSubviews(of view: View, in parent: WidgetPointer, replacing placed: [Peer]) -> [Peer]
    {
      let wanted = view.subviews.map { peer(for: $0) }
      guard !wanted.elementsEqual(placed, by: ===) else { return placed }
      for peer in placed where !wanted.contains(where: { $0 === peer }) {
        if unsafe gtk_widget_get_parent(peer.frame) == parent {
          unsafe gtk_widget_unparent(peer.frame)
        }
      }
      var previous: WidgetPointer?
      for peer in wanted {
        unsafe peer.detach(unlessIn: parent)
        unsafe gtk_widget_insert_after(peer.frame, parent, previous)
        unsafe previous = unsafe peer.frame
      }
      return wanted
    }
  }

  extension Peer {
    /// Removes the view's frame from its old parent, if there is one.
    ///
    /// That parent may not know of the loss yet.
    func detach(unlessIn parent: WidgetPointer? = nil) {
      if let old = unsafe gtk_widget_get_parent(frame), unsafe old != parent {
        unsafe gtk_widget_unparent(frame)
      }
    }
  }
#endif
