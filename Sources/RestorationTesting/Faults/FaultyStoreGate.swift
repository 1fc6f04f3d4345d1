// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// A gate that holds operations of a ``FaultyStore``.
public final class FaultyStoreGate: Sendable {
  private let arrivals = DispatchSemaphore(value: 0)
  private let opening = DispatchSemaphore(value: 0)

  init() {}

  /// Lets all operations pass from now on, waiting ones first.
  public func open() { opening.signal() }

  /// Waits until another operation has reached the gate.
  ///
  /// Blocks its thread; a test that must not block uses ``arrival()``.
  public func waitForArrival() { arrivals.wait() }

  /// Waits until another operation has reached the gate.
  public func arrival() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        self.arrivals.wait()
        continuation.resume()
      }
    }
  }

  func pass() {
    arrivals.signal()
    opening.wait()
    // Keeps the gate open for the next operation.
    opening.signal()
  }
}
