// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if !Server
/// The build without Hummingbird, which serves nothing.
@main enum Proposals {
  static func main() {
    print("Build Proposals with --traits Server, or start it with ./run proposals.")
  }
}
#endif
