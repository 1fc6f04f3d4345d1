// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive

/// The folder that a file chooser shows.
///
/// Only folders of this computer are kept. For one that is not there any more, GTK would show an
/// error.
final class FileChooserParticipant: WidgetParticipant {
  private var pending: String?
  private var shown: String?
  private var frames: ObservedObject?

  override func observe() {
    shown = folder
    for signal in ["realize", "unrealize"] {
      unsafe connect(widget, signal) { [weak self] _ in self?.observeFrames() }
    }
    observeFrames()
  }

  override func encode(with coder: RestorationEncoder) {
    if let folder = pending ?? folder { coder.encode(folder, forKey: "folder") }
  }

  override func decode(with coder: RestorationDecoder) {
    pending = coder.decodeString(forKey: "folder")
  }

  /// Opens the folder; the chooser reads it in the background.
  override func apply() {
    guard let path = pending else { return }
    let file = unsafe g_file_new_for_path(path)
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(file)) }
    guard
      unsafe g_file_query_file_type(file, cgtk_file_query_info_none, nil) == G_FILE_TYPE_DIRECTORY
    else { return pending = nil }
    applying { unsafe gtk_file_chooser_set_current_folder(widget.opaque, file, nil) }
    if folder == path { pending = nil }
  }

  /// Looks at the folder after each frame, since GTK has no signal for another one.
  private func observeFrames() {
    frames = unsafe gtk_widget_get_frame_clock(widget).map {
      unsafe ObservedObject(UnsafeMutableRawPointer($0), of: widget)
    }
    frames?.connect("after-paint") { [weak self] in self?.folderMayHaveChanged() }
  }

  private func folderMayHaveChanged() {
    let folder = folder
    guard folder != shown else { return }
    (shown, pending) = (folder, nil)
    didChange()
  }

  private var folder: String? {
    guard let file = unsafe gtk_file_chooser_get_current_folder(widget.opaque) else { return nil }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(file)) }
    guard let path = unsafe g_file_get_path(file) else { return nil }
    defer { unsafe g_free(path) }
    return unsafe String(cString: path)
  }
}
#endif
