// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Foundation
import ViewControllers

/// The peer that draws a window.
///
/// The root controller fills the window; presented controllers lie over it.
@safe @MainActor final class GTKWindowPeer: WindowPeer {
  /// GTK's window, which GTK owns until ``close()``.
  let window: WidgetPointer

  /// The window, unowned.
  private(set) weak var model: Window?
  let host: GTKHost
  let sheets: SheetStack
  /// The widget around the content and, at launch, the image over it.
  let stage: WidgetPointer
  let camera: WindowCamera
  /// The image over the content, at launch.
  var cover: LaunchCover?
  private let focus: FocusTracker
  private var settings: ObservedObject?
  /// The menu in the bar at the top.
  private(set) lazy var menu = PrimaryMenu { [weak self] in
    self?.menuEntries() ?? []
  } later: { [host] action in
    _ = host.schedule(after: .zero, action)
  }
  private lazy var appearance = unsafe WantedAppearance(of: window) { [weak self] in
    self?.desktopDidChangeState()
  }
  private var isSyncing = false
  private var hasPainted = false

  /// Creates the peer of a window, which is not visible yet.
  init(_ model: Window, host: GTKHost) {
    self.model = model
    self.host = host
    unsafe window = unsafe gtk_window_new()
    sheets = SheetStack(host: host)
    unsafe stage = unsafe gtk_overlay_new()
    camera = unsafe WindowCamera(of: sheets.canvas.widget)
    focus = unsafe FocusTracker(window, of: model, host: host)
    unsafe gtk_widget_set_overflow(sheets.canvas.widget, GTK_OVERFLOW_HIDDEN)
    unsafe sheets.canvas.widget.setStyle("background", true)  // opaque in pictures, too
    unsafe gtk_overlay_set_child(stage.opaque, sheets.canvas.widget)
    unsafe gtk_window_set_child(window.cast(), stage)
    followTheme()
    sheets.onLayout = { [weak self] in self?.didLayOut() }
    listenToDesktop()
  }

  private func followTheme() {
    let window = unsafe window
    unsafe ColorStyles.follow(window)
    guard let object = unsafe gtk_settings_get_default() else { return }
    settings = unsafe ObservedObject(UnsafeMutableRawPointer(object), of: window)
    for name in ["gtk-theme-name", "gtk-application-prefer-dark-theme"] {
      settings?.connect("notify::\(name)") { unsafe ColorStyles.follow(window) }
    }
  }

  /// Whether the user works with this window.
  var isActive: Bool {
    unsafe gtk_window_is_active(window.cast()) != 0 && gtk_widget_get_mapped(window) != 0
      && !isMinimized
  }

  /// Shows the window, or brings it to the front.
  func present() {
    host.moveFocus { unsafe gtk_window_present(window.cast()) }
    focus.apply()
  }

  /// Closes the window for good.
  func close() {
    cover?.finish()
    sheets.removeAll()
    unsafe gtk_window_destroy(window.cast())
  }

  func windowDidChange(_ model: Window) {
    host.moveFocus {
      sheets.show(model.presentationChain, isAnimated: model.isTransitionAnimated)
    }
    focus.apply()
    guard !isSyncing else { return }
    isSyncing = true
    defer { isSyncing = false }
    unsafe gtk_window_set_title(window.cast(), model.title)
    useTitlebar(unless: contentHasBar)
    let wanted = WantedAppearance.Values(model)
    if wanted != appearance.values { appearance.show(wanted) }
  }

  func firstResponderDidChange(in model: Window) { focus.modelDidChange() }

  /// Whether a navigation or tab bar contains the window's buttons.
  var contentHasBar: Bool {
    let root = model?.rootViewController?.view
    return root is NavigationView || root is TabBarView
  }

  /// Removes the titlebar if a bar of the content replaces it.
  private func useTitlebar(unless hasBar: Bool) {
    guard unsafe gtk_widget_get_realized(window) == 0 else { return }
    guard hasBar else { return unsafe gtk_window_set_titlebar(window.cast(), nil) }
    let nothing: WidgetPointer = unsafe gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    unsafe gtk_widget_set_visible(nothing, 0)
    unsafe gtk_window_set_titlebar(window.cast(), nothing)
  }

  private var isMinimized: Bool {
    guard let surface = unsafe gtk_native_get_surface(window.opaque) else { return false }
    return unsafe gdk_toplevel_get_state(surface).rawValue & GDK_TOPLEVEL_STATE_MINIMIZED.rawValue
      != 0
  }

  private func didLayOut() {
    focus.didLayOut()
    guard let model, !isSyncing, unsafe gtk_window_is_maximized(window.cast()) == 0,
      unsafe gtk_window_is_fullscreen(window.cast()) == 0
    else { return }
    // These sizes are those of GTK for the next time; they exclude the desktop's borders.
    let (wanted, shown) = (appearance.values, appearance.shownSize)
    guard wanted.width > 0, wanted.height > 0 else { return }
    isSyncing = true
    if WantedAppearance.Values(model) != wanted {
      model.size = CGSize(width: Double(wanted.width), height: Double(wanted.height))
    }
    model.hostDidForce(size: CGSize(width: Double(shown.width), height: Double(shown.height)))
    isSyncing = false
  }
}

// MARK: - Events of the desktop

extension GTKWindowPeer {
  private func listenToDesktop() {
    unsafe connect(window, "close-request") { [weak self] arguments in
      arguments.answer(true)
      self?.userDidClose()
    }
    unsafe connect(window, "notify::is-active") { [weak self] _ in
      self?.host.activationDidChange()
    }
    unsafe connect(window, "realize") { [weak self] _ in self?.didRealize() }
    unsafe onKeyPress(in: window) { [weak self] key, modifiers in
      self?.userDidPress(key, modifiers: modifiers) ?? false
    }
    unsafe onKeyPress(in: window, GTK_PHASE_CAPTURE) { [weak self] key, _ in
      let isModifier = (GDK_KEY_Shift_L...GDK_KEY_Hyper_R).contains(Int32(bitPattern: key))
      if !isModifier {
        self?.focus.userDidPressKey()
        self?.model?.hostWillHandleKey()
      }
      return false
    }
    listenToBackButton()
  }

  /// The number of the button at the side of a mouse that goes back.
  private static let backButton: guint = 8

  private func listenToBackButton() {
    guard let clicks = unsafe gtk_gesture_click_new() else { return }
    unsafe gtk_gesture_single_set_button(clicks, Self.backButton)
    unsafe connect(UnsafeMutableRawPointer(clicks), "pressed") { [weak self] _ in
      _ = self?.model?.hostDidPressBack()
    }
    unsafe gtk_widget_add_controller(window, clicks)
  }

  private func didRealize() {
    if let surface = unsafe gtk_native_get_surface(window.opaque) {
      unsafe connect(UnsafeMutableRawPointer(surface), "notify::state") { [weak self] _ in
        self?.host.activationDidChange()
      }
    }
    guard let clock = unsafe gtk_widget_get_frame_clock(window) else { return }
    unsafe connect(UnsafeMutableRawPointer(clock), "layout", after: true) { [weak self] _ in
      self?.host.layoutQueue.run()
    }
    unsafe connect(UnsafeMutableRawPointer(clock), "paint", after: true) { [weak self] _ in
      self?.hasPainted = true
    }
    unsafe connect(UnsafeMutableRawPointer(clock), "after-paint", after: true) { [weak self] _ in
      guard let self, hasPainted, unsafe gtk_widget_get_mapped(window) != 0 else { return }
      hasPainted = false
      host.didPaint()
    }
  }

  private func userDidClose() {
    guard let model else { return }
    if let application = host.application {
      application.windowWillClose(model)
    } else {
      host.hide(model)
    }
  }

  /// Handles a key that no widget inside used; returns whether it acted.
  func userDidPress(_ key: UInt32, modifiers: UInt32) -> Bool {
    if Int32(bitPattern: key) == GDK_KEY_Escape { return userDidPressEscape() }
    let held = modifiers & gtk_accelerator_get_default_mod_mask().rawValue
    let isSuperHeld = held & GDK_SUPER_MASK.rawValue != 0
    if !isSuperHeld, let scalar = Unicode.Scalar(gdk_keyval_to_unicode(key)), scalar.value != 0,
      model?.hostDidPressKey(Character(scalar), modifierFlags: KeyModifierFlags(held)) ?? false
    {
      return true
    }
    return userDidPressShortcut(
      Int32(bitPattern: gdk_keyval_to_lower(key)), KeyModifierFlags(held))
  }

  /// Handles the keys that every window of a GNOME program has.
  private func userDidPressShortcut(_ key: Int32, _ held: KeyModifierFlags) -> Bool {
    switch (key, held) {
    case (GDK_KEY_Left, .alternate), (GDK_KEY_Back, []):
      return model?.hostDidPressBack() ?? false
    case (GDK_KEY_f, .control): return model?.hostDidPressFind() ?? false
    case (GDK_KEY_q, .control): host.application?.terminate()
    case (GDK_KEY_w, .control): unsafe gtk_window_close(window.cast())
    case (GDK_KEY_F10, []): unsafe menu.open(over: stage)
    case (GDK_KEY_F11, []): model?.isFullScreen.toggle()
    case (GDK_KEY_question, .control), (GDK_KEY_question, [.control, .shift]):
      host.showShortcuts(of: self)
    case (GDK_KEY_q, [.control, .shift]): unsafe host.userDidPressForceQuit(in: window)
    case (GDK_KEY_r, [.control, .shift]): return host.userDidPressInspect()
    default: return false
    }
    return true
  }

  /// Leaves a search, or else dismisses the top sheet.
  ///
  /// Returns `false` if there was neither.
  func userDidPressEscape() -> Bool {
    guard let model else { return false }
    return model.hostDidLeaveSearch() || model.hostDidAttemptToDismiss()
  }

  private func desktopDidChangeState() {
    guard let model, !isSyncing else { return }
    isSyncing = true
    model.isMaximized = appearance.values.isMaximized
    model.isFullScreen = appearance.values.isFullScreen
    isSyncing = false
  }
}

extension WantedAppearance.Values {
  /// Reads what a window wants.
  @MainActor fileprivate init(_ model: Window) {
    self.init()
    let size = model.wantedSize
    (width, height) = (Int(size.width), Int(size.height))
    (isMaximized, isFullScreen) = (model.isMaximized, model.isFullScreen)
  }
}

extension KeyModifierFlags {
  /// Converts GTK's modifier flags.
  fileprivate init(_ held: UInt32) {
    self = []
    if held & GDK_SHIFT_MASK.rawValue != 0 { insert(.shift) }
    if held & GDK_CONTROL_MASK.rawValue != 0 { insert(.control) }
    if held & GDK_ALT_MASK.rawValue != 0 { insert(.alternate) }
  }
}
#endif
