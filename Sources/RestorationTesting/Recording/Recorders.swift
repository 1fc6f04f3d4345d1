// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import InMemoryLogging
public import Logging
public import RestorationArchive
public import StateRestoration
import Synchronization

/// Records hook calls, in order, from all recording objects.
///
/// For tests of hosts, containers and custom restoration classes: make one, pass it to recording
/// objects and controllers, and compare ``calls``.
public final class HookRecorder: Sendable {
  private let state = Mutex<[HookCall]>([])

  /// Creates an empty recorder.
  public init() {}

  /// The calls so far.
  public var calls: [HookCall] { state.withLock { $0 } }

  /// The calls as text, such as `"decode Root/Child"`.
  public var lines: [String] { calls.map(\.description) }

  /// Removes the calls so far.
  public func removeAll() { state.withLock { $0 = [] } }

  /// Adds a call.
  ///
  /// - Parameter call: The call.
  public func record(_ call: HookCall) { state.withLock { $0.append(call) } }
}

/// One call of a hook.
public struct HookCall: Hashable, Sendable, CustomStringConvertible {
  /// The hook that was called.
  public var hook: Hook
  /// The identifiers from the root to the object.
  ///
  /// Only the object's own identifier where the coder does not know the path.
  public var path: [String]
  /// The names of the object's values found in the coder, sorted.
  public var keys: [String]

  /// The hooks that are recorded.
  public enum Hook: String, Hashable, Sendable, CaseIterable {
    /// The object writes its state.
    case encode
    /// The object reads its state.
    case decode
    /// All objects have decoded.
    case finished
    /// The view was made.
    case viewDidLoad
    /// The view is about to appear.
    case viewWillAppear
    /// The view has appeared.
    case viewDidAppear
    /// The view is about to disappear.
    case viewWillDisappear
    /// The view has disappeared.
    case viewDidDisappear
  }

  /// Creates a call.
  public init(_ hook: Hook, path: [String], keys: [String] = []) {
    (self.hook, self.path, self.keys) = (hook, path, keys)
  }

  /// The hook, the path and the names.
  public var description: String {
    "\(hook.rawValue) \(path.joined(separator: "/"))"
      + (keys.isEmpty ? "" : " (\(keys.joined(separator: ", ")))")
  }
}

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

/// Keeps log lines so that a test can check them.
///
/// ```swift
/// let log = LogRecorder()
/// let archiver = Archiver(store: store, keys: keys, logger: log.logger)
/// …
/// #expect(log.lines == ["notice: The key is unlocked"])
/// ```
///
/// Accepts lines on any thread. Copies and loggers share the recorded lines.
public struct LogRecorder: Sendable {
  private let handler: InMemoryLogHandler

  /// Makes an empty recorder.
  ///
  /// - Parameter level: The minimum level to keep; by default every line is kept.
  public init(level: Logger.Level = .trace) {
    var handler = InMemoryLogHandler()
    handler.logLevel = level
    self.handler = handler
  }

  /// The lines so far, in order, as level and text.
  ///
  /// For example `warning: A save could not be appended`.
  public var lines: [String] { handler.entries.map { "\($0.level): \($0.message)" } }

  /// A logger whose lines are only recorded here.
  public var logger: Logger { Logger(label: "test") { _ in handler } }

  /// Removes the lines so far.
  public func clear() { handler.clear() }
}
