// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing

/// Waits for a condition; fails after ten minutes.
///
/// The limit is this long because other tests may take all the processor's time.
func eventually(
  sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async -> Bool
) async {
  let deadline = ContinuousClock.now + .seconds(600)
  while await !condition() {
    guard ContinuousClock.now < deadline else {
      Issue.record("The condition never came true", sourceLocation: sourceLocation)
      return
    }
    try? await Task.sleep(for: .milliseconds(1))
  }
}
