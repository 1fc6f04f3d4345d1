// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// An error in reading a storyboard or creating a scene.
public struct StoryboardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public struct Code: Hashable, Sendable {
    let name: String

    /// The file does not exist or cannot be read.
    public static let notFound = Code(name: "notFound")
    /// The file is not well-formed XML, or not what Interface Builder writes.
    public static let malformed = Code(name: "malformed")
    /// The file is an Interface Builder document for something else.
    ///
    /// It is not a storyboard for UIKit.
    public static let unsupported = Code(name: "unsupported")
    /// A size, depth or count is above the limit.
    public static let limitExceeded = Code(name: "limitExceeded")
    /// The storyboard has no scene with the identifier asked for.
    public static let noSuchScene = Code(name: "noSuchScene")
  }

  /// The kind of failure.
  public var code: Code
  /// The reason, as part of a sentence.
  public var reason: String
  /// The storyboard's file or name, if known.
  public var file: String?
  /// The line of the problem, from 1; `nil` for no line.
  public var line: Int?

  /// Creates an error.
  public init(_ code: Code, _ reason: String, file: String? = nil, line: Int? = nil) {
    (self.code, self.reason, self.file, self.line) = (code, reason, file, line)
  }

  /// One sentence for a log line.
  public var description: String {
    let place = [file, line.map { "line \($0)" }].compactMap(\.self).joined(separator: ", ")
    return place.isEmpty ? reason : "\(reason) (\(place))"
  }
}

/// A part of a storyboard that is left out or replaced.
public struct StoryboardDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// The line in the file, from 1.
  public let line: Int

  /// The part that is left out and, if possible, a fix.
  public let message: String

  /// The line and the message.
  public var description: String { "line \(line): \(message)" }
}
