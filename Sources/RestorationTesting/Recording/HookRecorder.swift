// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

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
