// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllersTesting

/// Values of controls go back only over the values that they were changed from.
@MainActor struct ValueTests {
  /// What the application knows at a launch.
  private final class Model {
    var number = 1
    /// Whether the controls are filled only when they come on screen.
    var isLate = false
    var restoration = ValueRestoration.overItsBase
  }

  /// A screen with one control of each kind, filled from a model.
  private final class Screen: ViewController {
    let model: Model
    let toggle = Switch()
    let slider = Slider()
    let stepper = Stepper()
    let segments = SegmentedControl(
      titles: ["0", "1", "2", "3"], restorationIdentifier: "Segments")
    var told: [Bool] = []

    init(_ model: Model) {
      self.model = model
      super.init(restorationIdentifier: "Screen")
    }

    var controls: [Control] { [toggle, slider, stepper, segments] }

    override func viewDidLoad() {
      super.viewDidLoad()
      toggle.restorationIdentifier = "Switch"
      slider.restorationIdentifier = "Slider"
      slider.maximumValue = 3
      stepper.restorationIdentifier = "Stepper"
      for control in controls {
        control.valueRestoration = model.restoration
        control.onUnrestoredValueChange = { [unowned self] in told.append($0) }
        view.addSubview(control)
      }
      if !model.isLate { set(model.number) }
    }

    override func viewWillAppear(_ animated: Bool) {
      super.viewWillAppear(animated)
      if model.isLate { set(model.number) }
    }

    func set(_ number: Int) {
      toggle.isOn = number > 1
      (slider.value, stepper.value) = (Double(number), Double(number))
      segments.selectedSegmentIndex = number
    }

    /// What the controls show; 0 or 3 of the switch.
    var shown: [Int] {
      [
        toggle.isOn ? 3 : 0, Int(slider.value), Int(stepper.value),
        segments.selectedSegmentIndex ?? -1,
      ]
    }
  }

  private let model = Model()

  /// Returns a program whose user has chosen a number in a first life.
  private func program(choosing number: Int?) -> TestApplication<Screen> {
    let model = model
    let program = TestApplication(Screen(model))
    if let number { program.root.set(number) }
    return program
  }

  @Test(
    "R222: an untouched value is not saved, so a new default arrives", arguments: [false, true])
  func newDefaultArrives(isLate: Bool) {
    model.isLate = isLate
    let program = program(choosing: nil)
    model.number = 2
    program.relaunch()
    #expect(program.root.shown == [3, 2, 2, 2])
  }

  @Test("R104, R222: a changed value goes back over its base", arguments: [false, true])
  func valueGoesBackOverItsBase(isLate: Bool) {
    model.isLate = isLate
    let program = program(choosing: 3)
    for _ in 0..<2 {
      program.relaunch()
      #expect(program.root.shown == [3, 3, 3, 3])
      #expect(program.root.told.isEmpty)
    }
  }

  @Test("R222: over another base the application's value stays, and the user's is offered")
  func valueIsOfferedOverAnotherBase() {
    let program = program(choosing: 3)
    model.number = 2
    for _ in 0..<2 {
      program.relaunch()
      #expect(program.root.shown == [3, 2, 2, 2])
      #expect(program.root.controls.map(\.hasUnrestoredValue) == [false, true, true, true])
      #expect(program.root.told == [true, true, true])
    }
    program.root.slider.takeUnrestoredValue()
    program.root.stepper.discardUnrestoredValue()
    program.root.segments.selectedSegmentIndex = 0
    #expect(program.root.shown == [3, 3, 2, 0])
    #expect(program.root.told.suffix(3) == [false, false, false])
    program.relaunch()
    #expect(program.root.shown == [3, 3, 2, 0])
    #expect(program.root.told.isEmpty)
  }

  @Test("R222: a value that the application keeps itself can be changed elsewhere")
  func valueThatTheApplicationKeeps() {
    let program = program(choosing: 3)
    model.number = 3
    program.relaunch()
    #expect(program.root.shown == [3, 3, 3, 3])
    model.number = 1
    program.relaunch()
    #expect(program.root.shown == [0, 1, 1, 1])
  }

  @Test("R222: a chosen segment waits for its title, and fewer titles are nobody's choice")
  func chosenSegmentWaitsForItsTitle() {
    model.number = 2
    for chosen in [nil, 3] {
      let program = program(choosing: chosen)
      let (segments, titles) = (program.root.segments, program.root.segments.titles)
      segments.titles = ["0", "1"]
      #expect(segments.selectedSegmentIndex == nil)
      segments.titles = ["0"]
      segments.titles = titles
      #expect(segments.selectedSegmentIndex == chosen ?? 2)
      segments.titles = ["0", "1"]
      program.relaunch(.killed, keepsControllers: true)
      #expect(program.root.segments.selectedSegmentIndex == chosen ?? 2)
      program.root.segments.titles = ["0", "1"]
      program.root.segments.selectedSegmentIndex = nil
      program.root.segments.titles = titles
      #expect(program.root.segments.selectedSegmentIndex == nil)
    }
  }

  @Test("R222: a value is deleted when it is not to be restored any more")
  func valueThatIsNotRestoredAnyMore() {
    let program = program(choosing: 3)
    program.relaunch()
    for control in program.root.controls { control.valueRestoration = .never }
    program.relaunch(.killed)
    #expect(program.root.shown == [0, 1, 1, 1])
  }

  @Test("R222: the user's value goes back over any suggestion, and never over a setting")
  func suggestionsAndSettings() {
    let program = program(choosing: 3)
    (model.number, model.restoration) = (2, .overAnyValue)
    program.relaunch()
    #expect(program.root.shown == [3, 3, 3, 3])
    (model.number, model.restoration) = (0, .never)
    program.relaunch()
    #expect(program.root.shown == [0, 0, 0, 0])
  }

  @Test("R222: what appearance callbacks set again is no choice of the user's")
  func valuesSetWhenAScreenIsUncovered() {
    model.isLate = true
    let model = model
    let program = TestApplication(NavigationController(rootViewController: Screen(model)))
    var screen: Screen? { program.root.viewControllers.first as? Screen }
    screen?.set(3)
    program.root.pushViewController(ViewController(), animated: false)
    model.number = 2
    program.root.popViewController(animated: false)
    #expect(screen?.shown == [3, 2, 2, 2])
    model.number = 0
    program.relaunch()
    #expect(screen?.shown == [0, 0, 0, 0])
  }
}
