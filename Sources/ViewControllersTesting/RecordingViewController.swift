// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
public import RestorationTesting
public import ViewControllers

/// A controller with values of its own that records its hooks.
@MainActor open class RecordingViewController: ViewController {
  /// Its state; only names present before decoding are read back.
  public var values: [String: String] {
    didSet { if values != oldValue { invalidateRestorableState() } }
  }

  private let recorder: HookRecorder

  /// Creates a controller.
  ///
  /// - Parameters:
  ///   - identifier: Its restoration identifier.
  ///   - recorder: Receives the calls.
  ///   - values: Its state.
  public init(_ identifier: String?, recorder: HookRecorder, values: [String: String] = [:]) {
    (self.recorder, self.values) = (recorder, values)
    super.init()
    restorationIdentifier = identifier
  }

  private func record(_ hook: HookCall.Hook) {
    recorder.record(HookCall(hook, path: [restorationIdentifier ?? "-"]))
  }

  /// Records the call and writes the values.
  ///
  /// - Parameter coder: Belongs to this controller alone.
  open override func encodeRestorableState(with coder: RestorationEncoder) {
    let keys = values.keys.sorted()
    recorder.record(HookCall(.encode, path: [restorationIdentifier ?? "-"], keys: keys))
    for key in keys { coder.encode(values[key], forKey: key) }
    super.encodeRestorableState(with: coder)
  }

  /// Records the call with the names present, and reads the values.
  ///
  /// - Parameter coder: Belongs to this controller alone.
  open override func decodeRestorableState(with coder: RestorationDecoder) {
    let keys = values.keys.filter { coder.containsValue(forKey: $0) }.sorted()
    recorder.record(HookCall(.decode, path: coder.identifierPath, keys: keys))
    for key in keys { values[key] = coder.decodeString(forKey: key) }
    super.decodeRestorableState(with: coder)
  }

  /// Records the call.
  open override func applicationFinishedRestoringState() { record(.finished) }

  /// Records the call.
  open override func viewDidLoad() { record(.viewDidLoad) }

  /// Records the call.
  ///
  /// - Parameter animated: Not recorded.
  open override func viewWillAppear(_ animated: Bool) { record(.viewWillAppear) }

  /// Records the call.
  ///
  /// - Parameter animated: Not recorded.
  open override func viewDidAppear(_ animated: Bool) { record(.viewDidAppear) }

  /// Records the call.
  ///
  /// - Parameter animated: Not recorded.
  open override func viewWillDisappear(_ animated: Bool) { record(.viewWillDisappear) }

  /// Records the call.
  ///
  /// - Parameter animated: Not recorded.
  open override func viewDidDisappear(_ animated: Bool) { record(.viewDidDisappear) }
}
