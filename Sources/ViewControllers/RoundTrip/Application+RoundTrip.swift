// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
public import StateRestoration

/// Checks, while the application runs, what a launch would restore.
extension Application {
  /// Restores this application's state into a second one and compares both.
  ///
  /// For debug sessions and tests. The second application lives in memory: a new delegate restores
  /// the state on a ``HeadlessHost``, with a store and a key in memory. Nothing is written to disk
  /// and no window is shown. This application's next save is as if there had been no check.
  /// ``shared`` is the second application during its launch. The launch code runs: anything other
  /// than a window that a delegate opens at launch is opened twice. State that only a toolkit
  /// knows, such as the history of a web page, is copied by the model and counts as restored.
  ///
  /// Call it between events, never in a hook.
  ///
  /// - Parameters:
  ///   - configure: Prepares the second application as the program does before launch. Classes,
  ///     makers and migration steps registered before launch are already there.
  ///   - makeDelegate: Creates a delegate as the program does. It must share no controller with
  ///     this one.
  /// - Returns: The state that would not be restored, with reasons.
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
    let (after, lostClosures) = Application.sharing(shadow) {
      registeredBeforeLaunch?.register(in: shadow)
      configure(shadow)
      shadow.launch()
      return (
        shadow.restoration.preview(),
        restoration.lostClosures(of: tree.members, in: shadow.restoration, shadow.tree.members)
      )
    }
    // Leave as if killed: no hook may hear of the end of a program that was never on screen.
    shadow.leaveQuietly()
    restoration.didCheckRoundTrip()
    guard let restored else {
      return RoundTripReport(
        RoundTripFinding(.notRestored, "the launch did not reach the restore"), before: preview)
    }
    return RoundTripReport(
      before: preview, restoration: restored, after: after,
      unsaved: unsavedOnScreen(comparedWith: shadow), lostClosures: lostClosures,
      savedByRowNumber: listsByRowNumber)
  }

  /// Lists that save selection or position without model identifiers.
  private var listsByRowNumber: [RestorationAddress] {
    tree.members.compactMap { member in
      guard let list = member as? ElementsView, list.savesRowNumbers else { return nil }
      return try? tree.address(of: list)
    }
  }

  /// Returns unsaved controllers on screen that launch does not create again.
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

  /// The classes of controllers on screen without path, with reasons.
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
