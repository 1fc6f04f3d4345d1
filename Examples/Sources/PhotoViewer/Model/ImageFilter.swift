// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import ViewControllers

/// An effect on one photo, made when it is first used and shared by photo and inspector.
///
/// Saves its own two values; whoever refers to it saves a reference only (S0's filters).
@MainActor class ImageFilter: @MainActor StatePreserving {
  let name: String

  var isActive = false { didSet { if isActive != oldValue { onChange?() } } }

  /// From 0 to 1.
  var intensity: Float { didSet { if intensity != oldValue { onChange?() } } }

  /// Called when a value has changed; belongs to the photo's controller.
  var onChange: (@MainActor () -> Void)?

  /// The photo's controller: each photo has filters of its own (R161).
  weak var restorationParent: (any StateRestoring)?

  /// What the slider is called in the inspector.
  var intensityTitle: String { "Intensity" }

  /// How a picture is drawn while the filter is active.
  var effects: [ImageEffect] { [] }

  fileprivate init(name: String, intensity: Float, of controller: ImageController?) {
    self.name = name
    self.intensity = intensity
    restorationParent = controller
  }

  var objectRestorationClass: (any ObjectRestoration.Type)? { ImageFilter.self }

  /// The identifier that the filter is registered under.
  var restorationIdentifier: String { "\(name)Filter" }

  func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(isActive, forKey: "ImageFilterActiveKey")
    coder.encode(intensity, forKey: "ImageFilterIntensityKey")
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    isActive = coder.decodeBool(forKey: "ImageFilterActiveKey")
    intensity = coder.decodeFloat(forKey: "ImageFilterIntensityKey")
  }

  /// The names of all filters there are, in the order in which they are applied.
  static let names = ["Sepia", "Blur"]

  /// Makes a filter by name.
  ///
  /// Without a controller it gets the parent of the path that it is restored under.
  static func filter(named name: String, of controller: ImageController? = nil) -> ImageFilter? {
    switch name {
    case "Sepia": SepiaFilter(of: controller)
    case "Blur": BlurFilter(of: controller)
    default: nil
    }
  }
}

extension ImageFilter: @MainActor ObjectRestoration {
  /// Makes a filter again, if it had been used.
  static func object(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> (any StateRestoring)? {
    names.first { "\($0)Filter" == identifierComponents.last }.flatMap { filter(named: $0) }
  }
}

/// Turns a photo brown, as far as wanted.
@MainActor final class SepiaFilter: ImageFilter {
  init(of controller: ImageController?) {
    super.init(name: "Sepia", intensity: 0.5, of: controller)
  }

  override var effects: [ImageEffect] {
    let sepia = [
      0.393, 0.769, 0.189, 0, 0,
      0.349, 0.686, 0.168, 0, 0,
      0.272, 0.534, 0.131, 0, 0,
      0, 0, 0, 1, 0,
    ]
    let identity: [Double] = [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]
    let strength = Double(intensity)
    return [.colorMatrix(zip(sepia, identity).map { $0 * strength + $1 * (1 - strength) })]
  }
}

/// Makes a photo soft.
@MainActor final class BlurFilter: ImageFilter {
  init(of controller: ImageController?) {
    super.init(name: "Blur", intensity: 0.25, of: controller)
  }

  override var intensityTitle: String { "Radius" }

  override var effects: [ImageEffect] { [.blur(radius: 24 * Double(intensity))] }
}
