// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import Foundation
  import Synchronization

  /// A question before launch: the appearance that the user wants.
  ///
  /// A thread of its own asks it while GTK connects to the display, and nothing waits for the
  /// answer. An answer that comes after the windows were created is handled like any change. The
  /// portal is started if the desktop has one that is not running yet.
  final class AppearanceQuestion: Sendable {
    /// The longest time for an answer, in milliseconds.
    ///
    /// A portal that has to be started takes time.
    private static let patience: gint = 25_000

    private let appearance = Mutex<DesktopAppearance?>(nil)

    /// Begins to ask.
    init() {
      Thread.detachNewThread { [self] in
        guard let connection = unsafe BusQuestion.connect(G_BUS_TYPE_SESSION) else { return }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(connection)) }
        let answer = unsafe BusQuestion.call(
          connection, SettingsPortal.object, "ReadAll", SettingsPortal.question,
          startsService: true, patience: Self.patience)
        let appearance = DesktopAppearance(answer: answer)
        self.appearance.withLock { $0 = appearance }
      }
    }

    /// The answer; `nil` until there is one.
    var answer: DesktopAppearance? { appearance.withLock { $0 } }
  }
#endif
