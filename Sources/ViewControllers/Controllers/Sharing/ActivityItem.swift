// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.URL

/// Something that an activity sheet can share.
public enum ActivityItem: Hashable, Sendable {
  /// A text.
  case text(String)
  /// A model object of the application.
  ///
  /// - Parameters:
  ///   - identifier: Names the object; an ``AttachmentSource`` knows its file.
  ///   - title: What the user calls it.
  case model(identifier: String, title: String)
}

/// A file for a model object, as it is handed to another program.
public struct Attachment: Hashable, Sendable {
  /// Where the file is.
  public var url: URL

  /// What the user calls it.
  public var name: String

  /// Creates an attachment.
  ///
  /// - Parameters:
  ///   - url: Where the file is.
  ///   - name: What the user calls it.
  public init(url: URL, name: String) {
    self.url = url
    self.name = name
  }
}

/// Knows the files of model objects.
///
/// What is saved of an attachment is its model identifier (R84); the file is asked for when it is
/// shown and when it is sent. An object that is referred to in saved state, because it is registered
/// or is a controller with an identifier, is found again after a relaunch.
@MainActor public protocol AttachmentSource: AnyObject {
  /// The file of a model object.
  ///
  /// - Parameter identifier: Names the object; may come from an older state.
  /// - Returns: `nil` when there is no such object any more.
  func attachment(withModelIdentifier identifier: String) -> Attachment?
}
