// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Returns bytes as lines of sixteen: offset, hexadecimal and ASCII.
func hexDump(_ data: Data) -> String {
  func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
  let bytes = Array(data)
  return stride(from: 0, to: bytes.count, by: 16).map { start in
    let line = bytes[start..<min(start + 16, bytes.count)]
    let hex = line.map { digits(Int($0), 2) }.joined(separator: " ")
    let text = line.map { (0x20...0x7E).contains($0) ? Character(Unicode.Scalar($0)) : "." }
    let gap = String(repeating: " ", count: 16 * 3 - 1 - hex.count)
    return "\(digits(start, 8))  \(hex)\(gap)  \(String(text))\n"
  }.joined()
}
