// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import Logging
import RestorationArchive
import StateRestoration

/// What was typed about subjects that no widget shows now.
///
/// It belongs to the program: a widget that goes, or a window that closes, takes only the text that
/// it shows. It is made when a widget with a subject needs it, so most programs save none.
@MainActor final class DraftStore: @MainActor StatePreserving {
  private static let identifier = "StateRestorationDrafts"

  private let coordinator: RestorationCoordinator
  private var all: [WidgetDrafts] = []
  private var settled = SettledSubjects()
  private var hasLogged = false

  /// The drafts of a widget, and of the same widget in other windows.
  private struct WidgetDrafts: Codable {
    /// The identifiers that lead to the widget.
    let path: [String]
    var drafts: Drafts
  }

  /// Reads the saved drafts, or does so in the first restore.
  init(_ coordinator: RestorationCoordinator) {
    self.coordinator = coordinator
    coordinator.registerObject(
      forStateRestoration: self, restorationIdentifier: Self.identifier)
  }

  // MARK: Texts

  /// Keeps texts about a subject.
  ///
  /// - Parameters:
  ///   - texts: The texts, the newest first.
  ///   - subject: Their subject.
  ///   - path: The identifiers that lead to their widget.
  func put(_ texts: [TypedText], about subject: String?, of path: [String]) {
    let texts = texts.filter { $0.isTyped || !$0.text.isEmpty }
    guard !texts.isEmpty, !isSettled(subject) else { return }
    change(path) { $0.put(texts, about: subject) }
  }

  /// Keeps older drafts of a widget.
  func append(_ older: Drafts, of path: [String]) {
    let older = settled.removed(from: older)
    guard !older.isEmpty else { return }
    change(path) { $0.append(older) }
  }

  /// Removes the texts about a subject.
  ///
  /// - Parameters:
  ///   - subject: The subject.
  ///   - paths: The identifiers that lead to the widget, now and in earlier versions.
  /// - Returns: The texts, the newest first.
  func take(_ subject: String?, of paths: [[String]]) -> [TypedText] {
    let texts = paths.flatMap { path in
      index(of: path).map { all[$0].drafts.take(subject) } ?? []
    }
    if !texts.isEmpty { didTake() }
    return texts
  }

  /// Moves the drafts of a widget that has got other identifiers.
  func move(from path: [String], to newPath: [String]) {
    guard let index = index(of: path) else { return }
    append(all.remove(at: index).drafts, of: newPath)
  }

  private func index(of path: [String]) -> Int? { all.firstIndex { $0.path == path } }

  private func change(_ path: [String], _ body: (inout Drafts) -> Bool) {
    let index = index(of: path) ?? all.count
    if index == all.count { all.append(WidgetDrafts(path: path, drafts: Drafts())) }
    if body(&all[index].drafts), !hasLogged {
      hasLogged = true
      coordinator.logger.notice("\(Drafts.trimmed)")
    }
    coordinator.invalidate(self)
  }

  private func didTake() {
    all.removeAll(where: \.drafts.isEmpty)
    coordinator.invalidate(self)
  }

  // MARK: Settled subjects

  /// Drops what was typed about a subject, also what is read later.
  func settle(_ subject: String) {
    settled.insert(subject)
    _ = take(subject, of: all.map(\.path))
  }

  /// Whether the program has settled a subject, and nothing was typed about it since.
  func isSettled(_ subject: String?) -> Bool { settled.contains(subject) }

  /// Records that something was typed about a subject.
  func didType(about subject: String) { settled.remove(subject) }

  // MARK: State

  func encodeRestorableState(with coder: RestorationEncoder) {
    if !all.isEmpty { coder.encodeTyped(all, forKey: "drafts") }
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    for saved in coder.decode([WidgetDrafts].self, forKey: "drafts") ?? [] {
      append(saved.drafts, of: saved.path)
    }
  }
}
#endif
