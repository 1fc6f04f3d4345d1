// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import ViewControllers

/// How a process ends that does not end in order.
enum Death: UInt8 {
  /// SIGKILL, or the power goes.
  case kill = 0
  /// SIGSEGV, noted by the signal handler.
  case crash = 11
}

/// Processes that die, as far as the next one can tell: by what they leave in the marker.
///
/// Those of real processes are in `CrashedProcessTests`.
extension Device {
  /// What the marker holds now; where the handler notes a signal is documented in its format.
  var marker: [UInt8] {
    get { store.openMarker(slot: nil)?.contents ?? [] }
    set { store.openMarker(slot: nil)?.write(newValue, at: 0) }
  }

  static let endOffset = 57

  private func leave(_ marker: [UInt8], _ death: Death) {
    var marker = marker
    marker[Self.endOffset] = death.rawValue
    self.marker = marker
  }

  /// Launches a process that dies when a call is made that the call log hears of.
  @discardableResult
  func launch(
    dyingAt moment: String, by death: Death = .crash, developerMode: Bool = false,
    _ configure: (TestDelegate) -> Void = { _ in }
  ) -> Bool {
    var left: [UInt8]?
    CallLog.onEntry = { entry in
      if entry == moment, left == nil { left = self.marker }
    }
    defer { CallLog.onEntry = nil }
    _ = launch(developerMode: developerMode, configure)
    guard let left, !left.isEmpty else { return false }
    leave(left, death)
    return true
  }

  /// Lets the process that was launched last die now.
  func die(by death: Death = .crash) { leave(marker, death) }
}

/// A screen whose view logs that it was laid out.
@MainActor final class LaidOutScreen: Screen {
  override func loadView() -> View { LaidOutView(restorationIdentifier ?? "-") }

  private final class LaidOutView: View {
    private let name: String
    init(_ name: String) {
      self.name = name
      super.init()
    }
    override func layoutSubviews() { CallLog.add("layout \(name)") }
  }
}
