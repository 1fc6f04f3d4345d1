// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import GTKHost

/// Keeps the launch image visible long enough to photograph it.
public enum SlowFade {
  /// Shows the image for three seconds, then fades it for three more.
  @MainActor public static func apply(to host: GTKHost) {
    host.launchImageHold = .seconds(3)
    host.launchImageFade = .seconds(3)
  }
}
