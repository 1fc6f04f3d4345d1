// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration

final class Reader: StateRestoring {
  @Restorable var page = 1
}

let program = ApplicationDescription(identifier: "org.example.Reader", version: "1.0")
let restoration = RestorationCoordinator(program, archiver: try Archiver(for: program))
let reader = Reader()
restoration.registerObject(forStateRestoration: reader, restorationIdentifier: "Reader")
_ = restoration.restore()
restoration.startSaving()

reader.page += 1
print("You are on page \(reader.page). In a second you can kill me.")
try await Task.sleep(for: .seconds(60))
