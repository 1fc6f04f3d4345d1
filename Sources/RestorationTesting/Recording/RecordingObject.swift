// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import StateRestoration
public import RestorationArchive

/// An object with values of its own that records its hooks.
public final class RecordingObject: StatePreserving {
  /// Its state; only names present before decoding are read back.
  public var values: [String: String]

  /// The parent, which scopes the object's path.
  public weak var restorationParent: (any StateRestoring)?

  private let name: String
  private let recorder: HookRecorder

  /// Creates an object; register it under the same name.
  ///
  /// - Parameters:
  ///   - name: The name recorded for calls without a path.
  ///   - recorder: Receives the calls.
  ///   - values: Its state.
  ///   - parent: Scopes its path; held weakly.
  public init(
    _ name: String, recorder: HookRecorder, values: [String: String] = [:],
    parent: (any StateRestoring)? = nil
  ) {
    (self.name, self.recorder, self.values) = (name, recorder, values)
    restorationParent = parent
  }

  /// Records the call and writes the values.
  ///
  /// - Parameter coder: Belongs to this object alone.
  public func encodeRestorableState(with coder: RestorationEncoder) {
    recorder.record(HookCall(.encode, path: [name], keys: values.keys.sorted()))
    for (key, value) in values.sorted(by: { $0.key < $1.key }) { coder.encode(value, forKey: key) }
  }

  /// Records the call with the names present, and reads the values.
  ///
  /// - Parameter coder: Belongs to this object alone.
  public func decodeRestorableState(with coder: RestorationDecoder) {
    let keys = values.keys.filter { coder.containsValue(forKey: $0) }.sorted()
    recorder.record(HookCall(.decode, path: coder.identifierPath, keys: keys))
    for key in keys { values[key] = coder.decodeString(forKey: key) }
  }

  /// Records the call.
  public func applicationFinishedRestoringState() {
    recorder.record(HookCall(.finished, path: [name]))
  }
}
