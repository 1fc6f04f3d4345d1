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

/// A host without animations, with one window and a hand-driven main loop.
@MainActor final class HostFixture {
  let host = GTKHost(isAnimated: false)
  let application: Application
  let window: Window
  private let delegate = EmptyDelegate()

  init(size: CGSize = CGSize(width: 800, height: 600)) throws {
    try requireDisplay(host)
    application = Application(
      ApplicationDescription(identifier: "org.example.Tests", version: "1"), delegate: delegate,
      host: host, archiver: Archiver(store: MemoryStore(), keys: MemoryKeyProvider()))
    application.launch()
    window = Window(application: application)
    window.size = size
  }

  var windowPeer: GTKWindowPeer? { window.peer as? GTKWindowPeer }

  /// The widget with the keyboard focus.
  var focus: WidgetPointer? {
    windowPeer.flatMap { gtk_window_get_focus($0.window.cast()) }
  }

  /// Presses a key in the window, and returns whether it meant anything there.
  func press(_ key: Int32, _ modifiers: UInt32 = 0) throws -> Bool {
    try XCTUnwrap(windowPeer).userDidPress(UInt32(key), modifiers: modifiers)
  }

  /// Shows a controller in the window and settles.
  func show(_ controller: ViewController) {
    window.rootViewController = controller
    window.makeKeyAndVisible()
    settle()
  }

  /// Shows a view in the window and settles.
  func show(_ view: View) {
    let controller = ViewController()
    controller.view.addSubview(view)
    show(controller)
  }

  /// Runs the main loop until the screen shows the models.
  func settle(file: StaticString = #filePath, line: UInt = #line) {
    host.settle(file: file, line: line)
  }

  /// Runs the main loop until a condition holds; fails after ten seconds.
  func pump(
    file: StaticString = #filePath, line: UInt = #line, until condition: () -> Bool
  ) {
    host.pump(file: file, line: line, until: condition)
  }

  /// Returns a pixel of a widget after settling.
  ///
  /// The components red, green, blue and alpha range from 0 to 255.
  func color(x: Int, y: Int, of widget: UnsafeMutablePointer<GtkWidget>) -> [Int] {
    settle()
    return host.paintedColor(x: x, y: y, of: widget)
  }

  /// Chooses a font as the user does.
  ///
  /// `nil` chooses the desktop's own font.
  func setFont(_ name: String?) {
    guard let settings = gtk_settings_get_default() else { return }
    guard let name else { return gtk_settings_reset_property(settings, "gtk-font-name") }
    var value = GValue()
    g_value_init(&value, g_type_from_name("gchararray"))
    g_value_set_string(&value, name)
    g_object_set_property(
      UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self), "gtk-font-name",
      &value)
    g_value_unset(&value)
  }

  func close() {
    host.hide(window)
  }
}

/// Runs a test with a fixture, and closes the fixture's window at the end.
///
/// `isAnimated` turns on animations, which fixtures have off.
func withFixture(
  size: CGSize = CGSize(width: 800, height: 600), isAnimated: Bool = false,
  _ test: @MainActor (HostFixture) throws -> Void
) throws {
  try MainActor.assumeIsolated {
    let fixture = try HostFixture(size: size)
    defer { fixture.close() }
    setAnimated(isAnimated)
    defer { setAnimated(false) }
    try test(fixture)
  }
}

/// Turns GTK's animations on or off, and the blinking of the caret, which pictures would show.
@MainActor func setAnimated(_ isAnimated: Bool) {
  for name in ["gtk-enable-animations", "gtk-cursor-blink"] {
    cgtk_object_set_boolean(
      UnsafeMutableRawPointer(gtk_settings_get_default()), name, isAnimated.gboolean)
  }
}

/// A delegate that creates nothing and saves nothing.
@MainActor private final class EmptyDelegate: ApplicationDelegate {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool { true }

  func application(
    _ application: Application, didFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool { true }
}

extension GTKHost {
  /// Runs the main loop until the screen shows the models.
  func settle(file: StaticString = #filePath, line: UInt = #line) {
    var isSettled = false
    whenSettled { isSettled = true }
    pump(file: file, line: line) { isSettled }
  }

  /// Runs the main loop until a condition holds; fails after ten seconds.
  func pump(
    file: StaticString = #filePath, line: UInt = #line, until condition: () -> Bool
  ) {
    let deadline = ContinuousClock.now + .seconds(10)
    // Without the timeout, a waiting loop would never check the deadline.
    let alarm = schedule(after: .seconds(10)) {}
    while !condition() {
      guard ContinuousClock.now < deadline else {
        return XCTFail("The condition did not come true in time.", file: file, line: line)
      }
      g_main_context_iteration(nil, 1)
    }
    alarm.cancel()
  }

  /// Returns a pixel of a widget as last painted, settled or not.
  ///
  /// The components red, green, blue and alpha range from 0 to 255.
  func paintedColor(x: Int, y: Int, of widget: UnsafeMutablePointer<GtkWidget>) -> [Int] {
    let paintable = gtk_widget_paintable_new(widget)
    let snapshot = gtk_snapshot_new()
    let (width, height) = (widget.width, widget.height)
    gdk_paintable_snapshot(paintable, snapshot, Double(width), Double(height))
    let node = gtk_snapshot_free_to_node(snapshot)
    let renderer = gsk_cairo_renderer_new()
    gsk_renderer_realize(renderer, nil, nil)
    var whole = graphene_rect_t(CGRect(x: 0, y: 0, width: Double(width), height: Double(height)))
    let texture = gsk_renderer_render_texture(renderer, node, &whole)
    var pixels = [UInt8](repeating: 0, count: Int(width * height) * 4)
    gdk_texture_download(texture, &pixels, gsize(width * 4))
    gsk_renderer_unrealize(renderer)
    let start = (y * Int(width) + x) * 4
    return [2, 1, 0, 3].map { Int(pixels[start + $0]) }
  }

  /// Runs an action right before a window's first paint.
  func firstPaint(
    of window: UnsafeMutablePointer<GtkWidget>, _ action: @escaping @MainActor () -> Void
  ) {
    guard let clock = gtk_widget_get_frame_clock(window) else { return action() }
    var isDone = false
    connect(UnsafeMutableRawPointer(clock), "paint") { _ in
      guard !isDone, gtk_widget_get_mapped(window) != 0 else { return }
      isDone = true
      action()
    }
  }
}

extension WidgetPointer {
  /// Returns the widget's frame in another widget of its window.
  @MainActor func place(in other: WidgetPointer) -> CGRect? {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(self, other, &bounds) != 0 else { return nil }
    return CGRect(
      x: Double(bounds.origin.x), y: Double(bounds.origin.y),
      width: Double(bounds.size.width), height: Double(bounds.size.height))
  }
}

/// A data source of numbered cells.
@MainActor final class NumberedSource: CollectionViewDataSource {
  var count: Int

  init(count: Int) { self.count = count }

  func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int)
    -> Int
  {
    count
  }

  func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath)
    -> CollectionViewCell
  {
    let cell = collectionView.dequeueReusableCell(NumberedCell.self)
    cell.label.text = "Item \(indexPath.item)"
    return cell
  }
}

/// A cell with a label.
final class NumberedCell: CollectionViewCell {
  let label = Label()

  required init() {
    super.init()
    addSubview(label)
  }
}

extension XCTestCase {
  /// Writes a picture of one colour, deleted after the test.
  func makePicture(
    red: UInt8, green: UInt8, blue: UInt8, width: Int32 = 400, height: Int32 = 300
  ) throws -> URL {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).png")
    addTeardownBlock { try? FileManager.default.removeItem(at: url) }
    let pixbuf = try XCTUnwrap(gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, width, height))
    gdk_pixbuf_fill(
      pixbuf, UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | 0xFF)
    XCTAssertNotEqual(gdk_pixbuf_savev(pixbuf, url.path, "png", nil, nil, nil), 0)
    return url
  }
}

/// A named display on which no window can be opened.
struct DisplayRefused: Error {}

/// Skips a test if no display is named.
///
/// A named display that refuses is a failure.
@MainActor func requireDisplay(_ host: GTKHost) throws {
  let environment = ProcessInfo.processInfo.environment
  try XCTSkipIf(
    environment["DISPLAY"] == nil && environment["WAYLAND_DISPLAY"] == nil,
    "There is no display.")
  guard host.connectToDisplay() else { throw DisplayRefused() }
}

/// Skips a test unless GTK records the texts for screen readers.
///
/// GTK reads the variable once in a process, so a test that sets it may come too late.
func requireSpokenWords() throws {
  try XCTSkipUnless(
    ProcessInfo.processInfo.environment["GTK_A11Y"] == "test", "GTK_A11Y is not `test`.")
}

/// Emits a signal without arguments, or with one text.
@MainActor func emit(
  _ signal: String, _ object: UnsafeMutableRawPointer, _ type: GType, _ text: String? = nil
) {
  var values = [GValue(), GValue()]
  g_value_init(&values[0], type)
  g_value_set_object(&values[0], object)
  g_value_init(&values[1], cgtk_type_string())
  g_value_set_string(&values[1], text)
  g_signal_emitv(values, g_signal_lookup(signal, type), 0, nil)
  for index in values.indices { g_value_unset(&values[index]) }
}
#endif
