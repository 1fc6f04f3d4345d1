// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ViewControllers

@MainActor struct OptInTests {
  private final class PlainDelegate: ApplicationDelegate {
    func application(
      _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
    ) -> Bool {
      Window(application: application).rootViewController = Screen("Home")
      return true
    }
  }

  private let device = Device { $0.rootViewController = Screen("Home") }

  @Test("R1: a delegate that does not opt in saves nothing and restores nothing")
  func delegateMustOptIn() {
    device.launch().application.terminate()
    let calls = CallLog.entries {
      let session = device.launch(delegate: PlainDelegate())
      #expect(session.restorationReport?.isRefused == false, "nobody was asked")
      session.application.terminate()
    }
    #expect(!calls.contains("decode Home") && !calls.contains("encode Home"))
  }

  @Test("R1, R2, R183: a later refusal in should-save saves nothing and retires what was saved")
  func answerMayChange() {
    var isLoggedIn = true
    let session = device.launch { $0.shouldSave = { _ in isLoggedIn } }
    (session.root as? Screen)?.note = 3
    session.application.terminate()
    let second = device.launch { $0.shouldSave = { _ in isLoggedIn } }
    #expect((second.root as? Screen)?.note == 3)
    isLoggedIn = false
    #expect(CallLog.entries("encode") { second.application.terminate() } == [])
    let (third, calls) = CallLog.recording { device.launch() }
    #expect(!calls.contains("shouldRestore"))
    #expect((third.root as? Screen)?.note == 0)
  }

  @Test("R6: a refused archive stays until a save supersedes it")
  func refusedArchiveStays() {
    let first = device.launch()
    (first.root as? Screen)?.note = 3
    let second = first.relaunch { $0.shouldRestore = { _ in false } }
    #expect((second.root as? Screen)?.note == 0)
    #expect((device.launch().root as? Screen)?.note == 3)
    #expect((second.relaunch().root as? Screen)?.note == 0)
  }

  @Test("R3, R4: the delegate's four hooks share one record")
  func hooksShareOneRecord() {
    var read: [String?] = []
    _ = device.launch {
      $0.shouldSave = { coder in
        coder.encode("a", forKey: "first")
        return true
      }
      $0.willEncode = { $0.encode("b", forKey: "second") }
    }.relaunch {
      $0.shouldRestore = { coder in
        read += [coder.decodeString(forKey: "first"), coder.decodeString(forKey: "second")]
        return true
      }
      $0.didDecode = { read.append($0.decodeString(forKey: "first")) }
    }
    #expect(read == ["a", "b", "a"])
  }

  @Test("R5: a refusal in should-restore stops before any lookup or decode, and launch goes on")
  func refusalStopsRestoring() {
    let first = device.launch()
    let calls = CallLog.entries { _ = first.relaunch { $0.shouldRestore = { _ in false } } }
    let views = ["load Home", "willAppear Home", "appear Home", "terminate", "active"]
    let relaunch = calls.drop { $0 != "willFinish" }.filter { !views.contains($0) }
    #expect(relaunch == ["willFinish", "shouldRestore", "didFinish"])
  }

  @Test("R5, R181: should-restore reads version, idiom and time of the save, and lookups the time")
  func reservedKeysAreReadable() {
    let device = Device { $0.rootViewController = navigation(root: Screen("Home")) }
    let first = device.launch(version: "3")
    first.navigation?.pushViewController(Screen("Photo"), animated: false)
    var (version, idiom): (String?, String?)
    var times: [Date?] = []
    _ = first.relaunch(version: "4") {
      $0.shouldRestore = { coder in
        version = coder.decodeString(forKey: ReservedKey.bundleVersion)
        idiom = coder.decodeString(forKey: ReservedKey.userInterfaceIdiom)
        times.append(coder.decodeDate(forKey: ReservedKey.timestamp))
        return true
      }
      $0.lookUp = { _, coder in
        times.append(coder.decodeDate(forKey: ReservedKey.timestamp))
        return nil
      }
    }
    #expect(version == "3")
    #expect(idiom == UserInterfaceIdiom.headless.rawValue)
    #expect(times.count > 1 && !times.contains(nil))
  }

  @Test("R66, R176: the opt-in and identifiers suffice to restore plain controllers")
  func identifiersAreEnough() {
    let device = Device { window in
      let scroll = ScrollView()
      scroll.restorationIdentifier = "Scroll"
      let controllers = ["List", "Detail"].map { name in
        let controller = ViewController()
        controller.restorationIdentifier = name
        return controller
      }
      controllers[0].view.addSubview(scroll)
      let stack = navigation()
      stack.setViewControllers(controllers, animated: false)
      window.rootViewController = stack
    }
    let first = device.launch()
    first.navigation?.popViewController(animated: false)
    let scroll = first.navigation?.topViewController?.view.subviews.first as? ScrollView
    scroll?.contentOffset.y = 120
    first.navigation?.topViewController?.present(MadeScreen("Sheet"), animated: false)
    let second = first.relaunch()
    #expect(second.stack == ["List"])
    #expect(second.sheets == ["Sheet"])
    let restored = second.navigation?.topViewController?.view.subviews.first as? ScrollView
    #expect(restored?.contentOffset.y == 120)
  }

  @Test("R177: objects without identifier are neither encoded nor decoded")
  func objectsWithoutIdentifierAreLeftAlone() {
    let device = Device { $0.rootViewController = Screen(nil) }
    let calls = CallLog.entries { _ = device.launch().relaunch() }
    #expect(!calls.contains { $0.hasPrefix("encode") || $0.hasPrefix("decode") })
  }
}
