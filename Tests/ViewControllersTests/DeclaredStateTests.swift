// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

@MainActor struct DeclaredStateTests {
  private final class Meter: View {
    @Restorable var level = 0.5
  }

  private final class Details: ViewController {
    @Restorable var day = 1
    @Restorable private(set) var partner: ViewController? = nil
    @Restorable var source: Source? = nil
    let meter = Meter()

    override func viewDidLoad() {
      meter.restorationIdentifier = "Meter"
      view.addSubview(meter)
      day = 99  // the archived value is applied later and wins
    }

    func meet(_ partner: ViewController) { self.partner = partner }
  }

  @MainActor private final class Source: @MainActor StateRestoring {
    @Restorable var order = "date"
  }

  /// A program with two screens on a stack and a registered object.
  private func device() -> Device {
    Device { window in
      let details = Details()
      details.restorationIdentifier = "Details"
      window.rootViewController = navigation(root: details)
    }
  }

  private func register(_ source: Source) -> (TestDelegate) -> Void {
    { delegate in
      delegate.willFinish = {
        $0.registerObject(forStateRestoration: source, restorationIdentifier: "Source")
      }
    }
  }

  private func details(_ session: Session) throws -> Details {
    try #require(session.navigation?.viewControllers.first as? Details)
  }

  @Test("R176, R35, R182, R196: controllers, views and objects restore what they declare")
  func declaredStateComesBack() throws {
    let source = Source()
    let session = device().launch(register(source))
    let first = try details(session)
    _ = first.view
    first.day = 3
    first.meter.level = 0.75
    first.meet(try #require(session.navigation))
    first.source = source
    source.order = "title"
    let again = Source()
    let next = session.relaunch(register(again))
    let restored = try details(next)
    #expect(restored.day == 3)
    #expect(restored.meter.level == 0.75)
    #expect(restored.partner === next.navigation)
    #expect(restored.source === again)
    #expect(again.order == "title")
    #expect(!CallLog.entries { next.host.advance(by: .seconds(5)) }.contains("willEncode"))
  }

  @Test("R150: a changed declared property is saved soon, without invalidation")
  func changesAreSaved() async throws {
    let source = Source()
    let session = device().launch(register(source))
    session.application.preserve()
    let first = try details(session)
    _ = first.view
    session.host.advance(by: .seconds(5))
    for change in [{ first.day = 7 }, { first.meter.level = 1 }, { source.order = "room" }] {
      change()
      let willEncode = CallLog.entries { session.host.advance(by: .seconds(1)) }
      #expect(willEncode.contains("willEncode"))
      change()
      #expect(CallLog.entries { session.host.advance(by: .seconds(1)) } == [])
    }
  }
}
