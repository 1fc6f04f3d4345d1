// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if !PostgreSQL
/// The build without a database, which measures nothing.
@main enum SessionBenchmark {
  static func main() { print("Measure sessions with Scripts/bench --sessions.") }
}
#endif
