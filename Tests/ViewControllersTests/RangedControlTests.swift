// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllersTesting

/// Controls that allow less at a launch than they did before.
///
/// Their limits may grow again later.
@MainActor struct RangedControlTests {
  /// A screen with one control of each kind and given limits.
  private final class Screen: ViewController {
    let limits: Limits
    let segments = SegmentedControl(restorationIdentifier: "Segments")
    let search = SearchBar(restorationIdentifier: "Search")
    let slider = CountedSlider()
    let stepper = Stepper()

    init(_ limits: Limits) {
      self.limits = limits
      super.init()
    }

    override func viewDidLoad() {
      super.viewDidLoad()
      slider.restorationIdentifier = "Slider"
      stepper.restorationIdentifier = "Stepper"
      for control in [segments, search, slider, stepper] { view.addSubview(control) }
      allow(limits.maximum)
    }

    /// Allows numbers up to a maximum, and that number of choices.
    func allow(_ maximum: Int) {
      let titles = (0..<maximum).map { "\($0)" }
      (segments.titles, search.scopeTitles) = (titles, titles)
      (slider.maximumValue, stepper.maximumValue) = (Double(maximum), Double(maximum))
    }

    func choose(_ value: Int) {
      (segments.selectedSegmentIndex, search.selectedScopeIndex) = (value, value)
      (slider.value, stepper.value) = (Double(value), Double(value))
    }

    var choices: [Int] { [segments.selectedSegmentIndex ?? -1, search.selectedScopeIndex] }
    var numbers: [Double] { [slider.value, stepper.value] }
  }

  /// A slider that counts its saves.
  private final class CountedSlider: Slider {
    var encodes = 0

    override func encodeRestorableState(with coder: RestorationEncoder) {
      encodes += 1
      super.encodeRestorableState(with: coder)
    }
  }

  private final class Limits {
    var maximum = 50
  }

  private let limits = Limits()

  private func program(choosing value: Int, thenUpTo maximum: Int) -> TestApplication<Screen> {
    let limits = limits
    let program = TestApplication(Screen(limits))
    program.root.choose(value)
    limits.maximum = maximum
    program.relaunch()
    return program
  }

  @Test("R210: a restored value below the minimum becomes the minimum")
  func valueGoesToTheLeast() {
    let slider = relaunched({ () -> Slider in
      let slider = Slider()
      slider.minimumValue = 10
      slider.maximumValue = 20
      return slider
    }) { $0.value = 2 }
    #expect(slider?.value == 10)
  }

  @Test("R210: a restored value follows its growing limit until it is reached")
  func valueWaitsForItsLimit() {
    let program = program(choosing: 42, thenUpTo: 0)
    #expect(program.root.choices == [-1, 0])
    #expect(program.root.numbers == [0, 0])
    program.root.allow(10)
    #expect(program.root.choices == [9, 9])
    #expect(program.root.numbers == [10, 10])
    program.root.allow(50)
    #expect(program.root.choices == [42, 42])
    #expect(program.root.numbers == [42, 42])
  }

  @Test("R41, R104, R210: a restored value beyond the maximum shows it, and is saved unchanged")
  func waitingValueIsSavedAgain() {
    let program = program(choosing: 42, thenUpTo: 5)
    #expect(program.root.choices == [4, 4])
    #expect(program.root.numbers == [5, 5])
    program.relaunch()
    limits.maximum = 50
    program.relaunch()
    #expect(program.root.choices == [42, 42])
    #expect(program.root.numbers == [42, 42])
  }

  @Test("R104, R210: a restored value comes back when its limit shrinks and grows again")
  func limitShrinksAndGrows() {
    let program = program(choosing: 42, thenUpTo: 50)
    program.root.allow(7)
    #expect(program.root.choices == [6, 6])
    #expect(program.root.numbers == [7, 7])
    program.root.allow(50)
    #expect(program.root.choices == [42, 42])
    #expect(program.root.numbers == [42, 42])
  }

  @Test("R210: setting another value ends the wait")
  func otherValueEndsTheWait() {
    let program = program(choosing: 42, thenUpTo: 5)
    program.root.choose(3)
    program.root.allow(50)
    #expect(program.root.choices == [3, 3])
    #expect(program.root.numbers == [3, 3])
    limits.maximum = 50
    program.relaunch()
    #expect(program.root.numbers == [3, 3])
  }

  @Test("R196, R210: a value that reaches its limit is no change")
  func lateValueIsNoChange() {
    let program = program(choosing: 42, thenUpTo: 5)
    program.application.preserve()
    let encodes = program.root.slider.encodes
    program.root.allow(50)
    program.host.advance(by: .seconds(30))
    #expect(program.root.slider.encodes == encodes)
    program.root.choose(3)
    program.host.advance(by: .seconds(30))
    #expect(program.root.slider.encodes == encodes + 1)
  }

  @Test("R210: reversed, infinite and NaN limits leave a finite value", arguments: [0, 9])
  func impossibleLimits(value: Double) {
    for (least, greatest) in [(5.0, 1.0), (.nan, 1), (5, .nan), (-.infinity, .infinity)] {
      let slider = relaunched({ () -> Slider in
        let slider = Slider()
        (slider.minimumValue, slider.maximumValue) = (least, greatest)
        return slider
      }) { $0.value = value }
      #expect(slider?.value.isFinite == true)
    }
  }

  @Test("R51, R210: a saved NaN or infinity is ignored", arguments: [Double.nan, .infinity])
  func noNumberIsIgnored(value: Double) {
    #expect(relaunched(Slider.init) { $0.value = value }?.value == 0)
    #expect(relaunched(Stepper.init) { $0.value = value }?.value == 0)
  }

  @Test("R83, R210: the scope of a search waits for its scope titles")
  func scopeOfASearchWaits() {
    var titles = ["Titles", "Speakers", "Rooms"]
    let device = Device { window in
      let list = ListScreen(isMadeWithTheView: false)
      list.search.searchBar.scopeTitles = titles
      window.rootViewController = list
    }
    var session = device.launch()
    var search: SearchController? { (session.root as? ListScreen)?.search }
    search?.isActive = true
    search?.searchBar.selectedScopeIndex = 2
    titles = ["Titles"]
    session = session.relaunch()
    #expect(search?.searchBar.selectedScopeIndex == 0)
    session = session.relaunch()
    search?.searchBar.scopeTitles = ["Titles", "Speakers", "Rooms"]
    #expect(search?.searchBar.selectedScopeIndex == 2)
  }
}
