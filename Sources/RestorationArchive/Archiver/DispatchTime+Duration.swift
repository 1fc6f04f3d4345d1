// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import Dispatch

extension DispatchTime {
  /// The moment so long after now; now for a negative duration.
  package static func after(_ duration: Duration) -> DispatchTime {
    // Half a century is as good as forever, and does not overflow.
    let bounded = min(max(duration, .zero), .seconds(50 * 365 * 86_400))
    return .now() + .nanoseconds(Int(bounded / .nanoseconds(1)))
  }
}
