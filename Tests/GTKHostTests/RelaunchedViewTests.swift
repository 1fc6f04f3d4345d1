// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import Foundation
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
          screen(with: [
            (TextField(), "Field"), (SearchBar(), "Search"), (TextView(), "View"),
            (Stepper(), "Stepper"),
          ])
        }
        let first = try device.launch(root: root)
        first.settle()
        for input in [
          try view(TextField.self, "Field", of: first),
          try view(SearchBar.self, "Search", of: first), try view(TextView.self, "View", of: first),
        ] as [TextInput] {
          input.hostDidEdit(text: "typed", selectedTextRange: 5..<5)
        }
        try view(Stepper.self, "Stepper", of: first).value = 7
        first.end()

        let second = try device.launch(root: root)
        defer { second.end() }
        second.settle()
        let (field, search) = (
          try view(TextField.self, "Field", of: second),
          try view(SearchBar.self, "Search", of: second)
        )
        let (text, stepper) = (
          try view(TextView.self, "View", of: second),
          try view(Stepper.self, "Stepper", of: second)
        )
        let spin = try peer(StepperPeer.self, of: stepper).widget
        for widget in [
          try peer(TextFieldPeer.self, of: field).text,
          try peer(SearchPeer.self, of: search).text,
          try peer(TextViewPeer.self, of: text).textView.opaque,
          gtk_editable_get_delegate(spin.opaque),
        ].compactMap({ $0 }) {
          gtk_widget_activate_action_variant(WidgetPointer(widget), "text.undo", nil)
        }
        for input in [field, search, text] as [TextInput] { XCTAssertEqual(input.text, "typed") }
        XCTAssertEqual(gtk_editable_get_text(spin.opaque).map { String(cString: $0) }, "7")
      }
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
#endif
