// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Why a storyboard cannot be read, or a scene cannot be made.
public struct StoryboardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public struct Code: Hashable, Sendable {
    let name: String

    /// There is no such file, or the operating system does not let it be read.
    public static let notFound = Code(name: "notFound")
    /// The file is not well-formed XML, or not what Interface Builder writes.
    public static let malformed = Code(name: "malformed")
    /// It is a document of Interface Builder, but not a storyboard for UIKit.
    public static let unsupported = Code(name: "unsupported")
    /// A size, depth or count is above what is read.
    public static let limitExceeded = Code(name: "limitExceeded")
    /// The storyboard has no scene with the identifier asked for.
    public static let noSuchScene = Code(name: "noSuchScene")
  }

  /// The kind of failure.
  public var code: Code
  /// What happened, as part of a sentence.
  public var reason: String
  /// The storyboard's file or name, where it is known.
  public var file: String?
  /// The line at which it was found, from 1; `nil` where no line is to blame.
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
