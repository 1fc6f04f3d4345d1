// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import XCTest

@testable import GTKWidgets

/// A composer that serves all rooms of a chat.
@MainActor final class RoomComposer {
  /// The text; the window owns it.
  let text: UnsafeMutablePointer<GtkWidget>

  init(in room: String) {
    text = gtk_entry_new()
    text.restorationIdentifier = "Composer"
    text.textSubject = room
  }

  /// Turns to another room, which shows what was typed there.
  func turn(to room: String) { text.textSubject = room }

  /// Sends what was typed.
  func send(_ deliver: (String) -> Void) {
    deliver(String(cString: gtk_editable_get_text(OpaquePointer(text))))
    gtk_editable_set_text(OpaquePointer(text), "")
    text.markTextSaved()
  }
}

/// The example of the page about one composer for many rooms.
final class OneComposerManyRoomsTests: XCTestCase {
  /// R223: what was typed comes back in its room; what was sent comes back nowhere.
  func testComposer() throws {
    try withProgram { program in
      let composer = RoomComposer(in: "kitchen")
      program.show(composer.text)
      gtk_editable_set_text(composer.text.opaque, "typed in the kitchen")
      composer.turn(to: "garden")
      gtk_editable_set_text(composer.text.opaque, "sent in the garden")
      var sent: [String] = []
      composer.send { sent.append($0) }
      XCTAssertEqual(sent, ["sent in the garden"])
      try program.relaunch()
      XCTAssertFalse(program.isArchived("sent in the garden"))
      let again = RoomComposer(in: "garden")
      program.show(again.text)
      XCTAssertEqual(text(of: again.text), "")
      again.turn(to: "kitchen")
      XCTAssertEqual(text(of: again.text), "typed in the kitchen")
    }
  }
}
#endif
