// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension SceneInstance {
  /// Returns the restoration identifier of a controller or view.
  ///
  /// It is the storyboard identifier if the file says to use that, else an attribute of its own. In
  /// files older than that attribute's field in Interface Builder it is a runtime attribute.
  func restorationIdentifier(of element: Element) -> String? {
    let usesOther = element.flag("useStoryboardIdentifierAsRestorationIdentifier") ?? false
    let other = usesOther ? element["storyboardIdentifier"] : nil
    let runtime = element.runtimeAttributes.last { $0["keyPath"] == "restorationIdentifier" }
    let candidates = [runtime?.string("value"), other, element["restorationIdentifier"]]
    guard let identifier = candidates.lazy.compactMap(\.self).first(where: { !$0.isEmpty }) else {
      if candidates.contains("") {
        note("has an empty restoration identifier, which is ignored", element)
      }
      return nil
    }
    if let flaw = RestorationIdentifier.flaw(of: identifier) {
      // Omits the identifier: this is logged, and identifiers are private (R189).
      note("has a restoration identifier that \(flaw), and is ignored", element)
    }
    return identifier
  }

  /// Notes the runtime attributes that are not set.
  func noteRuntimeAttributes(of element: Element) {
    for attribute in element.runtimeAttributes {
      guard let keyPath = attribute["keyPath"], keyPath != "restorationIdentifier",
        !keyPath.hasPrefix("layer.")
      else { continue }
      note(
        "sets \(keyPath); only restorationIdentifier can be set here", attribute,
        isOncePerFile: true)
    }
  }
}

extension Element {
  fileprivate var runtimeAttributes: [Element] { list("userDefinedRuntimeAttributes") }
}
