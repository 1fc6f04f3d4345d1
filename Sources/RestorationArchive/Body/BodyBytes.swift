// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The bytes of a body; they never change, nor does the place where they lie.
final class BodyBytes: @unchecked Sendable {  // immutable from the first moment
  /// The bytes, as long as this object lives.
  let bytes: UnsafeRawBufferPointer

  /// Takes over what a sink holds.
  init(_ sink: ByteSink) { bytes = UnsafeRawBufferPointer(sink.detach()) }

  /// Copies bytes that were read.
  convenience init(_ read: ArraySlice<UInt8>) {
    let sink = ByteSink(capacity: read.count)
    read.withUnsafeBytes { sink.append($0) }
    self.init(sink)
  }

  deinit { bytes.deallocate() }
}
