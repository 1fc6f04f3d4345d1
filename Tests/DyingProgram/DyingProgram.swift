// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import Foundation
import GTKHost
import Glibc
import RestorationArchive
import StateRestoration
import ViewControllers

/// A windowed program whose restored screens can end it, for `Scripts/crashes`.
///
/// `DyingProgram save` leaves a stack of three screens. `DyingProgram MOMENT WAY` launches and
/// dies when the topmost screen decodes, appears or is laid out. `DyingProgram` launches, reports
/// the restored screens, and runs.
@main struct DyingProgram {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let program = ApplicationDescription(identifier: "org.example.Dying", version: "1")
    let archiver = try Archiver(for: program)
    exit(
      MainActor.assumeIsolated {
        DyingScreen.moment = arguments.count == 2 ? arguments.first : nil
        DyingScreen.way = arguments.last ?? ""
        let delegate = Delegate()
        let host = GTKHost(applicationID: program.identifier, isAnimated: false)
        let application = Application(
          program, delegate: delegate, host: host, archiver: archiver)
        if arguments.first == "save" {
          host.whenSettled {
            delegate.fill()
            application.terminate()
          }
        } else {
          host.whenSettled { say("shown") }
        }
        return application.run()
      })
  }

  static func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}

/// Makes a window with one screen, and reports what was restored.
@MainActor final class Delegate: StateRestoringApplicationDelegate {
  private let stack = NavigationController(rootViewController: DyingScreen("Home"))

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    stack.restorationIdentifier = "Stack"
    let window = Window(application: application)
    window.title = "Dying Program"
    window.size = .init(width: 600, height: 400)
    window.rootViewController = stack
    window.makeKeyAndVisible()
    return true
  }

  func application(
    _ application: Application, didFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let names = stack.viewControllers.compactMap(\.restorationIdentifier)
    DyingProgram.say(
      "launched \(options.reason?.rawValue ?? "-")"
        + " \(options.report?.recoveryLevel.map { "\($0)" } ?? "whole") "
        + names.joined(separator: " "))
    return true
  }

  func application(
    _ application: Application, shouldSaveApplicationState coder: RestorationEncoder
  ) -> Bool { true }

  func application(
    _ application: Application, shouldRestoreApplicationState coder: RestorationDecoder
  ) -> Bool { true }

  func fill() {
    for name in ["Detail", "Top"] {
      stack.pushViewController(DyingScreen(name), animated: false)
    }
  }
}

/// A screen that shows its name.
///
/// The topmost screen dies at the chosen moment.
@MainActor final class DyingScreen: ViewController, ViewControllerRestoration {
  static var moment: String?
  static var way = ""
  fileprivate private(set) var isRestored = false

  init(_ name: String) {
    super.init()
    restorationIdentifier = name
    restorationClass = name == "Home" ? nil : DyingScreen.self
    title = name
  }

  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? { identifierComponents.last.map { DyingScreen($0) } }

  override func loadView() -> View { DyingView() }

  override func viewDidLoad() {
    view.addSubview(Label("This is \(title ?? "")"))
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    isRestored = true
    reach("decode")
  }

  override func viewWillAppear(_ animated: Bool) { reach("appear") }

  fileprivate func reach(_ moment: String) {
    guard moment == Self.moment, isRestored, restorationIdentifier == "Top" else { return }
    switch Self.way {
    case "trap": fatalError("as the test wants it")
    case "fault": UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    case "abort": abort()
    case "overflow": _ = endless(1)
    default: kill(getpid(), SIGKILL)
    }
  }
}

private final class DyingView: View {
  override func layoutSubviews() {
    super.layoutSubviews()
    (owningViewController as? DyingScreen)?.reach("layout")
  }
}

@inline(never) private func endless(_ depth: Int) -> Int {
  depth == 0 ? 0 : endless(depth + 1) + depth
}
#else
/// Needs the trait `GTK`.
@main struct DyingProgram {
  static func main() {}
}
#endif
