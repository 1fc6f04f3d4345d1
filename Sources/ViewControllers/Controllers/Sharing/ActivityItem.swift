// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.URL

/// An item that an activity sheet can share.
public enum ActivityItem: Hashable, Sendable {
  /// A text.
  case text(String)
  /// A model object of the application.
  ///
  /// - Parameters:
  ///   - identifier: The name of the object; an ``AttachmentSource`` knows its file.
  ///   - title: The title for the user.
  case model(identifier: String, title: String)
}

/// A model object's file, as it is handed to another program.
public struct Attachment: Hashable, Sendable {
  /// The location of the file.
  public var url: URL

  /// The name for the user.
  public var name: String

  /// Creates an attachment.
  ///
  /// - Parameters:
  ///   - url: The location of the file.
  ///   - name: The name for the user.
  public init(url: URL, name: String) {
    self.url = url
    self.name = name
  }
}

/// An object that knows the files of model objects.
///
/// An attachment is saved as its model identifier. Its file is requested when the attachment is
/// shown and when it is sent. After a relaunch the source is found again if saved state can refer
/// to it: if it is registered, or is a controller with an identifier.
@MainActor public protocol AttachmentSource: AnyObject {
  /// Returns the file of a model object.
  ///
  /// - Parameter identifier: The name of the object; it may come from an older state.
  /// - Returns: `nil` if the object no longer exists.
  func attachment(withModelIdentifier identifier: String) -> Attachment?
}
