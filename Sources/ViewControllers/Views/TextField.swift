// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// A view for one line of text.
///
/// ```swift
/// let name = TextField(placeholder: "Name", restorationIdentifier: "Name")
/// name.onReturn = { save() }
/// ```
///
/// With an identifier it saves the selection and the text typed since the application last set it.
@MainActor open class TextField: TextInput {
  /// The text shown while the field is empty.
  public var placeholder: String {
    didSet { if placeholder != oldValue { setNeedsUpdate() } }
  }

  /// Whether the text is secret and drawn as dots.
  ///
  /// A field that was secure once never saves anything again. So a password that the user made
  /// visible is not saved either.
  public var isSecure = false {
    didSet {
      guard isSecure != oldValue else { return }
      wasSecure = true
      restorablePropertyDidChange()
    }
  }

  /// Called when the user has pressed return.
  public var onReturn: (@MainActor () -> Void)?

  private var wasSecure = false

  /// Creates a field without text.
  ///
  /// - Parameters:
  ///   - placeholder: The text shown while the field is empty.
  ///   - restorationIdentifier: Its ``View/restorationIdentifier``.
  public init(placeholder: String = "", restorationIdentifier: String? = nil) {
    self.placeholder = placeholder
    super.init()
    self.restorationIdentifier = restorationIdentifier
  }

  package override var isStateSecret: Bool { isSecure || wasSecure }

  open override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    encodeText(with: coder)
  }

  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    decodeText(with: coder)
  }
}
