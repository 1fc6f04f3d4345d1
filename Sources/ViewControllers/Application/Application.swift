// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The running program: its windows, its life, and when its state is saved and restored.
@MainActor public final class Application {
  /// The toolkit it runs on.
  public let host: any Host

  init(host: any Host) {
    self.host = host
  }
}
