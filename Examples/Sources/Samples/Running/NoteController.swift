// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// A screen with a title and a text field.
///
/// Samples use it when their point lies elsewhere.
final class NoteController: ViewController {
  let text = TextField(restorationIdentifier: "Text")

  init(_ restorationIdentifier: String, title: String? = nil) {
    super.init(restorationIdentifier: restorationIdentifier)
    self.title = title ?? restorationIdentifier
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(text)
  }
}
