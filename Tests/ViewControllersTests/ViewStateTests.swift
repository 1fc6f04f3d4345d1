// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ViewControllers

@MainActor struct ViewStateTests {
  @Test("R97: a scroll view restores offset, zoom and inset")
  func scrollViewComesBack() {
    let view = relaunched(ScrollView.init) {
      $0.contentOffset = CGPoint(x: 10, y: 250)
      $0.zoomScale = 2.5
      $0.contentInset = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    }
    #expect(view?.contentOffset == CGPoint(x: 10, y: 250))
    #expect(view?.zoomScale == 2.5)
    #expect(view?.contentInset == EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
  }

  @Test("R97: an impossible zoom is not restored", arguments: [0, -2])
  func impossibleZoomIsIgnored(scale: Double) {
    #expect(relaunched(ScrollView.init) { $0.zoomScale = scale }?.zoomScale == 1)
  }

  @Test("R41, R97: a restored offset waits until the content is long enough")
  func restoredOffsetWaitsForContent() {
    let view = relaunched(ScrollView.init) { $0.contentOffset.y = 250 }
    view?.hostDidLayOut(size: CGSize(width: 100, height: 100))
    view?.hostDidScroll(to: .zero)
    view?.hostDidMeasureContent(size: CGSize(width: 100, height: 150))
    view?.hostDidScroll(to: CGPoint(x: 0, y: 50))
    #expect(view?.contentOffset.y == 250)
    view?.hostDidMeasureContent(size: CGSize(width: 100, height: 1000))
    view?.hostDidScroll(to: CGPoint(x: 0, y: 50))
    #expect(view?.contentOffset.y == 50)
  }

  @Test("R97: scrolling by the user ends the wait for content")
  func userScrollsWhileContentIsShort() {
    let view = relaunched(ScrollView.init) { $0.contentOffset.y = 250 }
    view?.hostDidLayOut(size: CGSize(width: 100, height: 100))
    view?.hostDidMeasureContent(size: CGSize(width: 100, height: 150))
    view?.hostDidScroll(to: CGPoint(x: 0, y: 20))
    #expect(view?.contentOffset.y == 20)
  }

  @Test("R100: an image view restores transform and anchor point")
  func imageViewComesBack() {
    let transform = CGAffineTransform(a: 2, b: 0.5, c: -0.5, d: 2, tx: 30, ty: -4)
    let view = relaunched({ ImageView() }) {
      $0.transform = transform
      $0.anchorPoint = CGPoint(x: 0.25, y: 0.75)
    }
    #expect(view?.transform == transform)
    #expect(view?.anchorPoint == CGPoint(x: 0.25, y: 0.75))
  }

  @Test("R100: a freely placed image view restores frame, bounds and centre")
  func freelyPlacedImageViewComesBack() {
    let view = relaunched({ ImageView() }) {
      $0.frame = CGRect(x: 10, y: 20, width: 300, height: 200)
      $0.bounds = CGRect(x: 5, y: 6, width: 100, height: 50)
      $0.center.x += 40
    }
    #expect(view?.bounds == CGRect(x: 5, y: 6, width: 100, height: 50))
    #expect(view?.center == CGPoint(x: 200, y: 120))
    #expect(view?.frame == CGRect(x: 150, y: 95, width: 100, height: 50))
  }

  @Test("R100: an image view placed by its layout restores no frame")
  func laidOutImageViewStaysLaidOut() {
    let view = relaunched({ ImageView() }) {
      $0.hostDidLayOut(size: CGSize(width: 70, height: 80), at: CGPoint(x: 3, y: 4))
      $0.transform.tx = 1
    }
    #expect(view?.transform.tx == 1)
    #expect(view?.isPlacedFreely == false)
  }

  @Test("R100, R209: a restored frame adapts to a superview of another size")
  func restoredFrameFollowsTheSuperview() {
    let make = {
      let view = ImageView()
      view.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
      return view
    }
    let first = device(make).launch()
    first.root?.view.hostDidLayOut(size: CGSize(width: 400, height: 300))
    (content(first) as ImageView?)?.frame = CGRect(x: 50, y: 100, width: 200, height: 150)
    let second = first.relaunch()
    let view: ImageView? = content(second)
    #expect(view?.frame == CGRect(x: 50, y: 100, width: 200, height: 150))
    second.root?.view.hostDidLayOut(size: CGSize(width: 500, height: 360))
    #expect(view?.frame == CGRect(x: 50, y: 160, width: 300, height: 150))
  }

  @Test(
    "A frame set before the first layout stays, an empty one grows, and both follow later resizes",
    arguments: [true, false])
  func firstLayoutAdoptsFrames(isAddedFirst: Bool) {
    let (container, fixed, filling) = (View(), View(), View())
    func add() {
      container.addSubview(fixed)
      container.addSubview(filling)
    }
    if isAddedFirst { add() }
    fixed.autoresizingMask = [.flexibleLeftMargin]
    filling.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    fixed.frame = CGRect(x: 10, y: 10, width: 40, height: 40)
    filling.frame = container.bounds
    container.hostDidLayOut(size: CGSize(width: 200, height: 100))
    if !isAddedFirst { add() }
    #expect(fixed.frame == CGRect(x: 10, y: 10, width: 40, height: 40))
    #expect(filling.frame == CGRect(x: 0, y: 0, width: 200, height: 100))
    container.hostDidLayOut(size: CGSize(width: 260, height: 100))
    #expect(fixed.frame.minX == 70)
    #expect(filling.frame.width == 260)
    let other = View()
    other.hostDidLayOut(size: CGSize(width: 500, height: 100))
    other.addSubview(fixed)
    #expect(fixed.frame.minX == 70, "another superview is no resized one")
  }

  @Test("An empty superview does not change a frame for good")
  func hiddenSuperviewKeepsFrames() {
    let (container, view) = (View(), View())
    container.hostDidLayOut(size: CGSize(width: 1000, height: 500))
    container.addSubview(view)
    view.autoresizingMask = [.flexibleWidth]
    view.frame = CGRect(x: 10, y: 10, width: 980, height: 40)
    container.hostDidLayOut(size: .zero)
    container.hostDidLayOut(size: CGSize(width: 1000, height: 500))
    #expect(view.frame == CGRect(x: 10, y: 10, width: 980, height: 40))
  }

  @Test("An infinite or NaN frame is ignored")
  func impossibleFrameIsNotTaken() {
    let view = View()
    view.frame = CGRect(x: 0, y: 0, width: Double.infinity, height: 1)
    view.center = CGPoint(x: Double.nan, y: 0)
    #expect(!view.isPlacedFreely)
  }

  @Test("R104: a switch restores whether it is on")
  func switchComesBack() {
    #expect(relaunched(Switch.init) { $0.isOn = true }?.isOn == true)
  }

  @Test("R104: a segmented control restores its choice, or that there is none")
  func segmentedControlComesBack() {
    let make = { SegmentedControl(titles: ["Day", "Week", "Month"]) }
    #expect(relaunched(make) { $0.selectedSegmentIndex = 2 }?.selectedSegmentIndex == 2)
    let preset = {
      let control = make()
      control.selectedSegmentIndex = 1
      return control
    }
    #expect(relaunched(preset) { $0.selectedSegmentIndex = 0 }?.selectedSegmentIndex == 0)
    #expect(relaunched(preset) { $0.selectedSegmentIndex = nil }?.selectedSegmentIndex == .none)
  }

  @Test("R104: the choice ends when its segment is removed")
  func choiceEndsWithItsSegment() {
    let control = SegmentedControl(titles: ["Day", "Week"])
    control.selectedSegmentIndex = 1
    control.titles = ["Day"]
    #expect(control.selectedSegmentIndex == nil)
  }

  @Test("R104: progress is not saved")
  func progressIsNotSaved() {
    #expect(relaunched({ ProgressView(progress: 0.1) }) { $0.progress = 0.8 }?.progress == 0.1)
  }

  @Test("R9, R17, R104: a control without identifier is not saved and keeps its default")
  func unnamedControlIsAtItsDefault() {
    #expect(relaunched(Switch.init, identifier: nil) { $0.isOn = true }?.isOn == false)
  }

  @Test("R105: a custom view restores its own values")
  func customViewComesBack() {
    #expect(relaunched({ LoggingView(nil) }) { $0.mark = 31 }?.mark == 31)
  }

  @Test("R150, R196: only a real change of a preserved view is a change")
  func onlyRealChangesCount() {
    let session = Device { window in
      let home = Screen("Home")
      let slider = Slider()
      slider.restorationIdentifier = "Slider"
      home.view.addSubview(slider)
      home.view.addSubview(Slider())
      window.rootViewController = home
    }.launch()
    session.application.preserve()
    let sliders = session.root?.view.subviews.compactMap { $0 as? Slider } ?? []
    sliders[0].value = 0
    sliders[1].value = 1
    #expect(CallLog.entries { session.host.advance(by: .seconds(1)) } == [])
    sliders[0].value = 1
    #expect(
      CallLog.entries { session.host.advance(by: .seconds(1)) } == ["shouldSave", "willEncode"])
  }
}
