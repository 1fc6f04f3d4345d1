// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The storyboard scene that a controller was created from.
///
/// The interface to the module that reads storyboards; the controller owns it.
@MainActor package protocol StoryboardScene: AnyObject {
  /// The storyboard's name.
  var storyboardName: String { get }

  /// The name of the bundle that contains the storyboard.
  var bundleName: String { get }

  /// The scene's storyboard identifier, else its object id.
  var sceneIdentifier: String { get }

  /// The controller's location in the storyboard, for messages.
  var place: String { get }

  /// Creates the controller's root view, once.
  ///
  /// - Returns: `nil` if the scene has none.
  func makeView() -> View?

  /// Called when the views exist, to set outlets and show embedded controllers.
  func viewWasMade()

  /// Performs the segue with a name.
  ///
  /// - Parameters:
  ///   - identifier: The name.
  ///   - sender: The object that started it.
  /// - Returns: `false` if the scene has no such segue, or it leads nowhere.
  func performSegue(withIdentifier identifier: String, sender: AnyObject?) -> Bool
}

/// Finds storyboards by name for an application.
///
/// It exists once the application has opened a storyboard.
@MainActor package protocol StoryboardOpening: AnyObject {
  /// Creates the controller of a scene.
  ///
  /// - Parameters:
  ///   - sceneIdentifier: The scene's storyboard identifier or object id.
  ///   - storyboard: The storyboard's name.
  ///   - bundle: The name of the bundle that contains it.
  /// - Returns: `nil` if there is no such storyboard or scene; this is logged.
  func viewController(
    withSceneIdentifier sceneIdentifier: String, storyboard: String, bundle: String
  ) -> ViewController?
}
