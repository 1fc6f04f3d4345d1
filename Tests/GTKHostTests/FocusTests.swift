// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import Foundation
  import RestorationArchive
  import StateRestoration
  import XCTest

  @testable import GTKHost
  @testable import ViewControllers

  final class FocusTests: XCTestCase {
    /// R197: GTK's focus and the first responder are the same, whoever moves it.
    func testFocusAndFirstResponderFollowEachOther() throws {
      try MainActor.assumeIsolated {
        let fixture = try HostFixture()
        defer { fixture.close() }
        let (field, notes, plus) = (TextField(), TextView(), Stepper())
        field.text = "Hello"
        fixture.show(StackView(axis: .vertical, arrangedSubviews: [field, notes, plus]))
        let peer = try XCTUnwrap(field.peer as? TextFieldPeer)
        XCTAssertTrue(notes.becomeFirstResponder())
        let textView = try XCTUnwrap(notes.peer as? TextViewPeer).textView
        XCTAssertEqual(fixture.focus, textView)
        XCTAssertTrue(field.becomeFirstResponder())
        XCTAssertEqual(fixture.focus, WidgetPointer(peer.text))
        XCTAssertEqual(field.selectedTextRange, 5..<5)
        XCTAssertEqual(peer.shownSelection, 5..<5, "all is selected")
        gtk_widget_grab_focus(textView)
        XCTAssertTrue(notes.isFirstResponder)
        gtk_widget_grab_focus(try XCTUnwrap(plus.peer as? StepperPeer).widget)
        XCTAssertTrue(plus.isFirstResponder)
        plus.resignFirstResponder()
        XCTAssertNil(fixture.focus)
      }
    }

    /// R197: the focus goes into a sheet, and back when the sheet goes.
    func testSheetTakesTheFocusAndGivesItBack() throws {
      try MainActor.assumeIsolated {
        let fixture = try HostFixture()
        defer { fixture.close() }
        let fields = [TextField(), TextField()]
        fixture.show(StackView(axis: .vertical, arrangedSubviews: fields))
        fields[1].becomeFirstResponder()
        let sheet = ViewController()
        let inSheet = TextField()
        sheet.view.addSubview(inSheet)
        fixture.window.rootViewController?.present(sheet, animated: false)
        fixture.settle()
        XCTAssertTrue(inSheet.isFirstResponder)
        fixture.window.rootViewController?.dismiss(animated: false)
        fixture.settle()
        XCTAssertTrue(fields[1].isFirstResponder)
        let peer = try XCTUnwrap(fields[1].peer as? TextFieldPeer)
        XCTAssertEqual(fixture.focus, WidgetPointer(peer.text))
      }
    }

    /// R101, R102, R104, R105, R197: after a relaunch, the first paint shows what was typed and
    /// chosen, with the caret where it was.
    func testRelaunchPaintsTextAndFocusFirst() throws {
      try MainActor.assumeIsolated {
        let device = FormDevice()
        let (first, firstHost, firstForm) = device.makeApplication()
        try requireDisplay(firstHost)
        firstHost.whenSettled {
          XCTAssertTrue(firstForm.name.isFirstResponder, "GTK focuses the first field by itself")
          let name = firstForm.name.peer as? TextFieldPeer
          if let name {
            gtk_editable_set_text(name.text, "Grace 👍🏽")
            gtk_editable_select_region(name.text, 2, 4)
          }
          let notes = firstForm.notes.peer as? TextViewPeer
          if let notes {
            let buffer = gtk_text_view_get_buffer(notes.textView.cast())
            gtk_text_buffer_set_text(buffer, "one\ntwo\nthree", -1)
            var caret = GtkTextIter()
            gtk_text_buffer_get_iter_at_offset(buffer, &caret, 5)
            gtk_text_buffer_place_cursor(buffer, &caret)
            gtk_widget_grab_focus(notes.textView)
          }
          if let days = firstForm.days.peer as? SegmentedPeer {
            gtk_toggle_button_set_active(days.row.buttons[2].cast(), 1)
          }
          if let count = firstForm.count.peer as? StepperPeer {
            gtk_spin_button_set_value(count.widget.opaque, 7)
          }
          gtk_range_set_value(firstForm.scale.pointer.cast(), 42)
          first.terminate()
        }
        XCTAssertEqual(firstHost.run(first), 0)

        let (second, secondHost, form) = device.makeApplication()
        var wasPainted = false
        _ = secondHost.schedule(after: .zero) {
          secondHost.firstPaint(of: secondHost.windowPeers[0].window) {
            wasPainted = true
            let name = form.name.peer as? TextFieldPeer
            XCTAssertEqual(name?.shownText, "Grace 👍🏽")
            XCTAssertEqual(name?.shownSelection, 2..<4)
            let notes = form.notes.peer as? TextViewPeer
            XCTAssertEqual(notes?.shownText, "one\ntwo\nthree")
            XCTAssertEqual(notes?.shownSelection, 5..<5)
            XCTAssertEqual(
              gtk_window_get_focus(secondHost.windowPeers[0].window.cast()), notes?.textView)
            let days = form.days.peer as? SegmentedPeer
            XCTAssertEqual(
              days?.row.buttons.map { gtk_toggle_button_get_active($0.cast()) }, [0, 0, 1])
            let count = form.count.peer as? StepperPeer
            XCTAssertEqual(count.map { gtk_spin_button_get_value($0.widget.opaque) }, 7)
            XCTAssertEqual(gtk_range_get_value(form.scale.pointer.cast()), 42)
          }
        }
        secondHost.whenSettled { second.terminate() }
        XCTAssertEqual(secondHost.run(second), 0)
        XCTAssertTrue(wasPainted)
        XCTAssertTrue(form.notes.isTextEdited)
        XCTAssertEqual(form.name.selectedTextRange, 2..<4)
      }
    }
  }

  extension HostFixture {
    fileprivate var focus: WidgetPointer? {
      windowPeer.flatMap { gtk_window_get_focus($0.window.cast()) }
    }
  }

  /// What outlives a run, and the interface that each run makes.
  @MainActor private final class FormDevice {
    private let store = MemoryStore()
    private let keys = MemoryKeyProvider()

    func makeApplication() -> (Application, GTKHost, FormDelegate) {
      let host = GTKHost(isAnimated: false)
      let delegate = FormDelegate()
      let application = Application(
        ApplicationDescription(identifier: "org.example.Tests", version: "1"), delegate: delegate,
        host: host, archiver: Archiver(store: store, keys: keys))
      return (application, host, delegate)
    }
  }

  /// A scale of GTK that the application wraps itself.
  @MainActor private final class ScaleView: NativeView {
    init() {
      super.init {
        UnsafeMutableRawPointer(gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 100, 1))
      }
    }

    override func encodeRestorableState(with coder: RestorationEncoder) {
      super.encodeRestorableState(with: coder)
      coder.encode(gtk_range_get_value(pointer.cast()), forKey: "value")
    }

    override func decodeRestorableState(with coder: RestorationDecoder) {
      super.decodeRestorableState(with: coder)
      gtk_range_set_value(pointer.cast(), coder.decodeDouble(forKey: "value"))
    }
  }

  /// Makes a window with a form.
  @MainActor private final class FormDelegate: StateRestoringApplicationDelegate {
    let name = TextField(placeholder: "Name")
    let notes = TextView()
    let days = SegmentedControl(titles: ["Fri", "Sat", "Sun"])
    let count = Stepper()
    let scale = ScaleView()

    func application(
      _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
    ) -> Bool {
      let parts: [(View, String)] = [
        (name, "Name"), (notes, "Notes"), (days, "Days"), (count, "Count"), (scale, "Scale"),
      ]
      for (view, identifier) in parts { view.restorationIdentifier = identifier }
      let controller = ViewController()
      controller.restorationIdentifier = "Form"
      controller.view.addSubview(StackView(axis: .vertical, arrangedSubviews: parts.map(\.0)))
      let window = Window(application: application)
      window.rootViewController = controller
      window.makeKeyAndVisible()
      return true
    }

    func application(
      _ application: Application, didFinishLaunchingWithOptions options: LaunchOptions
    ) {}

    func application(
      _ application: Application, shouldSaveApplicationState coder: RestorationEncoder
    ) -> Bool { true }

    func application(
      _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
    ) -> Bool { true }
  }
#endif
