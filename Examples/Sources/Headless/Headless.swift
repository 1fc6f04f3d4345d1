// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ConferenceSchedule
import Foundation
import StateRestoration

@main struct Headless: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "headless",
    abstract: "Reads a conference schedule in the terminal and keeps your place, even when killed.",
    discussion: """
      Commands, one per line: next, previous, day N, find TEXT, star, list, quit. Every command's \
      effect is on disk before the next prompt, so the program can be killed at any time.
      """)

  @Argument(help: "A schedule in the XML of frab, pentabarf or pretalx; a small one by default.")
  var file: String?

  @Flag(
    help: """
      Runs once without a prompt, as a timer does: reminds you of the event at your place, saves and \
      ends. While the key is locked, it ends at once and changes nothing.
      """)
  var background = false

  @Flag(help: "Keeps the key in the desktop's keyring, not in a file (trait SecretService).")
  var keyring = false

  static func main() async { await main(Archiver.argumentsWithoutSwitches) }

  @MainActor func run() async throws {
    let schedule: Schedule
    do {
      schedule = try file.map { try Schedule(contentsOf: URL(fileURLWithPath: $0)) } ?? .bundled()
    } catch let error as ScheduleError {
      throw ValidationError(error.description)
    }
    let program = ApplicationDescription(identifier: "org.example.Headless", version: "1.0")
    let archiver = try archiver(for: program)
    let coordinator = RestorationCoordinator(program, archiver: archiver)
    let reader = Reader(schedule)
    let opened = OpenedSchedule(title: schedule.title)
    coordinator.delegate = opened
    coordinator.registerObject(forStateRestoration: reader, restorationIdentifier: "Reader")
    if !background { say(schedule.title) }
    coordinator.beginLaunch()  // the next launch knows of a crash from here on
    restore(coordinator)
    if coordinator.isLockedOut { say(archiver.unreadError == nil ? "locked" : "unreadable") }
    // From here on every change is saved automatically; it need not wait, since each command is
    // complete.
    let saving = coordinator.startSaving(after: .zero)
    saving.onSave = { result, _ in didSave(result) }
    saving.onRestore = { report in didRestore(report) }

    if background {
      guard !coordinator.isLockedOut else { return }
      remind(reader)
    } else {
      show(reader)
      for await line in StandardInput.lines {
        // Restores late, if the key was unlocked or the archive has become readable.
        if coordinator.isLockedOut, archiver.isKeyAvailable { restore(coordinator) }
        guard perform(line, reader) else { break }
        await saving.settled()  // the next prompt appears only when the change is on disk
      }
    }
    try? saving.finish()  // the result was already printed
  }

  /// Restores and prints the result.
  private func restore(_ coordinator: RestorationCoordinator) { didRestore(coordinator.restore()) }

  private func didRestore(_ report: RestorationReport) {
    guard !report.isLocked else { return }
    say(report.sequenceNumber.map { "restored \($0)" } ?? "restored nothing")
  }

  /// Prints the result of a save.
  ///
  /// A failed save is repeated automatically; until then the user can read on.
  private func didSave(_ result: Result<UInt64, ArchiveError>) {
    switch result {
    case .success(let save): say("saved \(save)")
    case .failure(let error):
      say(error.code == .keyLocked ? "locked" : "not saved: \(error.reason)")
    }
  }

  /// Prints a reminder during a background run.
  private func remind(_ reader: Reader) {
    reader.countReminder()
    say("reminder \(reader.reminders)")
    show(reader)
  }

  /// Performs a command; `false` ends the program.
  private func perform(_ line: String, _ reader: Reader) -> Bool {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    switch words.first {
    case "next": reader.move(by: 1)
    case "previous": reader.move(by: -1)
    case "day":
      if !reader.goToDay(words.count > 1 ? Int(words[1]) ?? 0 : 0) {
        say("There is no such day.")
      }
    case "find": reader.look(for: words.count > 1 ? words[1] : "")
    case "star": reader.toggleStar()
    case "list": for event in reader.events { say("\(event.start)  \(event.title)") }
    case "quit": return false
    default: say("Commands: next, previous, day N, find TEXT, star, list, quit")
    }
    show(reader)
    return true
  }

  /// Prints a line immediately, also into a pipe.
  func say(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
  }

  private func show(_ reader: Reader) {
    guard let event = reader.event else { return say("\(reader.date): nothing found") }
    let star = reader.starred.contains(event.id) ? "★ " : ""
    say("\(reader.date) \(event.start) \(event.room): \(star)\(event.title)")
  }
}

/// The open schedule, which no object shows.
///
/// Its name is therefore in the application record.
final class OpenedSchedule: RestorationCoordinatorDelegate {
  private let title: String

  init(title: String) { self.title = title }

  func shouldPreserve(with coder: RestorationEncoder) -> Bool {
    coder.encode(title, forKey: "schedule")
    return true
  }

  func willPreserve(with coder: RestorationEncoder) {}

  /// Accepts only state of this schedule.
  ///
  /// A place in another schedule means nothing here.
  func shouldRestore(with coder: RestorationDecoder) -> Bool {
    coder.decodeString(forKey: "schedule") == title
  }

  func didRestore(with coder: RestorationDecoder) {}
}
