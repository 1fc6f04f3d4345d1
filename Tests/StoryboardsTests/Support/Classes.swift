// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration
import Storyboards
import ViewControllers

/// A screen with every kind of outlet.
@MainActor final class FormController: ViewController {
  var nameField: TextField?
  var ratingSlider: Slider? { didSet { sliderCount += 1 } }
  var sliderCount = 0
  var buttons: [Button] = []
  var helper: FormHelper?
  var log: [String] = []
  var loadedWith: [Bool] = []

  override func viewDidLoad() { loadedWith = [nameField != nil, buttons.count == 2] }
}

@MainActor final class FormHelper {
  var clearCount = 0
}

/// A list whose cells come from a prototype.
@MainActor final class SessionsController: ViewController, TableViewDataSource {
  var log: [String] = []
  var allowsSegues = true

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 3 }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "Session") as? TableViewCell
    cell?.textLabel.text = "Session \(indexPath.row)"
    return cell ?? TableViewCell()
  }

  override func shouldPerformSegue(
    withIdentifier identifier: String, sender: AnyObject?
  ) -> Bool { allowsSegues }

  override func prepare(for segue: StoryboardSegue, sender: AnyObject?) {
    let row = (sender as? TableViewCell).flatMap {
      find(TableView.self, in: view)?.indexPath(for: $0)
    }
    log.append("\(segue.identifier ?? "-") \(row.map { "\($0.row)" } ?? "-")")
    segue.destination.title = (sender as? TableViewCell)?.textLabel.text
  }
}

/// A controller that embeds another by a segue, and saves it.
@MainActor final class OuterController: ViewController {
  var log: [String] = []

  override func prepare(for segue: StoryboardSegue, sender: AnyObject?) {
    log.append("\(segue.identifier ?? "-") \(segue.destination.isViewLoaded)")
  }

  override func viewDidLoad() { log.append("load") }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(children, forKey: "children")
  }
}

/// A screen for one photo.
@MainActor final class ImageController: ViewController {
  var scroller: ScrollView?
  var isSepia = false
  var prepared: [String?] = []

  override func prepare(for segue: StoryboardSegue, sender: AnyObject?) {
    prepared.append(segue.identifier)
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(isSepia, forKey: "sepia")
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    isSepia = coder.decodeBool(forKey: "sepia")
  }
}

extension StoryboardClasses {
  /// Registers the classes of the fixture Form.
  func registerForm() {
    register(
      FormController.self,
      outlets: [
        "nameField": .outlet(\.nameField), "ratingSlider": .outlet(\.ratingSlider),
        "buttons": .collection(\.buttons), "helper": .outlet(\.helper),
      ],
      actions: [
        "nameChanged:": { controller, sender in
          controller.log.append("name \((sender as? TextField)?.text ?? "-")")
        },
        "ratingChanged:": { controller, sender in
          controller.log.append("rating \((sender as? Slider)?.value ?? -1)")
        },
        "send:": { controller, sender in controller.log.append("send \(type(of: sender))") },
      ]
    ) { FormController() }
    register(FormHelper.self, actions: ["clear": { helper, _ in helper.clearCount += 1 }]) {
      FormHelper()
    }
  }

  /// Registers the classes of the fixture Photos.
  func registerPhotos() {
    register(
      ImageController.self, outlets: ["scroller": .outlet(\.scroller)],
      actions: ["toggleSepia:": { controller, _ in controller.isSepia.toggle() }]
    ) { ImageController() }
  }
}
