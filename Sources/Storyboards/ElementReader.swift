// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads a storyboard's untrusted XML into elements.
///
/// A document type is refused before the parser sees it, so there are no entities to expand or to
/// load. The parser accepts empty files and tags that do not match, so this class relies on its
/// errors, not on its result.
final class ElementReader: NSObject, XMLParserDelegate {
  /// The limits of a document.
  ///
  /// They are far above what Interface Builder can edit, and below the 10 million bytes at which
  /// the parser gives up.
  enum Limit {
    static let bytes = 9 << 20
    static let elements = 400_000
    static let depth = 200
  }

  private var open: [Element] = []
  private var root: Element?
  private var count = 0
  private var problem: StoryboardError?

  /// Reads a document.
  ///
  /// - Parameter data: The bytes of the file.
  /// - Returns: The root element.
  /// - Throws: `StoryboardError`, with the line.
  static func read(_ data: Data) throws(StoryboardError) -> Element {
    guard data.count <= Limit.bytes else {
      throw StoryboardError(.limitExceeded, "the file is larger than \(Limit.bytes >> 20) MiB")
    }
    try checkProlog(data)
    try checkInstructions(data)
    let reader = ElementReader()
    let parser = XMLParser(data: data)
    parser.delegate = reader
    let isParsed = parser.parse()
    if isParsed, reader.problem == nil, reader.open.isEmpty, let root = reader.root { return root }
    if let line = conflictLine(in: data) {
      throw StoryboardError(
        .malformed, "the file holds a merge conflict that was not resolved", line: line)
    }
    throw reader.problem
      ?? StoryboardError(.malformed, "the XML is not well-formed", line: max(1, parser.lineNumber))
  }

  /// Returns the line of the first git conflict marker.
  ///
  /// Unresolved conflicts are what breaks these files most often.
  private static func conflictLine(in data: Data) -> Int? {
    data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .firstIndex { $0.starts(with: "<<<<<<< ".utf8) }.map { $0 + 1 }
  }

  /// Checks the text before the root element.
  ///
  /// It checks the encoding, and refuses a document type.
  private static func checkProlog(_ data: Data) throws(StoryboardError) {
    guard let text = String(validating: data, as: UTF8.self), !data.contains(0) else {
      throw StoryboardError(.malformed, "the file is not text in UTF-8", line: 1)
    }
    var rest = Substring(text)
    if rest.first == "\u{FEFF}" { rest = rest.dropFirst() }
    func line() -> Int { text[..<rest.startIndex].reduce(1) { $1.isNewline ? $0 + 1 : $0 } }
    while true {
      rest = rest.drop { $0.isWhitespace }
      if rest.hasPrefix("<!--"), let end = rest.range(of: "-->") {
        rest = rest[end.upperBound...]
      } else if rest.hasPrefix("<?"), let end = rest.range(of: "?>") {
        try checkEncoding(rest[..<end.lowerBound].lowercased())
        rest = rest[end.upperBound...]
      } else if rest.hasPrefix("<!") {
        throw StoryboardError(
          .malformed, "the file declares a document type, which no storyboard has", line: line())
      } else {
        return
      }
    }
  }

  /// Refuses processing instructions without content.
  ///
  /// Foundation's parser traps at them.
  private static func checkInstructions(_ data: Data) throws(StoryboardError) {
    var (line, last, isTarget) = (1, UInt8(0), false)
    for byte in data {
      switch (last, byte) {
      case (UInt8(ascii: "<"), UInt8(ascii: "?")):
        (last, isTarget) = (0, true)
        continue
      case (UInt8(ascii: "?"), UInt8(ascii: ">")) where isTarget:
        throw StoryboardError(
          .malformed, "the file holds an XML instruction without content", line: line)
      case (_, UInt8(ascii: "\n")): (line, isTarget) = (line + 1, false)
      case (_, UInt8(ascii: " ")), (_, UInt8(ascii: "\t")), (_, UInt8(ascii: "\r")),
        (_, UInt8(ascii: "<")):
        isTarget = false
      default: break
      }
      last = byte
    }
  }

  /// Refuses any encoding but UTF-8.
  ///
  /// The parser would read other text than was checked here.
  private static func checkEncoding(_ declaration: String) throws(StoryboardError) {
    guard declaration.contains("encoding"), !declaration.contains("\"utf-8\""),
      !declaration.contains("'utf-8'")
    else { return }
    throw StoryboardError(.malformed, "the file declares an encoding other than UTF-8", line: 1)
  }

  private func fail(_ parser: XMLParser, _ code: StoryboardError.Code, _ reason: String) {
    if problem == nil {
      problem = StoryboardError(code, reason, line: max(1, parser.lineNumber))
    }
    parser.abortParsing()
  }

  // MARK: XMLParserDelegate

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    count += 1
    if count > Limit.elements {
      return fail(parser, .limitExceeded, "there are more than \(Limit.elements) elements")
    }
    if open.count >= Limit.depth {
      return fail(parser, .limitExceeded, "elements are nested more than \(Limit.depth) deep")
    }
    let element = Element(name: name, attributes: attributes, line: parser.lineNumber)
    if let parent = open.last { parent.children.append(element) } else { root = element }
    open.append(element)
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { open.last?.text += string }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    open.last?.text += String(decoding: block, as: UTF8.self)
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard open.popLast()?.name == name else {
      return fail(parser, .malformed, "</\(name)> closes an element that was not opened")
    }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    fail(parser, .malformed, "the XML is not well-formed")
  }
}
