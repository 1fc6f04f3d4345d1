// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import Foundation
  import RestorationArchive
  import StateRestoration
  import XCTest

  @testable import GTKHost
  @testable import ViewControllers

  /// The widgets of views in the first frame after a relaunch.
  final class RelaunchedViewTests: XCTestCase {
    /// R97: the first frame has a scroll view's offset and zoom.
    func testScrollViewIsInTheFirstFrame() throws {
      try MainActor.assumeIsolated {
        let device = Device()
        @MainActor func root() -> ViewController {
          let content = Label("Content")
          content.layout.minimumSize = CGSize(width: 100, height: 4000)
          let scroll = ScrollView()
          scroll.addSubview(content)
          return screen(with: [(scroll, "Scroll")])
        }
        let first = try device.launch(root: root)
        first.settle()
        let scrolled = try view(ScrollView.self, "Scroll", of: first)
        gtk_adjustment_set_value(
          try peer(ScrollPeer.self, of: scrolled).canvas.verticalAdjustment, 777)
        first.end()

        let second = try device.launch(root: root)
        defer { second.end() }
        let scroll = try view(ScrollView.self, "Scroll", of: second)
        let place = try second.atFirstPaint {
          gtk_adjustment_get_value(try peer(ScrollPeer.self, of: scroll).canvas.verticalAdjustment)
        }
        XCTAssertEqual(place, 777)
      }
    }

    /// R211: undo after a relaunch removes no restored text.
    func testRestoredTextCannotBeUndone() throws {
      try MainActor.assumeIsolated {
        let device = Device()
        @MainActor func root() -> ViewController {
          screen(with: [(TextField(), "Field"), (TextView(), "View"), (Stepper(), "Stepper")])
        }
        let first = try device.launch(root: root)
        first.settle()
        let end = 5..<5
        try view(TextField.self, "Field", of: first).hostDidEdit(
          text: "typed", selectedTextRange: end)
        try view(TextView.self, "View", of: first).hostDidEdit(
          text: "typed", selectedTextRange: end)
        try view(Stepper.self, "Stepper", of: first).value = 7
        first.end()

        let second = try device.launch(root: root)
        defer { second.end() }
        second.settle()
        let (field, text, stepper) = (
          try view(TextField.self, "Field", of: second),
          try view(TextView.self, "View", of: second),
          try view(Stepper.self, "Stepper", of: second)
        )
        let spin = try peer(StepperPeer.self, of: stepper).widget
        for widget in [
          try peer(TextFieldPeer.self, of: field).text,
          try peer(TextViewPeer.self, of: text).textView.opaque,
          gtk_editable_get_delegate(spin.opaque),
        ].compactMap({ $0 }) {
          gtk_widget_activate_action_variant(WidgetPointer(widget), "text.undo", nil)
        }
        XCTAssertEqual(field.text, "typed")
        XCTAssertEqual(text.text, "typed")
        XCTAssertEqual(gtk_editable_get_text(spin.opaque).map { String(cString: $0) }, "7")
      }
    }

    /// R100: a picture keeps its size and offset.
    func testImageTransformComesBack() throws {
      let url = try makePicture(red: 9, green: 200, blue: 30)
      try MainActor.assumeIsolated {
        let device = Device()
        let picture = Image(contentsOf: url)
        @MainActor func root() -> ViewController {
          screen(with: [(ImageView(image: picture), "Photo")])
        }
        let first = try device.launch(size: CGSize(width: 400, height: 300), root: root)
        first.settle()
        let small = try view(ImageView.self, "Photo", of: first)
        small.transform = CGAffineTransform(scaleX: 0.5, y: 0.5)
        small.anchorPoint = CGPoint(x: 0, y: 0.5)
        first.end()

        let second = try device.launch(size: CGSize(width: 400, height: 300), root: root)
        defer { second.end() }
        second.settle()
        let photo = try view(ImageView.self, "Photo", of: second)
        let widget = try peer(Peer.self, of: photo).widget
        let (width, height) = (Int(widget.width), Int(widget.height))
        XCTAssertEqual(second.host.color(x: width / 8, y: height / 2, of: widget)[1], 200)
        XCTAssertEqual(second.host.color(x: width * 7 / 8, y: height / 2, of: widget)[3], 0)
        photo.transform = .identity
        XCTAssertEqual(second.host.color(x: width * 7 / 8, y: height / 2, of: widget)[1], 200)
      }
    }

    /// R104: the first frame has the user's slider and switch values.
    func testSliderAndSwitchAreInTheFirstFrame() throws {
      try MainActor.assumeIsolated {
        let device = Device()
        @MainActor func root() -> ViewController {
          screen(with: [(Slider(), "Slider"), (Switch(), "Switch")])
        }
        let first = try device.launch(root: root)
        first.settle()
        let moved = try peer(SliderPeer.self, of: try view(Slider.self, "Slider", of: first))
        gtk_range_set_value(moved.widget.cast(), 0.25)
        let turned = try peer(SwitchPeer.self, of: try view(Switch.self, "Switch", of: first))
        gtk_switch_set_active(turned.widget.opaque, 1)
        first.end()

        let second = try device.launch(root: root)
        defer { second.end() }
        let slider = try view(Slider.self, "Slider", of: second)
        let light = try view(Switch.self, "Switch", of: second)
        let shown = try second.atFirstPaint {
          (
            gtk_range_get_value(try peer(SliderPeer.self, of: slider).widget.cast()),
            gtk_switch_get_active(try peer(SwitchPeer.self, of: light).widget.opaque)
          )
        }
        XCTAssertEqual(shown.0, 0.25)
        XCTAssertEqual(shown.1, 1)
      }
    }

    /// R105: the first frame has a custom view's saved state.
    func testCustomViewIsInTheFirstFrame() throws {
      try MainActor.assumeIsolated {
        let device = Device()
        @MainActor func root() -> ViewController { screen(with: [(Counter(), "Counter")]) }
        let first = try device.launch(root: root)
        try view(Counter.self, "Counter", of: first).count = 41
        first.end()
        let second = try device.launch(root: root)
        defer { second.end() }
        let counter = try view(Counter.self, "Counter", of: second)
        let shown = try second.atFirstPaint {
          let label = try peer(LabelPeer.self, of: counter.label).widget
          return gtk_label_get_text(label.opaque).map { String(cString: $0) }
        }
        XCTAssertEqual(shown, "41")
      }
    }

    /// R106, R107, R108, R187: two tables share one source with reordered rows.
    ///
    /// The table with model identifiers selects the same row, the other one the same position.
    func testSelectedRowsAreMarkedInTheFirstFrame() throws {
      try MainActor.assumeIsolated {
        let device = Device()
        @MainActor func launch(_ words: [String]) throws -> Life {
          let source = WordSource(words)
          return try device.launch { source.screen }
        }
        let words = ["alpha", "beta", "gamma", "delta"]
        let first = try launch(words)
        first.settle()
        for name in ["Named", "Placed"] {
          try view(TableView.self, name, of: first)
            .hostDidSelectElement(at: IndexPath(row: 0, section: 0), extending: false)
        }
        first.end()

        let second = try launch(words.reversed())
        defer { second.end() }
        let tables = try ["Named", "Placed"].map { try view(TableView.self, $0, of: second) }
        let marked = try second.atFirstPaint { try tables.map { try markedTexts($0) } }
        XCTAssertEqual(marked, [["alpha"], ["delta"]])
      }
    }
  }

  /// The texts of the rows that GTK draws as selected.
  @MainActor private func markedTexts(_ table: TableView) throws -> [String] {
    try peer(TablePeer.self, of: table).shownCells.values.compactMap { cell in
      guard let cell = cell as? TableViewCell, let peer = cell.peer as? Peer,
        gtk_widget_has_css_class(peer.widget, "selected") != 0
      else { return nil }
      return cell.textLabel.text
    }
  }

  /// A screen of named views, one below the other.
  @MainActor private func screen(with views: [(View, String)]) -> ViewController {
    let screen = ViewController()
    screen.restorationIdentifier = "Screen"
    for (view, identifier) in views { view.restorationIdentifier = identifier }
    if views.count == 1, let view = views.first?.0 {
      screen.view.addSubview(view)
    } else {
      screen.view.addSubview(StackView(axis: .vertical, arrangedSubviews: views.map(\.0)))
    }
    return screen
  }

  @MainActor private func view<Found: View>(
    _ type: Found.Type, _ identifier: String, of life: Life
  ) throws -> Found {
    @MainActor func find(_ view: View) -> Found? {
      if let found = view as? Found, view.restorationIdentifier == identifier { return found }
      return view.subviews.lazy.compactMap(find).first
    }
    return try XCTUnwrap(find(try life.root().view))
  }

  @MainActor private func peer<Found>(_ type: Found.Type, of view: View) throws -> Found {
    try XCTUnwrap(view.peer as? Found)
  }

  /// A custom view.
  @MainActor private final class Counter: View {
    let label = Label("0")
    var count = 0 {
      didSet {
        label.text = "\(count)"
        invalidateRestorableState()
      }
    }

    override init() {
      super.init()
      addSubview(label)
    }

    override func encodeRestorableState(with coder: RestorationEncoder) {
      super.encodeRestorableState(with: coder)
      coder.encode(count, forKey: "count")
    }

    override func decodeRestorableState(with coder: RestorationDecoder) {
      super.decodeRestorableState(with: coder)
      count = coder.decodeInteger(forKey: "count")
    }
  }

  /// One data source of two tables.
  ///
  /// Only one table's rows have model identifiers.
  @MainActor private final class WordSource: TableViewDataSource, DataSourceModelAssociation {
    private let words: [String]
    private let named = TableView()
    private let placed = TableView()

    init(_ words: [String]) { self.words = words }

    var screen: ViewController {
      for table in [named, placed] { table.dataSource = self }
      return GTKHostTests.screen(with: [(named, "Named"), (placed, "Placed")])
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
      words.count
    }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
      let cell = tableView.dequeueReusableCell(TableViewCell.self)
      cell.textLabel.text = words[indexPath.row]
      return cell
    }

    func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
      view === named ? words[indexPath.row] : "\(indexPath.row)"
    }

    func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
      let row = view === named ? words.firstIndex(of: identifier) : Int(identifier)
      return row.map { IndexPath(row: $0, section: 0) }
    }
  }
#endif
