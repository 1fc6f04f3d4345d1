// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import Testing

struct StoredFileTests {
  @Test("Every file name is parsed back to its content and slot")
  func namesAreTakenApart() {
    let contents: [StoredFile.Content] =
      ArchiveGeneration.allCases.map { .archive($0) }
      + [.candidate, .damaged(1), .damaged(3), .passedOver(1), .passedOver(999)]
      + [.launchImage, .marker, .lock]
      + [.unfinished("new.archive"), .unfinished("launch-image.new")]
    let slots: [(String?, Int)] = [
      (nil, 1), ("instance-2", 2), ("instance-8", 8), ("slot-0123456789abcdef-1.1", 1),
      ("instance-3-slot-0123456789abcdef-1.1-4", 3),
    ]
    for content in contents {
      for (slot, instance) in slots {
        let file = StoredFile(content, slot: slot)
        #expect(StoredFile(name: file.name) == file)
        #expect(file.instance == instance)
      }
    }
  }

  @Test("Other file names are not recognized as a store's")
  func otherNamesAreNone() {
    for name in [
      "", "archive", "current", "Current.archive", "notes.txt", ".current.archive",
      "x.current.archive", "instance-9.lock", "instance-1.lock", "slot-1.lock", "instance-2lock",
      "instance-2-.lock", "instance-2x.lock", "damaged-4.archive", "current.archive.bak",
      "passed-over-0.archive", "passed-over-1000.archive", "passed-over-1",
      "passed-over-01.archive",
      "slot-0123456789abcdef-1.1-5.lock", "slot-0123456789ABCDEF-1.1.lock",
    ] { #expect(StoredFile(name: name) == nil, "\(name)") }
  }

  @Test("A store writes only recognized files, at the paths where it looks for them")
  func storesFilesAreKnown() throws {
    let folder = TemporaryFolder()
    let store = FileStore(folder: folder.path)
    for slot in [nil, "instance-2"] {
      #expect(try store.claim(slot: slot))
      for _ in 0..<4 {
        try store.replace(with: [1], slot: slot)
        try store.setAside(.current, slot: slot)
      }
      try store.replace(with: [1], slot: slot)
      try store.replace(with: [2], slot: slot)
      try store.nominate(.current, slot: slot)
      try store.promoteNominee(slot: slot)
      try store.nominate(.current, slot: slot)
      try store.replaceLaunchImage(with: [3], slot: slot)
      _ = try store.openMarker(slot: slot)
      for generation in ArchiveGeneration.allCases {
        let file = StoredFile(.archive(generation), slot: slot)
        #expect(store.path(of: generation, slot: slot) == folder.path + "/" + file.name)
      }
    }
    #expect(folder.names.count == 2 * 10)
    for name in folder.names { #expect(StoredFile(name: name) != nil, "\(name)") }
    for slot in [nil, "instance-2"] {
      store.release(slot: slot)
      try store.removeAll(slot: slot)
    }
    #expect(folder.names.compactMap { StoredFile(name: $0)?.content } == [.lock, .lock])
  }
}
