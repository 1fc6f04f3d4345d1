// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
public import StateRestoration

/// Finds out what would come back, while the application runs.
extension Application {
  /// Launches a second application in memory with what would be saved now, and compares the two.
  ///
  /// For any debug session and any test: what would be saved is restored by a fresh delegate on a
  /// ``HeadlessHost``, with a store and a key in memory. Nothing is written to disk, no window is
  /// shown, the next save of this application is as if there had been no check, and ``shared`` is
  /// the second application for the time of its launch. Its launch code does run: a delegate that
  /// opens more than windows at launch opens it twice. State that only a toolkit knows, such as the
  /// history of a web page, is carried over by the model and counts as restored.
  ///
  /// Call it between events, never in a hook.
  ///
  /// - Parameters:
  ///   - configure: Does to the second application what the program does before launch, such as
  ///     registering classes. The default does nothing.
  ///   - makeDelegate: Makes a delegate as the program does; it shares no controller with this one.
  /// - Returns: What would not come back, and why.
  public func checkRoundTrip(
    configuring configure: (Application) -> Void = { _ in },
    launching makeDelegate: () -> any ApplicationDelegate
  ) -> RoundTripReport {
    let preview = restoration.preview()
    let archiver: Archiver
    switch restoration.roundTripArchiver(for: preview) {
    case .failure(let finding): return RoundTripReport(finding, before: preview)
    case .success(let made): archiver = made
    }
    let host = HeadlessHost(userInterfaceIdiom: self.host.userInterfaceIdiom)
    let shadow = Application(
      restoration.description, delegate: makeDelegate(), host: host, archiver: archiver)
    shadow.installsFatalSignalHandlers = false
    var restored: RestorationReport?
    shadow.onRestore = { restored = $0 }
    let after = Application.sharing(shadow) {
      configure(shadow)
      shadow.launch()
      return shadow.restoration.preview()
    }
    // As if it were killed: nothing may hear that a program ends that nobody has seen.
    shadow.leaveQuietly()
    restoration.didCheckRoundTrip()
    guard let restored else {
      return RoundTripReport(
        RoundTripFinding(.notRestored, "the launch did not come to restoring"), before: preview)
    }
    return RoundTripReport(
      before: preview, restoration: restored, after: after,
      unsaved: unsavedOnScreen(comparedWith: shadow), savedByRowNumber: listsByRowNumber)
  }

  /// Lists that save a selection or a place without model identifiers.
  private var listsByRowNumber: [RestorationAddress] {
    tree.members.compactMap { member in
      guard let list = member as? ElementsView, list.savesRowNumbers else { return nil }
      return try? tree.address(of: list)
    }
  }

  /// Controllers that are on screen without taking part, and that launch does not make again.
  private func unsavedOnScreen(comparedWith shadow: Application) -> [RoundTripFinding] {
    var made: [String: Int] = [:]
    for (name, _) in shadow.namelessOnScreen { made[name, default: 0] += 1 }
    return namelessOnScreen.compactMap { name, link in
      if let count = made[name], count > 0 {
        made[name] = count - 1
        return nil
      }
      return RoundTripFinding(
        .notSaved, "\(name) is on screen and is neither saved nor made by launch code: \(link)")
    }
  }

  /// The classes of controllers on screen that have no path, and why they have none.
  private var namelessOnScreen: [(className: String, link: BrokenLink)] {
    func collect(_ controller: ViewController) -> [ViewController] {
      [controller] + controller.shownControllers.flatMap(collect)
    }
    return windows.filter(\.isVisible).flatMap(\.presentationChain).flatMap(collect)
      .filter { !$0.isTransient }
      .compactMap { controller in
        do throws(BrokenLink) {
          _ = try tree.address(of: controller)
          return nil
        } catch {
          return (archivedClassName(of: type(of: controller)), error)
        }
      }
  }
}
