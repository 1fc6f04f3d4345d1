// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import GTKSupport
import RestorationArchive
public import ViewControllers

/// The content of a program's first frame.
public enum FirstFrame: String, Sendable {
  /// The picture of the window when the application left the foreground.
  case launchImage = "launch-image"
  /// The application's default picture, or an empty window.
  case defaultImage = "default-image"
  /// The interface itself.
  case interface
}

extension GTKHost {
  /// Shows a window under an image until its content is complete.
  ///
  /// The image fades into the content as soon as that is complete, or when the user does
  /// something. If animations are off, a launch image disappears at once, and a default image is
  /// not shown, because it would only flash. A launch image of a light window is not shown if
  /// windows are known to be dark now, nor the other way round.
  ///
  /// - Parameters:
  ///   - window: The window, whose content is restored.
  ///   - image: The image of the first frame.
  public func show(_ window: Window, beginningWith image: FirstImage) {
    guard window.peer == nil, let peer = makePeer(of: window) else { return show(window) }
    if case .launchImage(let picture) = image, appearance.isSettled,
      let mark = PictureMark(of: picture.encoded), mark.isDark != ColorStyles.isDark
    {
      return peer.present()
    }
    let isLaunchImage = if case .launchImage = image { true } else { false }
    if isLaunchImage || FrameAnimation.isWanted { peer.cover(with: image) }
    peer.present()
  }

  /// Takes a picture of a window's content; secret texts are blank.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - isBlurred: Whether to make everything in it unreadable.
  /// - Returns: `nil` before the window was painted, while something moves or a picture in it has
  ///   not arrived, and while a secret text is below a sheet.
  public func picture(of window: Window, isBlurred: Bool) -> WindowPicture? {
    guard !settling.isBusy else { return nil }
    return (window.peer as? GTKWindowPeer)?.takePicture(isBlurred: isBlurred)
  }

  /// The kind of frame that the front window shows now.
  var frameOnScreen: FirstFrame {
    guard let cover = windowPeers.last?.cover else { return .interface }
    return cover.showsLaunchImage ? .launchImage : .defaultImage
  }
}

extension GTKWindowPeer {
  /// Puts an image over the content until the content is complete.
  func cover(with image: FirstImage) {
    let isResized = model.map { $0.isMaximized || $0.isFullScreen } ?? false
    cover = unsafe LaunchCover(
      image, hasBar: contentHasBar, isResized: isResized, on: stage, host: host)
    cover?.onEnd = { [weak self] in self?.cover = nil }
  }

  /// Renders the content without the image over it.
  func takePicture(isBlurred: Bool) -> WindowPicture? {
    let content = unsafe sheets.canvas.widget
    let layers = unsafe content.children
    func secrets(in layer: WidgetPointer) -> [WidgetPointer] {
      unsafe SecretTexts.all(below: layer).filter { unsafe !SecretTexts.isEmpty($0) }
    }
    // Blanking a text would also paint over the sheet above it.
    guard unsafe layers.dropLast().allSatisfy({ unsafe secrets(in: $0).isEmpty }) else {
      return nil
    }
    let blanks = unsafe (layers.last.map { unsafe secrets(in: $0) } ?? []).compactMap { text in
      unsafe SecretTexts.area(of: text, in: content).map { area in
        unsafe (area: area, color: SecretTexts.background(of: text))
      }
    }
    return camera.takePicture(blanks: blanks, isBlurred: isBlurred)
  }
}

/// The image over a window's content, until the content is complete.
///
/// It is there from the first frame on. The content is below it in its final layout, and receives
/// the user's input.
@safe @MainActor final class LaunchCover {
  /// The longest wait for content.
  ///
  /// Content that takes longer, such as a picture from a slow disk, is shown unfinished.
  private static let longestWait = Duration.seconds(2)

  /// The widget over the content.
  let canvas = Canvas(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)

  /// Called when the image is gone.
  var onEnd: (@MainActor () -> Void)?

  /// Whether the desktop has still to give the window its size.
  private let isResized: Bool
  private let host: GTKHost
  private let stage: WidgetPointer
  private let texture: OpaquePointer?
  /// An empty bar in place of the content's own bar.
  private let bar: WidgetPointer?
  /// The window's size in the picture.
  ///
  /// `nil` for the application's own picture, which may have any size.
  private let size: CGSize?
  private let controller: OpaquePointer?
  private var alarm: TimeoutAction?
  private var animation: FrameAnimation?
  private var isHeld = true
  private var isOver = false

  /// Covers a window that was not painted yet.
  ///
  /// - Parameters:
  ///   - image: The image to show.
  ///   - hasBar: Whether the content has the window's buttons.
  ///   - isResized: Whether the desktop has still to give the window its size.
  ///   - stage: The overlay around the window's content.
  ///   - host: Knows when the content is complete.
  init(_ image: FirstImage, hasBar: Bool, isResized: Bool, on stage: WidgetPointer, host: GTKHost) {
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

  /// Whether it shows the window's launch image, at the window's present size.
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
    // A picture of another size would not show what the window shows.
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

  // MARK: End of the cover

  private func contentIsComplete() {
    guard host.launchImageHold > .zero else { return fade() }
    alarm?.cancel()
    alarm = TimeoutAction(after: host.launchImageHold) { [weak self] in self?.fade() }
  }

  /// Fades into the content, or uncovers it at once without animations.
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

  /// Uncovers the content at once; later calls do nothing.
  func finish() {
    guard !isOver else { return }
    isOver = true
    alarm?.cancel()
    animation?.finish()
    unsafe gtk_overlay_remove_overlay(stage.opaque, canvas.widget)
    host.settling.endCover()
    unsafe gtk_widget_queue_draw(stage)
    // The controller may be handling an event now, so it is removed later.
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

  /// Uncovers the content, because the user does something.
  ///
  /// Clicks, touches and scrolling reach the content only if it looks like the image. Keys always
  /// do: they go to the focus, which the user knows.
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
