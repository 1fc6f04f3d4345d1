// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GTKHost
import Storyboards

/// Measures the frame time while a filter's slider moves.
///
/// The inspector is open.
@MainActor enum FilterMeasurement {
  private static let frames = 60

  /// Opens the first photo, moves each filter's slider, prints medians and ends.
  static func run(_ application: Application, _ host: GTKHost, _ library: PhotoLibrary) async {
    guard let photo = library.photos.first, let window = application.windows.first,
      let navigation = window.rootViewController as? NavigationController
    else { return }
    let detail = try? navigation.storyboard?.instantiateViewController(
      withIdentifier: "DetailView")
    guard let controller = detail as? ImageController else { return }
    controller.show(photo, in: library)
    navigation.setViewControllers(
      [navigation.viewControllers[0], controller], animated: false)
    for (key, name) in [("s" as Character, "Sepia"), ("b", "Blur")] {
      await host.settled()
      _ = window.hostDidPressKey(key)
      await host.settled()
      await measure(controller.filters.keys.sorted().joined(separator: " and "), host) {
        controller.filters[name]?.intensity = $0
      }
      navigation.presentedViewController?.dismiss(animated: false)
    }
    application.terminate()
  }

  private static func measure(_ name: String, _ host: GTKHost, _ change: (Float) -> Void) async {
    var times: [Duration] = []
    for frame in 1...frames {
      let start = ContinuousClock.now
      change(Float(frame) / Float(frames))
      await host.settled()
      times.append(ContinuousClock.now - start)
    }
    let median = times.sorted()[frames / 2] / .milliseconds(1)
    print("\(name): a frame every \(median.formatted(.number.precision(.fractionLength(1)))) ms")
  }
}
