// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

/// A sheet that asks for the visitor's name; any answer will do.
///
/// It has no identifier. So neither the sheet nor the text typed into it is ever restored.
@MainActor final class LoginController: ViewController {
  private let nameField = TextField(placeholder: "Name")
  private let passwordField = TextField(placeholder: "Password")

  init() {
    super.init()
    preferredContentSize = CGSize(width: 360, height: 0)
  }

  override func loadView() -> View {
    let heading = Label("Sign In")
    heading.styleNames = ["sheet-heading"]
    passwordField.isSecure = true
    passwordField.onReturn = { [weak self] in self?.dismiss(animated: true) }
    let signIn = Button("Sign In") { [weak self] in self?.dismiss(animated: true) }
    signIn.styleNames = ["suggested-action"]
    signIn.layout.horizontal = .end
    let column = StackView(
      axis: .vertical, spacing: 12,
      arrangedSubviews: [heading, nameField, passwordField, signIn])
    column.layout.margins = EdgeInsets(all: 20)
    return column
  }
}
