// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What a controller keeps of the storyboard scene that it was made from.
///
/// The seam to the module that reads storyboards; the controller owns it.
@MainActor package protocol StoryboardScene: AnyObject {
  /// The storyboard's name.
  var storyboardName: String { get }

  /// The name of the bundle that the storyboard lies in.
  var bundleName: String { get }

  /// What the scene is found by again: its storyboard identifier, else its object id.
  var sceneIdentifier: String { get }

  /// Where the controller is in the storyboard, for messages.
  var place: String { get }

  /// Makes the controller's root view, once.
  ///
  /// - Returns: `nil` when the scene has none.
  func makeView() -> View?

  /// The views are in place: outlets are set, and embedded controllers shown.
  func viewWasMade()

  /// Takes the segue with a name.
  ///
  /// - Parameters:
  ///   - identifier: The name.
  ///   - sender: What started it.
  /// - Returns: `false` when the scene has no such segue, or it leads nowhere.
  func performSegue(withIdentifier identifier: String, sender: AnyObject?) -> Bool
}

/// Finds storyboards by name; belongs to an application, and is there once it has opened one.
@MainActor package protocol StoryboardOpening: AnyObject {
  /// Makes the controller of a scene.
  ///
  /// - Parameters:
  ///   - sceneIdentifier: What the scene is found by.
  ///   - storyboard: The storyboard's name.
  ///   - bundle: The name of the bundle that it lies in.
  /// - Returns: `nil` when there is no such storyboard or scene, which is logged.
  func viewController(
    withSceneIdentifier sceneIdentifier: String, storyboard: String, bundle: String
  ) -> ViewController?
}
