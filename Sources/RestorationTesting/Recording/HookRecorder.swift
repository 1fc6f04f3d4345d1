// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Remembers which hooks were called, in order, on everything that records to it.
///
/// For tests of hosts, containers and custom restoration classes: make one, hand it to recording
/// objects and controllers, and compare ``calls``.
public final class HookRecorder: Sendable {
  private let state = Mutex<[HookCall]>([])

  /// Creates a recorder that has heard of nothing.
  public init() {}

  /// The calls so far.
  public var calls: [HookCall] { state.withLock { $0 } }

  /// The calls as text, such as `"decode Root/Child"`.
  public var lines: [String] { calls.map(\.description) }

  /// Forgets the calls so far.
  public func removeAll() { state.withLock { $0 = [] } }

  /// Adds a call.
  ///
  /// - Parameter call: The call.
  public func record(_ call: HookCall) { state.withLock { $0.append(call) } }
}

/// One call of a hook.
public struct HookCall: Hashable, Sendable, CustomStringConvertible {
  /// Which hook.
  public var hook: Hook
  /// The identifiers from the root to the object where the coder knows them, else its own (R13).
  public var path: [String]
  /// The keys of its values that the coder held, among those the object has, sorted.
  public var keys: [String]

  /// The hooks that are recorded.
  public enum Hook: String, Hashable, Sendable, CaseIterable {
    /// The object writes its state.
    case encode
    /// The object reads its state.
    case decode
    /// All objects have decoded (R53).
    case finished
    /// The view was made (R60).
    case viewDidLoad
    /// The view is about to come on screen.
    case viewWillAppear
    /// The view has come on screen.
    case viewDidAppear
    /// The view is about to leave the screen.
    case viewWillDisappear
    /// The view has left the screen.
    case viewDidDisappear
  }

  /// Creates a call.
  public init(_ hook: Hook, path: [String], keys: [String] = []) {
    (self.hook, self.path, self.keys) = (hook, path, keys)
  }

  /// The hook, the path and the keys.
  public var description: String {
    "\(hook.rawValue) \(path.joined(separator: "/"))"
      + (keys.isEmpty ? "" : " (\(keys.joined(separator: ", ")))")
  }
}
