// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import ViewControllers

/// The translations of the package's own strings, found by gettext.
///
/// They are in this module's resources, next to the program. If those are missing, as in a
/// program that a distribution has installed, gettext looks in the system's folder for
/// translations. A string without a translation is English.
@MainActor enum Translations {
  /// The name of the translation files, `swift-state-restoration.mo`.
  static let domain = "swift-state-restoration"

  /// Starts translating; called after GTK has set the user's locale.
  static func install() {
    if let folder = folder(besides: "/proc/self/exe") {
      unsafe bindtextdomain(domain, folder)
    }
    unsafe bind_textdomain_codeset(domain, "UTF-8")
    ChromeString.translation = { translation(of: $0.english) }
  }

  /// Returns the translations folder in the resources next to a program.
  ///
  /// `nil` if there is none. `Bundle.module` would end a process that lacks its resources.
  ///
  /// - Parameter program: A path to the program, or to a link to it.
  /// - Returns: The folder's path.
  static func folder(besides program: String) -> String? {
    let folder = URL(fileURLWithPath: program).resolvingSymlinksInPath()
      .deletingLastPathComponent()
      .appendingPathComponent("swift-state-restoration_GTKHost.resources/locale").path
    var isFolder: ObjCBool = false
    let isThere = unsafe FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
    return isThere && isFolder.boolValue ? folder : nil
  }

  /// Returns a text in the user's language; `nil` without a translation.
  ///
  /// If the program has translations, but none for that language, GLib skips the package's as
  /// well. So no window mixes two languages.
  static func translation(of english: String) -> String? {
    unsafe english.withCString { name in
      guard let text = unsafe g_dgettext(domain, name), unsafe text != name else { return nil }
      return unsafe String(cString: text)
    }
  }
}
#endif
