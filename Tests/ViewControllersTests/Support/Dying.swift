// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// The ways a process can end abnormally.
enum Death: UInt8 {
  /// SIGKILL or a power failure.
  case kill = 0
  /// SIGSEGV, recorded by the signal handler.
  case crash = 11
}

/// Simulated process deaths: only the marker they leave is real.
///
/// `CrashedProcessTests` covers real processes.
extension Device {
  /// The current bytes of the marker.
  ///
  /// The marker's format says where the handler records a signal.
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

  /// Launches a process that dies at a given logged call.
  ///
  /// Returns `false` if that call never happened.
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

  /// Kills the most recently launched process.
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
