// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

@Suite struct PassCrashTests {
  /// A mistake that ends the process.
  enum Mistake: String, CaseIterable, Codable {
    case passInsideAPass
    case encoderAfterItsHook
    case decoderInAnotherHook

    var sentence: String {
      switch self {
      case .passInsideAPass: "A restoration pass was started inside another pass"
      case .encoderAfterItsHook: "A restoration encoder was used for late"
      case .decoderInAnotherHook: "A restoration decoder was used for text"
      }
    }

    func make() throws {
      let machine = Machine()
      let (first, second) = (Node(), Node())
      let coordinator = machine.coordinator(["First": first, "Second": second])
      switch self {
      case .passInsideAPass:
        first.onEncode = { _ in _ = coordinator.preserve(reason: .explicit) }
        _ = coordinator.preserve(reason: .explicit)
      case .encoderAfterItsHook:
        var kept: RestorationEncoder?
        first.onEncode = { kept = $0 }
        _ = coordinator.preserve(reason: .explicit)
        kept?.encode(first, forKey: "late")
      case .decoderInAnotherHook:
        try coordinator.save()
        var kept: RestorationDecoder?
        let (firstAgain, secondAgain) = (Node(), Node())
        firstAgain.onDecode = { kept = $0 }
        secondAgain.onDecode = { _ in _ = kept?.decodeString(forKey: "text") }
        machine.restore(["First": firstAgain, "Second": secondAgain])
      }
    }
  }

  @Test(
    "R43: a pass inside a pass, or a coder kept from an earlier hook, ends the process with a sentence",
    arguments: Mistake.allCases)
  func mistake(_ mistake: Mistake) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [mistake = mistake as Mistake] in
      try mistake.make()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains(mistake.sentence))
  }
}
