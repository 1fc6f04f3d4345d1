// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// The stream is one that threads share, and locks itself.
@preconcurrency import Glibc

/// Refuses to end as if all had been said when standard output did not take it, as on a full disk.
func requireAllPrinted() throws(ToolFailure) {
  guard fflush(stdout) == 0, ferror(stdout) == 0 else {
    throw ToolFailure(.inputOutput, "Not everything could be written to standard output.")
  }
}
