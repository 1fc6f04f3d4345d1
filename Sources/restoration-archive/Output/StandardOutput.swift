// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport

/// Throws if standard output did not accept everything.
///
/// Otherwise the tool would report success although, for example, the disk is full.
func requireAllPrinted() throws(ToolFailure) {
  guard StandardStream.flushOutput() else {
    throw ToolFailure(.inputOutput, "Not everything could be written to standard output.")
  }
}
