// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration
import ViewControllers

/// An effect on one photo, made when it is first used and shared by photo and inspector.
///
/// Saves its own two values; whoever refers to it saves a reference only (S0's filters).
@MainActor class ImageFilter: @MainActor StateRestoring {
  let name: String

  @Restorable(key: "ImageFilterActiveKey") var isActive = false {
    didSet { if isActive != oldValue { onChange?() } }
  }

  /// From 0 to 1.
  @Restorable(key: "ImageFilterIntensityKey") var intensity: Float = 0 {
    didSet { if intensity != oldValue { onChange?() } }
  }

  /// Called when a value has changed; belongs to the photo's controller.
  var onChange: (@MainActor () -> Void)?

  /// The photo's controller: each photo has filters of its own (R161).
  weak var restorationParent: (any StateRestoring)?

  /// What the slider is called in the inspector.
  var intensityTitle: String { "Intensity" }

  /// How a picture is drawn while the filter is active.
  var effects: [ImageEffect] { [] }

  /// Without a controller, its parent is that of the path it is restored under (R167).
  fileprivate init(name: String, intensity: Float, of controller: ImageController?) {
    self.name = name
    self.intensity = intensity
    restorationParent = controller
  }

  /// The names of all filters there are, in the order in which they are applied.
  static let names = ["Sepia", "Blur"]

  /// Makes a filter by name.
  static func filter(named name: String, of controller: ImageController) -> ImageFilter? {
    switch name {
    case "Sepia": SepiaFilter(of: controller)
    case "Blur": BlurFilter(of: controller)
    default: nil
    }
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
