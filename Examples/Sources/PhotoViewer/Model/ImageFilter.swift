// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// An effect on one photo, shared by the photo and its inspector.
///
/// It is created on first use. It saves its own two values; objects that use it save only a
/// reference.
@MainActor class ImageFilter: @MainActor StateRestoring {
  let name: String

  @Restorable(key: "ImageFilterActiveKey") var isActive = false {
    didSet { if isActive != oldValue { onChange?() } }
  }

  /// The strength, from 0 to 1.
  @Restorable(key: "ImageFilterIntensityKey") var intensity: Float = 0 {
    didSet { if intensity != oldValue { onChange?() } }
  }

  /// Called after a value has changed; set by the photo's controller.
  var onChange: (@MainActor () -> Void)?

  /// The photo's controller, since each photo has its own filters.
  weak var restorationParent: (any StateRestoring)?

  /// The label of the slider in the inspector.
  var intensityTitle: String { "Intensity" }

  /// The effects on the picture while the filter is active.
  var effects: [ImageEffect] { [] }

  /// Creates a filter for a controller.
  ///
  /// Without a controller, its parent comes from the path under which it is restored.
  fileprivate init(name: String, intensity: Float, of controller: ImageController?) {
    self.name = name
    self.intensity = intensity
    restorationParent = controller
  }

  /// The names of all filters, in the order of application.
  static let names = ["Sepia", "Blur"]

  /// Returns a new filter with a name; `nil` for an unknown name.
  static func filter(named name: String, of controller: ImageController) -> ImageFilter? {
    switch name {
    case "Sepia": SepiaFilter(of: controller)
    case "Blur": BlurFilter(of: controller)
    default: nil
    }
  }
}

/// Tints a photo brown.
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

/// Blurs a photo.
@MainActor final class BlurFilter: ImageFilter {
  init(of controller: ImageController?) {
    super.init(name: "Blur", intensity: 0.25, of: controller)
  }

  override var intensityTitle: String { "Radius" }

  override var effects: [ImageEffect] { [.blur(radius: 24 * Double(intensity))] }
}
