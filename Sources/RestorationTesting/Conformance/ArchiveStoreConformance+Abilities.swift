// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension ArchiveStoreConformance {
  static var abilityChecks: [Check] {
    [
      Check("R120", demand: "Rewriting a generation changes that one alone") { subject, findings in
        guard subject.abilities.contains(.rewriting) else { return }
        let store = try subject.make()
        try store.replace(with: [1], slot: nil)
        try store.nominate(.current, slot: nil)
        try store.promoteNominee(slot: nil)
        try store.replace(with: [2], slot: nil)
        try store.nominate(.current, slot: nil)
        try store.rewrite(.current, with: [12], slot: nil)
        try findings.expect(store, [[12], [1], [1]], "After the current one was rewritten")
        try store.rewrite(.previous, with: [11], slot: nil)
        try findings.expect(store, [[12], [11], [1]], "After the previous one was rewritten")
        try store.rewrite(.lastGood, with: [10], slot: nil)
        try findings.expect(store, [[12], [11], [10]], "After the last good one was rewritten")
        try store.promoteNominee(slot: nil)
        try findings.expect(store, [[12], [11], [2]], "After the candidate was promoted")
      },
      Check("R114", demand: "A launch image lies beside the generations until it is replaced") {
        subject, findings in
        guard subject.abilities.contains(.launchImages) else { return }
        let store = try subject.make()
        findings.expect(try store.loadLaunchImage(slot: nil), is: nil, "At first the launch image")
        try store.replaceLaunchImage(with: nil, slot: nil)
        try store.replaceLaunchImage(with: [7, 8], slot: nil)
        try store.replaceLaunchImage(with: [9], slot: "other")
        try store.replace(with: [1], slot: nil)
        try store.setAside(.current, slot: nil)
        findings.expect(
          try store.loadLaunchImage(slot: nil), is: [7, 8], "After a save the launch image")
        findings.expect(
          try store.loadLaunchImage(slot: "other"), is: [9], "The launch image of another slot")
        try store.replaceLaunchImage(with: [6], slot: nil)
        findings.expect(try store.loadLaunchImage(slot: nil), is: [6], "The next launch image")
        try store.replaceLaunchImage(with: nil, slot: nil)
        findings.expect(
          try store.loadLaunchImage(slot: nil), is: nil, "The launch image that was removed")
      },
      Check("R114, R183", demand: "Removing a slot takes its launch image with it") {
        subject, findings in
        guard subject.abilities.contains(.launchImages) else { return }
        let store = try subject.make()
        try store.replace(with: [1], slot: nil)
        try store.replaceLaunchImage(with: [7], slot: nil)
        try store.replaceLaunchImage(with: [9], slot: "other")
        try store.removeAll(slot: nil)
        findings.expect(
          try store.loadLaunchImage(slot: nil), is: nil, "After the removal the launch image")
        findings.expect(
          try store.loadLaunchImage(slot: "other"), is: [9], "The launch image of another slot")
      },
      Check("R193", demand: "The next process that opens a marker finds what was written to it") {
        subject, findings in
        guard subject.abilities.contains(.markers) else { return }
        let store = try subject.make()
        _ = try store.claim(slot: nil)
        guard let first = try store.openMarker(slot: nil) else {
          return findings.add("There is no marker.")
        }
        findings.expect(first.contents, is: [], "A new marker")
        var bytes = [UInt8](repeating: 1, count: LaunchRecord.size)
        first.write(bytes, at: 0)
        first.write([5, 6], at: 3)
        bytes.replaceSubrange(3..<5, with: [5, 6])
        try store.replace(with: [1], slot: nil)
        findings.expect(try store.openMarker(slot: nil)?.contents, is: bytes, "The marker")
        try store.removeAll(slot: nil)
        findings.expect(
          try store.openMarker(slot: nil)?.contents, is: [], "The marker of a removed slot")
      },
      Check("R156", demand: "A process takes a free slot, and keeps it when it asks again") {
        subject, findings in
        let store = try subject.make()
        for slot in [nil, "other"] {
          for time in ["first", "second"] {
            findings.expect(
              try store.claim(slot: slot),
              "The \(time) claim of \(slot ?? "the application's own slot") fails.")
          }
        }
        store.release(slot: nil)
        store.release(slot: nil)
        findings.expect(try store.claim(slot: nil), "A slot that was given back is not free.")
      },
    ]
  }

  static var processChecks: [Check] {
    [
      Check("R152", demand: "Another process finds everything that was saved") {
        subject, findings in
        guard let anotherProcess = subject.anotherProcess else { return }
        let store = try subject.make()
        for byte in 1...3 as ClosedRange<UInt8> {
          try store.replace(with: [byte], slot: nil)
          try store.nominate(.current, slot: nil)
          if byte == 1 { try store.promoteNominee(slot: nil) }
        }
        if subject.abilities.contains(.launchImages) {
          try store.replaceLaunchImage(with: [7], slot: nil)
        }
        let next = try anotherProcess(store)
        try findings.expect(next, [[3], [2], [1]], "In another process")
        try next.promoteNominee(slot: nil)
        try findings.expect(next, [[3], [2], [3]], "After that process promoted the candidate")
        if subject.abilities.contains(.launchImages) {
          findings.expect(
            try next.loadLaunchImage(slot: nil), is: [7], "In another process the launch image")
        }
      },
      Check("R156", demand: "A slot belongs to one process until that gives it back") {
        subject, findings in
        guard subject.abilities.contains(.claims), let anotherProcess = subject.anotherProcess
        else { return }
        let store = try subject.make()
        let other = try anotherProcess(store)
        findings.expect(try store.claim(slot: nil), "A free slot cannot be taken.")
        findings.expect(try !other.claim(slot: nil), "Two processes have the same slot.")
        findings.expect(
          try other.claim(slot: "other"), "A free slot beside one in use cannot be taken.")
        findings.expect(try !store.claim(slot: "other"), "Two processes have the same slot.")
        other.release(slot: nil)  // no effect: it never held the slot
        findings.expect(try !other.claim(slot: nil), "A process gave back a slot of another one.")
        store.release(slot: nil)
        findings.expect(try other.claim(slot: nil), "A slot that was given back is not free.")
      },
      Check("R152", demand: "A reader gets a whole archive while another process saves") {
        subject, findings in
        guard let anotherProcess = subject.anotherProcess else { return }
        let store = try subject.make()
        try store.replace(with: [UInt8](repeating: 0, count: 60_000), slot: nil)
        let problem = try SimultaneousReading(of: try anotherProcess(store)).problem {
          for byte in 1...40 as ClosedRange<UInt8> {
            try store.replace(with: [UInt8](repeating: byte, count: 60_000), slot: nil)
          }
        }
        if let problem { findings.add(problem) }
      },
    ]
  }
}
