// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Loading state.
extension Archiver {
  /// Opens the newest readable archive and waits for it.
  ///
  /// A damaged archive is set aside, and the next older one is tried. An archive of another key or
  /// of a newer format stays untouched; this process then reads and saves in a slot of its own. A
  /// process that is started while another one runs also uses its own slot, and finds what the last
  /// process in that slot saved.
  ///
  /// While the key is locked, nothing is read, created or moved; load again after it was unlocked.
  /// If the key or an archive cannot be read for any reason other than damage, nothing is written
  /// until a later call has read it; see ``unreadError``.
  ///
  /// - Returns: The state, and the archives that were passed over.
  public func load() -> ArchiveLoad {
    queue.sync { $0.load(notesCrashes: false) }
  }

  /// Opens the newest readable archive, and notes a crash meanwhile.
  ///
  /// The launch after it then passes over that archive.
  ///
  /// - Parameter installsHandler: See ``LaunchMarker/noteFatalSignals(installsHandler:)``.
  /// - Returns: See ``load()``.
  package func loadAtLaunch(installsHandler: Bool) -> ArchiveLoad {
    if installsHandler { ReadingNote.installHandler() }
    return queue.sync { $0.load(notesCrashes: true) }
  }

  // MARK: What could not be read (R198)

  /// The reason why nothing is saved, if launch could not read state.
  ///
  /// `nil` when the key and the archives were read. Otherwise they may be intact, so every save
  /// fails with this error; its code is ``ArchiveError/Code/unreadable``. It ends when ``load()``
  /// has read them, or with ``giveUpUnreadState()``. A locked key is a separate case; see
  /// ``isKeyAvailable``.
  public var unreadError: ArchiveError? { queue.view.unreadError }

  /// Gives up state that could not be read at launch.
  ///
  /// The next save is then written beside the unread archive or replaces it. The unread archive
  /// stays as the previous generation, or is set aside. Does nothing unless there is an
  /// ``unreadError``.
  public func giveUpUnreadState() { queue.sync { $0.reader.giveUp() } }
}
