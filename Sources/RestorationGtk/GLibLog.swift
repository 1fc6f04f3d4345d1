// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK && compiler(>=6.3)
import CGTK
import Logging

/// Writes log messages where a GTK program has its own: to GLib.
struct GLibLog: LogHandler {
  /// The name under which the library logs.
  static let domain = "RestorationGtk"

  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  init() {
    // Messages for debugging are expensive to make, so only if somebody reads them.
    let isDropped = unsafe g_log_writer_default_would_drop(cgtk_log_debug, Self.domain) != 0
    logLevel = isDropped ? .info : .debug
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let level =
      switch event.level {
      case .trace, .debug: cgtk_log_debug
      case .info: cgtk_log_info
      case .notice: cgtk_log_message
      // For GLib, a critical message is a bug of the program, and an error ends it.
      case .warning, .error, .critical: cgtk_log_warning
      }
    unsafe cgtk_log(Self.domain, level, "\(event.message)")
  }
}
#endif
