// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A text that the package's own interface shows to the user.
///
/// Bars, menus, dialogs and sheets show its ``localized`` form: in the application's words, else
/// translated by the host, else in English. Texts for developers, such as reports, logs and the
/// inspector, are not among them.
///
/// `%1$@` and `%2$@` are placeholders; a text without them leaves the value out. An underscore
/// before a letter makes that letter the key of a button.
public struct ChromeString: Hashable, Sendable {
  /// The English text, which identifies the string in translations.
  ///
  /// The wording may change in any version; tell strings apart by the constants.
  public let english: String

  init(_ english: String) { self.english = english }
}

// The only table of strings follows. Scripts/translations reads it: translators see its comments.

extension ChromeString {
  // MARK: Bars

  /// Tooltip of the back button if the previous page is untitled.
  public static let back = Self("Back")
  /// Tooltip of the back button, with the title of that page.
  public static let backTo = Self("Back to %1$@")
  /// Tooltip of the button that opens a search.
  public static let search = Self("Search")
  /// Tooltip of the button that turns to the previous page.
  public static let previousPage = Self("Previous page")
  /// Tooltip of the button that turns to the next page.
  public static let nextPage = Self("Next page")
  /// Screen reader text of the page dots: page number and count.
  public static let pageOfPages = Self("Page %1$@ of %2$@")

  // MARK: Menu and keys

  /// Tooltip of the button that opens the window's menu.
  public static let mainMenu = Self("Main menu")
  /// In the menu and the list of keys: searches the window's content.
  public static let find = Self("Find")
  /// In the menu and the list of keys: enters full screen.
  public static let fullScreen = Self("Full screen")
  /// In the menu: leaves full screen.
  public static let leaveFullScreen = Self("Leave full screen")
  /// In the menu and the list of keys: shows that list.
  public static let keyboardShortcuts = Self("Keyboard shortcuts")
  /// In the menu and the list of keys: ends the program.
  public static let quit = Self("Quit")
  /// In the list of keys: closes the window.
  public static let closeWindow = Self("Close the window")
  /// In the list of keys: deletes the saved state and quits.
  public static let forgetAndQuit = Self("Forget everything and quit")
  /// In the list of keys: heading of the program's own keys.
  public static let applicationShortcuts = Self("Application")
  /// In the list of keys: heading of keys that every window has.
  public static let windowShortcuts = Self("Window")

  // MARK: Before a force quit

  /// The question before the program deletes its saved state and quits.
  public static let forceQuitTitle = Self("Delete what is remembered, and quit?")
  /// The message that says what a force quit deletes.
  public static let forceQuitMessage = Self(
    "What this program remembers for its next start is lost: its open windows, where you were in "
      + "them, and text that you have typed and not saved. The next start is like the first. This cannot "
      + "be undone. Your files stay as they are.")
  /// The message in developer mode, where nothing is deleted.
  public static let forceQuitDeveloperMessage = Self(
    "Developer mode is on: the program quits, and what it remembers is kept.")
  /// The answer that changes nothing.
  public static let forceQuitKeep = Self("_Keep")
  /// The answer that deletes and quits.
  public static let forceQuitDelete = Self("_Delete and Quit")
  /// The answer that quits and deletes nothing.
  public static let forceQuitOnly = Self("_Quit")

  // MARK: Activity sheet

  /// Title of the sheet that offers actions on shared items.
  public static let share = Self("Share")
  /// The button that closes a sheet and does nothing.
  public static let cancel = Self("Cancel")
  /// The activity that writes a mail.
  public static let mail = Self("Mail")
  /// The activity that copies texts to the clipboard.
  public static let copyText = Self("Copy Text")

  // MARK: Mail draft

  /// Title of a mail draft.
  public static let newMessage = Self("New Message")
  /// The recipients of a mail.
  public static let mailTo = Self("To")
  /// The recipients of a copy of a mail.
  public static let mailCc = Self("Cc")
  /// The recipients of a hidden copy of a mail.
  public static let mailBcc = Self("Bcc")
  /// The subject of a mail.
  public static let mailSubject = Self("Subject")
  /// Screen reader name of the text of a mail.
  public static let mailBody = Self("Body")
  /// The button that opens the draft in the user's mail program.
  public static let send = Self("Send…")
  /// Shown while the mail program opens.
  public static let openingMailProgram = Self("Opening your mail program…")
  /// The button that removes an attachment.
  public static let removeAttachment = Self("Remove")
  /// Shown instead of an attachment whose file is gone.
  public static let attachmentGone = Self("This attachment is no longer there.")
  /// The question before a draft is discarded.
  public static let discardDraftTitle = Self("Discard the draft?")
  /// The message that says what discarding a draft deletes.
  public static let discardDraftMessage = Self("What you wrote will be lost.")
  /// The answer that keeps the draft.
  public static let keepDraft = Self("Keep")
  /// The answer that discards the draft.
  public static let discardDraft = Self("Discard")

  // MARK: Why a mail was not opened

  /// `xdg-email` and `xdg-utils` are names.
  public static let mailLauncherMissing = Self(
    "xdg-email was not found. Install the package xdg-utils, then send again.")
  /// `xdg-email` is a name.
  public static let mailLauncherNotStarted = Self(
    "xdg-email could not be started. Shorten the text or close other programs, then send again.")
  /// An address among the recipients is invalid.
  public static let mailInvalidAddress = Self(
    "One of the addresses is not an e-mail address. Correct it, then send again.")
  /// A file to attach is missing.
  public static let mailAttachmentMissing = Self(
    "A file to attach is not there. Remove it, then send again.")
  /// The desktop knows no mail program.
  public static let mailProgramMissing = Self(
    "No mail program was found. Install one or choose one in the settings, then send again.")
  /// `%1$@` is the exit status of `xdg-email`.
  public static let mailProgramFailed = Self(
    "The mail program could not be opened (xdg-email ended with status %1$@). Open it yourself, "
      + "then send again.")

  // MARK: What the desktop shows of the program

  /// The reason for briefly delaying sleep and shutdown.
  public static let savesState = Self("Saves its state")

  /// All strings, in the order of the table.
  package static let all: [ChromeString] = [
    back, backTo, search, previousPage, nextPage, pageOfPages, mainMenu, find, fullScreen,
    leaveFullScreen, keyboardShortcuts, quit, closeWindow, forgetAndQuit, applicationShortcuts,
    windowShortcuts, forceQuitTitle, forceQuitMessage, forceQuitDeveloperMessage, forceQuitKeep,
    forceQuitDelete, forceQuitOnly, share, cancel, mail, copyText, newMessage, mailTo, mailCc,
    mailBcc, mailSubject, mailBody, send, openingMailProgram, removeAttachment, attachmentGone,
    discardDraftTitle, discardDraftMessage, keepDraft, discardDraft, mailLauncherMissing,
    mailLauncherNotStarted, mailInvalidAddress, mailAttachmentMissing, mailProgramMissing,
    mailProgramFailed, savesState,
  ]
}

extension ChromeString {
  /// The application's own wording, for the whole process.
  ///
  /// `nil`, the default, means none. The closure is called whenever a string is shown, on every
  /// window and sheet. If it returns `nil`, the host's translation is used. Set it before the first
  /// window is shown: strings that are on screen do not change.
  @MainActor public static var replacement: (@MainActor (ChromeString) -> String?)?

  /// The host's translation into the user's language.
  ///
  /// The host that draws the windows sets it. It returns `nil` where there is no translation.
  @MainActor package static var translation: (@MainActor (ChromeString) -> String?)?

  /// The string in the words that the user reads.
  ///
  /// It comes from ``replacement``, else from the host's translation, else it is English. It still
  /// contains its placeholders.
  @MainActor public var localized: String {
    Self.replacement?(self) ?? Self.translation?(self) ?? english
  }

  /// Returns the localized string with its placeholders filled in.
  ///
  /// - Parameter values: The values for `%1$@`, `%2$@` and so on; placeholders in them are not
  ///   replaced.
  /// - Returns: The text.
  @MainActor package func localized(_ values: String...) -> String {
    Self.fill(localized, with: values)
  }

  /// Fills in the placeholders of a text.
  static func fill(_ text: String, with values: [String]) -> String {
    var (filled, rest) = ("", text[...])
    while let start = rest.firstIndex(of: "%") {
      filled += rest[..<start]
      rest = rest[start...]
      let place = rest.prefix(4)
      if place.count == 4, place.hasSuffix("$@"),
        let number = place.dropFirst().first?.wholeNumberValue
      {
        if values.indices.contains(number - 1) { filled += values[number - 1] }
        rest = rest.dropFirst(4)
      } else {
        filled += rest.prefix(1)
        rest = rest.dropFirst()
      }
    }
    return filled + rest
  }
}
