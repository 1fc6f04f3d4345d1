// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging

extension Archiver {
  /// Keeps an application's state in the usual place: archives in the XDG state folder, sealed with
  /// a key file in the XDG data folder (R50, R120).
  ///
  /// The key file protects as far as its mode does; see ``KeyFile``. State and key under a former
  /// identifier are used where there is no state under the present one.
  ///
  /// - Parameter application: Its identifiers name the folders.
  /// - Throws: ``ArchiveError`` when the identifier cannot name a folder.
  public convenience init(for application: ApplicationDescription) throws(ArchiveError) {
    self.init(
      store: try FileStore(for: application), keys: try KeyFile(for: application))
    logger.debug("The key lies in a file, which protects it as far as the file's mode does")
  }

  /// Keeps an application's state in the usual place, sealed with a key from elsewhere (R50, R120).
  ///
  /// - Parameters:
  ///   - application: Its identifiers name the folder.
  ///   - keys: Where the key comes from, such as the desktop's keyring.
  /// - Throws: ``ArchiveError`` when the identifier cannot name a folder.
  public convenience init(for application: ApplicationDescription, keys: any KeyProvider)
    throws(ArchiveError)
  { self.init(store: try FileStore(for: application), keys: keys) }
}
