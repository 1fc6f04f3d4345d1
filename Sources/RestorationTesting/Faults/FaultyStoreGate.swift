// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Holds operations of a ``FaultyStore`` until a test lets them go.
public final class FaultyStoreGate: Sendable {
  private let arrivals = DispatchSemaphore(value: 0)
  private let opening = DispatchSemaphore(value: 0)

  init() {}

  /// Lets everything pass from now on, what waits first.
  public func open() { opening.signal() }

  /// Returns when an operation has come to the gate that was not waited for before.
  ///
  /// Holds up its thread; a test that must not uses ``arrival()``.
  public func waitForArrival() { arrivals.wait() }

  /// Returns when an operation has come to the gate that was not waited for before.
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
    // Whoever comes next finds the gate open, too.
    opening.signal()
  }
}
