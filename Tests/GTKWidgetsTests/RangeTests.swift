// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import XCTest

@testable import GTKWidgets

/// Widgets that allow less at a launch than they did before.
///
/// Their limits may grow again later.
final class RangeTests: XCTestCase {
  @MainActor private static func makeValues(upTo upper: Double) -> [WidgetPointer] {
    let volume: WidgetPointer = gtk_volume_button_new()
    gtk_adjustment_set_upper(gtk_scale_button_get_adjustment(volume.cast()), upper)
    return [
      gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, upper, 1).named("Scale"),
      gtk_spin_button_new_with_range(0, upper, 1).named("Spin"), volume.named("Volume"),
    ]
  }

  @MainActor private static func adjustments(_ values: [WidgetPointer])
    -> [UnsafeMutablePointer<GtkAdjustment>?]
  {
    [
      gtk_range_get_adjustment(values[0].cast()),
      gtk_spin_button_get_adjustment(values[1].opaque),
      gtk_scale_button_get_adjustment(values[2].cast()),
    ]
  }

  @MainActor private static func shown(_ values: [WidgetPointer]) -> [Double] {
    adjustments(values).map { gtk_adjustment_get_value($0) }
  }

  @MainActor private static func allow(_ upper: Double, _ values: [WidgetPointer]) {
    gtk_range_set_range(values[0].cast(), 0, upper)
    gtk_spin_button_set_range(values[1].opaque, 0, upper)
    gtk_adjustment_set_upper(gtk_scale_button_get_adjustment(values[2].cast()), upper)
  }

  /// Returns a program whose values were 1234 when it ended.
  @MainActor private static func makeProgram() throws -> WidgetProgram {
    let program = try WidgetProgram()
    let values = makeValues(upTo: 3600)
    program.show(makeBox(values[0], values[1], values[2]))
    for adjustment in adjustments(values) { gtk_adjustment_set_value(adjustment, 1234) }
    try program.relaunch()
    return program
  }

  @MainActor private static func show(_ upper: Double, in program: WidgetProgram)
    -> [WidgetPointer]
  {
    let values = makeValues(upTo: upper)
    program.show(makeBox(values[0], values[1], values[2]))
    return values
  }

  /// R104, R210: a value is the nearest allowed one until its limit grows.
  ///
  /// Then the saved value returns, even after a launch in which the limit did not grow.
  func testValueWaitsForItsLimit() throws {
    try MainActor.assumeIsolated {
      let program = try Self.makeProgram()
      XCTAssertEqual(Self.shown(Self.show(10, in: program)), [10, 10, 10])
      try program.relaunch()
      let values = Self.show(1, in: program)
      XCTAssertEqual(Self.shown(values), [1, 1, 1])
      Self.allow(100, values)
      XCTAssertEqual(Self.shown(values), [100, 100, 100])
      Self.allow(3600, values)
      XCTAssertEqual(Self.shown(values), [1234, 1234, 1234])
      let other = gtk_adjustment_new(0, 0, 2000, 1, 10, 0)
      gtk_range_set_adjustment(values[0].cast(), other)
      XCTAssertEqual(gtk_range_get_value(values[0].cast()), 1234)
    }
  }

  /// R210: a value set in the meantime replaces the saved one.
  func testOtherValueEndsTheWait() throws {
    try MainActor.assumeIsolated {
      let program = try Self.makeProgram()
      let values = Self.show(10, in: program)
      for adjustment in Self.adjustments(values) { gtk_adjustment_set_value(adjustment, 3) }
      Self.allow(3600, values)
      XCTAssertEqual(Self.shown(values), [3, 3, 3])
      try program.relaunch()
      XCTAssertEqual(Self.shown(Self.show(3600, in: program)), [3, 3, 3])
    }
  }

  /// R210: the nearest choice is shown until the saved index exists.
  func testChoiceWaitsForMoreChoices() throws {
    try withProgram { program in
      @MainActor func makeDropDown(_ count: Int) -> WidgetPointer {
        let store = g_list_store_new(gtk_label_get_type())
        for _ in 0..<count { append(to: store) }
        let dropDown: WidgetPointer = gtk_drop_down_new(store, nil)
        let factory = gtk_signal_list_item_factory_new()
        gtk_drop_down_set_factory(dropDown.opaque, factory)
        g_object_unref(factory.map { UnsafeMutableRawPointer($0) })
        return dropDown.named("Choice")
      }
      @MainActor func append(to store: OpaquePointer?) {
        let label: WidgetPointer = gtk_label_new("Element")
        g_object_ref_sink(label)
        g_list_store_append(store, label.raw)
        g_object_unref(label)
      }
      let dropDown = makeDropDown(4)
      program.show(dropDown)
      gtk_drop_down_set_selected(dropDown.opaque, 3)
      try program.relaunch()
      let restored = makeDropDown(2)
      program.show(restored)
      XCTAssertEqual(gtk_drop_down_get_selected(restored.opaque), 1)
      for _ in 0..<2 { append(to: gtk_drop_down_get_model(restored.opaque)) }
      program.pump { gtk_drop_down_get_selected(restored.opaque) == 3 }
    }
  }
}
#endif
