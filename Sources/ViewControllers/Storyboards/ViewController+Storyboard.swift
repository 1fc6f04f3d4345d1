// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import RestorationArchive
import StateRestoration

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
