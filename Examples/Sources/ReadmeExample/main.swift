// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

final class Reader: StatePreserving {
  var page = 1

  func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(page, forKey: "page")
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    page = coder.decodeInteger(forKey: "page")
  }
}

let program = ApplicationDescription(identifier: "org.example.Reader", version: "1.0")
let restoration = RestorationCoordinator(program, archiver: try Archiver(for: program))
let reader = Reader()
restoration.registerObject(forStateRestoration: reader, restorationIdentifier: "Reader")
_ = restoration.restore()

reader.page += 1
try restoration.preserve(reason: .explicit).commitAndWait()
print("You are on page \(reader.page). Kill me whenever you like.")
