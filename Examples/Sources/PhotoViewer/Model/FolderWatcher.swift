// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Tells when something in a folder has come, gone or been written, as the kernel's inotify sees it.
@MainActor final class FolderWatcher {
  private let descriptor: Int32
  private let source: any DispatchSourceRead
  private let onChange: @MainActor () -> Void
  private var announcement: Task<Void, Never>?

  /// Creates a watcher of no folder; `nil` when the kernel has none to give.
  init?(onChange: @escaping @MainActor () -> Void) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
    self.onChange = onChange
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.takeEvents() } }
    source.setCancelHandler { close(descriptor) }
    source.resume()
  }

  isolated deinit {
    announcement?.cancel()
    source.cancel()
  }

  /// Watches one folder more, without those in it.
  ///
  /// Watch before you read what is in it: nothing comes unseen in between.
  func watch(_ folder: BytePath) {
    let events =
      IN_CREATE | IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
      | IN_MOVE_SELF | IN_ONLYDIR
    inotify_add_watch(descriptor, folder.cString, UInt32(events))
  }

  /// Whatever happened, the folder is read anew; once for all that happens within a moment.
  private func takeEvents() {
    var events = [UInt8](repeating: 0, count: 1 << 14)
    while read(descriptor, &events, events.count) > 0 {}
    guard announcement == nil else { return }
    announcement = Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(200))
      guard !Task.isCancelled, let self else { return }
      announcement = nil
      onChange()
    }
  }
}
