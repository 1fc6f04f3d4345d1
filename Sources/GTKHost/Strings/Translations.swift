// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import Foundation
  import ViewControllers

  /// The translations of the package's own strings, which gettext finds and chooses.
  ///
  /// They lie in this module's resources, beside the program. Where those are not, as in a program that a
  /// distribution has installed, they are looked for where all translations of the system are. What is found
  /// nowhere is English.
  @MainActor enum Translations {
    /// The name of the files with them, `swift-state-restoration.mo`.
    static let domain = "swift-state-restoration"

    /// Has the package's strings translated; once GTK has taken over the user's locale.
    static func install() {
      if let folder = folder(besides: "/proc/self/exe") {
        unsafe bindtextdomain(domain, folder)
      }
      unsafe bind_textdomain_codeset(domain, "UTF-8")
      ChromeString.translation = { translation(of: $0.english) }
    }

    /// The folder with the translations among the resources beside a program; `nil` where there are none.
    ///
    /// `Bundle.module` would end a process that lacks them.
    ///
    /// - Parameter program: A path that leads to it, also as a link.
    /// - Returns: The folder's path.
    static func folder(besides program: String) -> String? {
      let folder = URL(fileURLWithPath: program).resolvingSymlinksInPath()
        .deletingLastPathComponent()
        .appendingPathComponent("swift-state-restoration_GTKHost.resources/locale").path
      var isFolder: ObjCBool = false
      let isThere = unsafe FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
      return isThere && isFolder.boolValue ? folder : nil
    }

    /// A text in the user's language; `nil` where there is no translation.
    ///
    /// GLib asks for none where a program that has translations has none for that language, so that
    /// no window is in two.
    static func translation(of english: String) -> String? {
      unsafe english.withCString { name in
        guard let text = unsafe g_dgettext(domain, name), unsafe text != name else { return nil }
        return unsafe String(cString: text)
      }
    }
  }
#endif
