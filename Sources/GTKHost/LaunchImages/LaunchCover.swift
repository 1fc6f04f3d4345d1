// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import Foundation
  import RestorationArchive
  import ViewControllers

  /// The image over a window's restored content, from the first frame until that is complete.
  ///
  /// The content lies under it as it will be, and is what the user's input reaches.
  @safe @MainActor final class LaunchCover {
    /// Content that takes longer than this, such as a picture from a slow disk, is uncovered as it is.
    private static let longestWait = Duration.seconds(2)

    /// What lies over the content.
    let canvas = Canvas(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)

    /// Called when it has gone.
    var onEnd: (@MainActor () -> Void)?

    /// Whether the desktop is still to give the window its size.
    private let isResized: Bool
    private let host: GTKHost
    private let stage: WidgetPointer
    private let texture: OpaquePointer?
    /// Stands for the bar with the window's buttons, where the content has that.
    private let bar: WidgetPointer?
    /// The size of the window in the picture; `nil` for the application's own, of any size.
    private let size: CGSize?
    private let controller: OpaquePointer?
    private var alarm: TimeoutAction?
    private var animation: FrameAnimation?
    private var isHeld = true
    private var isOver = false

    /// Covers a window that has not been painted yet.
    ///
    /// - Parameters:
    ///   - image: What to show.
    ///   - hasBar: Whether the content has the window's buttons.
    ///   - isResized: Whether the desktop is still to give the window its size.
    ///   - stage: The overlay around the window's content.
    ///   - host: Knows when the content is complete.
    init(_ image: FirstImage, hasBar: Bool, isResized: Bool, on stage: WidgetPointer, host: GTKHost)
    {
      self.host = host
      unsafe self.stage = unsafe stage
      self.isResized = isResized
      switch image {
      case .launchImage(let image):
        unsafe texture = unsafe Self.texture(of: image.encoded)
        size = CGSize(width: image.width, height: image.height)
        unsafe bar = nil
      case .defaultImage(let image):
        unsafe texture = unsafe image.flatMap {
          unsafe gdk_texture_new_from_filename($0.fileURL.path, nil)
        }
        size = nil
        unsafe bar = unsafe hasBar ? gtk_header_bar_new() : nil
      }
      unsafe controller = unsafe gtk_event_controller_legacy_new()
      unsafe canvas.widget.setStyle("background", true)
      canvas.onMeasure = { _, _ in Extent() }
      canvas.onAllocate = { [weak self] in self?.allocate($0, $1) }
      if let bar = unsafe bar {
        unsafe bar.setStyle("navigation-bar", true)
        unsafe gtk_header_bar_set_title_widget(bar.opaque, gtk_label_new(nil))
        unsafe gtk_widget_set_parent(bar, canvas.widget)
      }
      unsafe canvas.onSnapshot = { [weak self] in unsafe self?.draw(on: $0) }
      unsafe gtk_widget_set_can_target(canvas.widget, 0)
      unsafe gtk_overlay_add_overlay(stage.opaque, canvas.widget)
      listenToUser()
      host.settling.beginCover()
      host.settling.waitForContent { [weak self] in self?.contentIsComplete() }
      alarm = TimeoutAction(after: host.launchImageHold + Self.longestWait) { [weak self] in
        self?.fade()
      }
    }

    isolated deinit {
      if let texture = unsafe texture { unsafe g_object_unref(UnsafeMutableRawPointer(texture)) }
    }

    private static func texture(of encoded: [UInt8]) -> OpaquePointer? {
      guard let bytes = unsafe g_bytes_new(encoded, gsize(encoded.count)) else { return nil }
      defer { unsafe g_bytes_unref(bytes) }
      return unsafe gdk_texture_new_from_bytes(bytes, nil)
    }

    /// Whether it shows the window as it was, at the size that the window has.
    var showsLaunchImage: Bool {
      guard let size, unsafe texture != nil else { return false }
      return unsafe abs(size.width - Double(canvas.widget.width)) < 1
        && abs(size.height - Double(canvas.widget.height)) < 1
    }

    private func allocate(_ width: Int32, _ height: Int32) {
      if let bar = unsafe bar {
        let height = unsafe bar.measure(GTK_ORIENTATION_VERTICAL, forSize: width).natural
        unsafe bar.allocate(x: 0, y: 0, width: width, height: height)
      }
      // A picture of another size than the window's would be a lie.
      host.layoutQueue.add { [weak self] in
        guard let self, size != nil, !showsLaunchImage, !isResized else { return }
        finish()
      }
    }

    private func draw(on snapshot: OpaquePointer) {
      guard let texture = unsafe texture, size == nil || showsLaunchImage else { return }
      let (width, height) = unsafe (Double(canvas.widget.width), Double(canvas.widget.height))
      var target = CGRect(x: 0, y: 0, width: width, height: height)
      if size == nil {
        let across = unsafe Double(gdk_texture_get_width(texture))
        let down = unsafe Double(gdk_texture_get_height(texture))
        let scale = min(1, width / max(across, 1), height / max(down, 1))
        target = CGRect(
          x: (width - across * scale) / 2, y: (height - down * scale) / 2, width: across * scale,
          height: down * scale)
      }
      var area = graphene_rect_t(target)
      unsafe gtk_snapshot_append_texture(snapshot, texture, &area)
    }

    // MARK: Its end

    private func contentIsComplete() {
      guard host.launchImageHold > .zero else { return fade() }
      alarm?.cancel()
      alarm = TimeoutAction(after: host.launchImageHold) { [weak self] in self?.fade() }
    }

    /// Fades into the content; jumps to it where nothing moves.
    private func fade() {
      guard !isOver, animation == nil else { return }
      alarm?.cancel()
      guard unsafe FrameAnimation.isPossible(on: stage) else { return finish() }
      animation = unsafe FrameAnimation(
        on: stage, settling: host.settling, duration: host.launchImageFade
      ) { [weak self] part in
        guard let self, !isOver else { return }
        unsafe gtk_widget_set_opacity(canvas.widget, 1 - part)
      } completion: { [weak self] in
        self?.finish()
      }
    }

    /// Uncovers the content at once; does nothing when it is uncovered already.
    func finish() {
      guard !isOver else { return }
      isOver = true
      alarm?.cancel()
      animation?.finish()
      unsafe gtk_overlay_remove_overlay(stage.opaque, canvas.widget)
      host.settling.endCover()
      unsafe gtk_widget_queue_draw(stage)
      // Not while it handles the event that may have led here.
      _ = TimeoutAction(after: .zero) { [controller = unsafe controller, stage = unsafe stage] in
        unsafe gtk_widget_remove_controller(stage, controller)
        unsafe g_object_unref(UnsafeMutableRawPointer(stage))
      }
      onEnd?()
    }

    // MARK: Input

    private func listenToUser() {
      guard let controller = unsafe controller else { return }
      unsafe g_object_ref(UnsafeMutableRawPointer(stage))
      unsafe gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
      unsafe connect(UnsafeMutableRawPointer(controller), "event") { [weak self] arguments in
        guard let self, let event = unsafe gtk_event_controller_get_current_event(controller) else {
          return
        }
        unsafe arguments.answer(userDid(gdk_event_get_event_type(event)))
      }
      unsafe gtk_widget_add_controller(stage, controller)
    }

    /// The user does something: from here on the content itself is shown.
    ///
    /// What goes to a place on screen reaches the content only if that looks like the image (R114);
    /// keys go to the focus, which the user knows.
    ///
    /// - Returns: Whether the event must not reach the content.
    func userDid(_ event: GdkEventType) -> Bool {
      guard !isOver else { return false }
      switch event {
      case GDK_KEY_PRESS:
        finish()
        return false
      case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN, GDK_SCROLL:
        let hidesPlaces = !showsLaunchImage
        finish()
        return hidesPlaces
      default:
        return false
      }
    }
  }
#endif
