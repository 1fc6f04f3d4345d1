// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration

/// A program with a tree of objects, for `Scripts/kill-launches`.
///
/// `KilledProgram OBJECTS` launches, says which objects are not as its counter demands, and obeys
/// the lines `save TIMES` and `good`. It ends in order when its input ends.
@main struct KilledProgram {
  static func main() throws {
    let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 400
    let state = try CountedState(count)
    state.launch()
    while let line = readLine() {
      let words = line.split(separator: " ")
      if words.first == "good" { state.coordinator.didProveGood() }
      for _ in 0..<(words.count == 2 ? Int(words[1]) ?? 0 : 0) { state.save() }
    }
    try state.coordinator.saving.finish()
  }

  /// Prints a line immediately, also into a pipe.
  static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}

/// Objects whose texts follow from one counter.
///
/// The last object belongs to every count, and each other one to every `count`-th. The application
/// record has the counter itself.
final class CountedState: RestorationCoordinatorDelegate {
  let coordinator: RestorationCoordinator
  private var objects: [any CountedObject] = []
  private let count: Int
  private var counter = 0

  init(_ count: Int) throws {
    self.count = count
    let program = ApplicationDescription(identifier: "org.example.Killed", version: "1")
    coordinator = RestorationCoordinator(program, archiver: try Archiver(for: program))
    coordinator.delegate = self
    for index in 0...count {
      let parent = index < 16 || index == count ? nil : objects[index / 16]
      objects.append(
        index % 2 == 0
          ? CodingObject(below: parent, isSlow: index % 16 == 0 && index < 256)
          : DeclaringObject(below: parent))
      coordinator.registerObject(
        forStateRestoration: objects[index], restorationIdentifier: "Object \(index)")
    }
  }

  func shouldPreserve(with coder: RestorationEncoder) -> Bool { true }
  func willPreserve(with coder: RestorationEncoder) { coder.encode(counter, forKey: "counter") }
  func didRestore(with coder: RestorationDecoder) {}
  func shouldRestore(with coder: RestorationDecoder) -> Bool {
    counter = coder.decodeInteger(forKey: "counter")
    return true
  }

  func launch() {
    KilledProgram.say("reading")
    coordinator.beginLaunch()
    KilledProgram.say("restoring")
    let report = coordinator.restore()
    let source = report.source?.rawValue ?? "nothing"
    let level = report.recoveryLevel.map { "\($0)" } ?? "whole"
    let wrong = counter == 0 ? [] : objects.indices.filter { objects[$0].text != text(at: $0) }
    let list = { (isMissing: Bool) in
      wrong.filter { self.objects[$0].text.isEmpty == isMissing }.map(String.init)
        .joined(separator: ",")
    }
    KilledProgram.say(
      "restored \(counter) \(source) \(level) missing=\(list(true)) bad=\(list(false))")
    coordinator.launchDidEnd()
    coordinator.startSavingInTurns(after: .zero)
    coordinator.saving.onSave = { [unowned self] result, _ in
      switch result {
      case .success: KilledProgram.say("saved \(counter)")
      case .failure(let error): KilledProgram.say("not saved: \(error.reason)")
      }
    }
    guard report.sequenceNumber == nil else { return }
    counter = count
    for index in objects.indices { change(index) }
  }

  /// Counts on, and saves what has changed or, now and then, everything.
  func save() {
    counter += 1
    for index in [counter % count, count] { change(index) }
    KilledProgram.say("saving \(counter)")
    if counter % 7 == 0 { try? coordinator.saving.saveAndWait() }
    coordinator.saving.turn(beforeWaiting: true)
  }

  private func change(_ index: Int) {
    objects[index].text = text(at: index)
    coordinator.invalidate(objects[index])
  }

  /// The text that an object has at the current count.
  private func text(at index: Int) -> String {
    let number = index == count ? counter : counter - (counter - index) % count
    return "\(number)" + String(repeating: ".", count: number % 50)
  }
}

protocol CountedObject: StateRestoring {
  var text: String { get set }
}

/// An object that declares its text.
final class DeclaringObject: CountedObject {
  @Restorable var text = ""
  let restorationParent: (any StateRestoring)?

  init(below parent: (any StateRestoring)?) { restorationParent = parent }
}

/// An object that encodes its text.
///
/// It may decode as slowly as one that opens a file.
final class CodingObject: CountedObject, StatePreserving {
  var text = ""
  let restorationParent: (any StateRestoring)?
  private let isSlow: Bool

  init(below parent: (any StateRestoring)?, isSlow: Bool) {
    (restorationParent, self.isSlow) = (parent, isSlow)
  }

  func encodeRestorableState(with coder: RestorationEncoder) { coder.encode(text, forKey: "text") }

  func decodeRestorableState(with coder: RestorationDecoder) {
    if isSlow { usleep(300) }
    text = coder.decodeString(forKey: "text") ?? ""
  }
}
