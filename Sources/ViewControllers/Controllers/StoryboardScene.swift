// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import RestorationArchive
import StateRestoration

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

/// A transition from one storyboard scene to another.
///
/// Each transition creates one. ``ViewController/prepare(for:sender:)`` receives it before the
/// destination comes on screen. Restoring performs no segue: it puts controllers back directly.
@MainActor public final class StoryboardSegue {
  /// The name in the storyboard; `nil` if it has none.
  public let identifier: String?

  /// The controller that the segue begins at.
  public let source: ViewController

  /// The controller that the segue leads to.
  ///
  /// A new controller, except for an unwind segue.
  public let destination: ViewController

  /// Creates a segue.
  ///
  /// - Parameters:
  ///   - identifier: The name in the storyboard.
  ///   - source: The controller that it begins at.
  ///   - destination: The controller that it leads to.
  package init(identifier: String?, source: ViewController, destination: ViewController) {
    (self.identifier, self.source, self.destination) = (identifier, source, destination)
  }
}

extension ViewController {
  /// Performs a segue of this controller's storyboard scene.
  ///
  /// It creates the destination, calls ``prepare(for:sender:)``, then shows the destination. It
  /// does not call ``shouldPerformSegue(withIdentifier:sender:)``: the caller has decided.
  ///
  /// - Parameters:
  ///   - identifier: The segue's name in the storyboard.
  ///   - sender: The object that started it; passed on.
  /// - Returns: `false` if this controller comes from no storyboard, its scene has no such segue,
  ///   or the segue leads nowhere. The latter two are logged.
  @discardableResult
  public func performSegue(withIdentifier identifier: String, sender: AnyObject? = nil) -> Bool {
    storyboardScene?.performSegue(withIdentifier: identifier, sender: sender) ?? false
  }

  /// Saves the storyboard that this controller came from.
  func encodeStoryboard(with coder: RestorationEncoder) {
    guard let storyboardScene else { return }
    coder.encodeStoryboard(
      name: storyboardScene.storyboardName, bundle: storyboardScene.bundleName,
      sceneIdentifier: storyboardScene.sceneIdentifier)
  }
}

/// The storyboard scene that an archived controller came from.
package struct ArchivedStoryboard {
  /// The storyboard's name.
  package let name: String
  /// The name of the bundle that contains it.
  package let bundle: String
  /// The scene's storyboard identifier or object id.
  package let sceneIdentifier: String

  /// Reads the scene from a controller's record, if there is one.
  ///
  /// `nil` if the controller came from no storyboard.
  ///
  /// - Parameter coder: The controller's coder.
  package init?(coder: RestorationDecoder) {
    guard let parts = coder.decode([String: String].self, forKey: ReservedKey.storyboard),
      let name = parts["name"], let bundle = parts["bundle"],
      let sceneIdentifier = parts["identifier"]
    else { return nil }
    (self.name, self.bundle, self.sceneIdentifier) = (name, bundle, sceneIdentifier)
  }
}

extension RestorationDecoder {
  /// The application whose controller is being restored.
  ///
  /// `nil` in a program without controllers.
  @MainActor package var application: Application? {
    (restorationTree as? ControllerTree)?.application
  }
}
