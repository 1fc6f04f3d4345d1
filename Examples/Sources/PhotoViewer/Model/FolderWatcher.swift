// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reports changes to the contents of folders, with inotify.
@MainActor final class FolderWatcher {
  private let descriptor: Int32
  private let source: any DispatchSourceRead
  private let onChange: @MainActor () -> Void
  private var announcement: Task<Void, Never>?

  /// Creates a watcher without folders; `nil` if the kernel refuses one.
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

  /// Watches one more folder, without its subfolders.
  ///
  /// Watch a folder before you read it: then no change in between goes unseen.
  func watch(_ folder: BytePath) {
    let events =
      IN_CREATE | IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
      | IN_MOVE_SELF | IN_ONLYDIR
    inotify_add_watch(descriptor, folder.cString, UInt32(events))
  }

  /// Reports one change for all events that arrive together.
  ///
  /// The kind of event doesn't matter, since the folder is read again.
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
