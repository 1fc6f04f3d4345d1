// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport

/// Refuses to end as if all had been said when standard output did not take it, as on a full disk.
func requireAllPrinted() throws(ToolFailure) {
  guard StandardStream.flushOutput() else {
    throw ToolFailure(.inputOutput, "Not everything could be written to standard output.")
  }
}
