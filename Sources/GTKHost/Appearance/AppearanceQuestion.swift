// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import Foundation
  import Synchronization

  /// Asks, before launch, how the user wants programs to look.
  ///
  /// It is asked on a thread of its own while GTK connects to the display, and nobody waits: what is not
  /// known when the windows are made is heard later, like any change. The portal is started where the
  /// desktop has one that does not run yet.
  final class AppearanceQuestion: Sendable {
    /// How long the answer may take, in milliseconds: a portal that is started takes its time.
    private static let patience: gint = 25_000

    private let appearance = Mutex<DesktopAppearance?>(nil)

    /// Asks.
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

    /// The answer; `nil` as long as there is none.
    var answer: DesktopAppearance? { appearance.withLock { $0 } }
  }
#endif
