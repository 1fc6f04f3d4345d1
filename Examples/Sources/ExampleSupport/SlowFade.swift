// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import GTKHost

/// Time to look at, and to photograph, the image that a launch begins with.
public enum SlowFade {
  /// Lets the image stay for three seconds, and fade for three more.
  @MainActor public static func apply(to host: GTKHost) {
    host.launchImageHold = .seconds(3)
    host.launchImageFade = .seconds(3)
  }
}
