// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Storyboards
import Testing
import ViewControllers

/// The views of a scene: properties, frames, outlets and actions.
@MainActor @Suite struct ViewTests {
  private func form() throws -> (Storyboard, FormController) {
    let session = Device { _, _ in }.launch()
    session.application.storyboards.registerForm()
    let storyboard = try Fixtures.open("Form", application: session.application)
    return (
      storyboard, try #require(storyboard.instantiateInitialViewController() as? FormController)
    )
  }

  @Test("Controls get the properties that the file sets")
  func properties() throws {
    let (_, form) = try form()
    let stack = try #require(find(StackView.self, in: form.view))
    #expect(stack.axis == .vertical)
    #expect(stack.spacing == 12)
    let labels = stack.subviews.compactMap { ($0 as? Label)?.text }
    #expect(labels == ["Name & address", "Grüße", "Bold and plain"])
    let fields = stack.subviews.compactMap { $0 as? TextField }
    #expect(fields.map(\.placeholder) == ["Name", "Password"])
    #expect(fields.map(\.isSecure) == [false, true])
    #expect(find(Switch.self, in: stack)?.isOn == true)
    let slider = try #require(find(Slider.self, in: stack))
    #expect([slider.minimumValue, slider.value, slider.maximumValue] == [1, 3, 5])
    let stepper = try #require(find(Stepper.self, in: stack))
    #expect([stepper.maximumValue, stepper.stepValue, stepper.value] == [10, 2, 4])
    let segments = try #require(find(SegmentedControl.self, in: stack))
    #expect(segments.titles == ["One", "Two"])
    #expect(segments.selectedSegmentIndex == 1)
    #expect(find(ProgressView.self, in: stack)?.progress == 0.25)
    let text = try #require(find(TextView.self, in: stack))
    #expect(text.text == "First line\nsecond line")
    #expect(!text.isEditable)
    let search = try #require(find(SearchBar.self, in: stack))
    #expect(search.placeholder == "Find")
    #expect(search.scopeTitles == ["All", "New"])
    let buttons = stack.subviews.compactMap { $0 as? Button }
    #expect(buttons.map(\.title) == ["Send", "Clear"])
    #expect(buttons.map(\.isEnabled) == [false, true])
    let image = try #require(find(ImageView.self, in: form.view))
    #expect(image.isHidden)
    #expect(image.contentMode == .scaleAspectFill)
    #expect(image.accessibilityLabel == "A stamp")
  }

  @Test("Views are placed as they were designed")
  func places() throws {
    let (_, form) = try form()
    let stack = try #require(find(StackView.self, in: form.view))
    #expect(stack.layout.horizontal == .fill)
    #expect(stack.layout.margins == EdgeInsets(top: 50, left: 20, right: 20))
    #expect(stack.subviews.allSatisfy { $0.layout.horizontal == .center })
    let image = try #require(find(ImageView.self, in: form.view))
    #expect(image.layout.horizontal == .end)
    #expect(image.layout.vertical == .end)
    #expect(image.layout.margins == EdgeInsets(bottom: 10, right: 10))
    #expect(image.layout.minimumSize == CGSize(width: 50, height: 50))
    let inspector = try Fixtures.open("Photos").instantiateViewController(
      withIdentifier: "Ins-ph-001")
    let slider = try #require(find(Slider.self, in: inspector.view))
    #expect(slider.layout.horizontal == .fill)
    #expect(slider.layout.vertical == .start)
    #expect(slider.layout.margins == EdgeInsets(top: 100, left: 18, right: 18))
  }

  @Test("Outlets are set once, before viewDidLoad; those to other objects with the controller")
  func outlets() throws {
    let (_, form) = try form()
    #expect(form.helper != nil)
    #expect(!form.isViewLoaded)
    _ = form.view
    #expect(form.loadedWith == [true, true])
    #expect(form.ratingSlider?.value == 3)
    #expect(form.sliderCount == 1)
    #expect(form.buttons.map(\.title) == ["Send", "Clear"])
  }

  @Test("Actions reach their registered closures, even along the responder chain")
  func actions() throws {
    let (_, form) = try form()
    _ = form.view
    form.nameField?.hostDidEdit(text: "Ada", selectedTextRange: 3..<3)
    form.ratingSlider?.value = 4
    form.ratingSlider?.onChange?(4)
    form.buttons.forEach { $0.action?() }
    find(ImageView.self, in: form.view)?.onClick?()
    #expect(form.log == ["name Ada", "rating 4.0", "send Button", "send ImageView"])
    #expect(form.helper?.clearCount == 1)
  }

  @Test("A missing connection is named with its line")
  func missingConnections() throws {
    let (storyboard, form) = try form()
    _ = form.view
    let found = storyboard.diagnostics.map(\.description)
    #expect(found.contains { $0.hasPrefix("line 105: <outlet> unknown is not registered") })
    #expect(found.contains { $0.hasPrefix("line 107: <outlet> lost leads to xxx-xx-xxx") })
    #expect(found.contains { $0.contains("shows the picture missing") })
    #expect(found.count == 3)
  }

  @Test("An unregistered class is named and replaced by the package's own")
  func unregisteredClass() throws {
    let storyboard = try Fixtures.open("Form")
    let form = try #require(storyboard.instantiateInitialViewController())
    #expect(type(of: form) == ViewController.self)
    _ = form.view
    #expect(
      storyboard.diagnostics.map(\.description).contains(
        "line 6: <viewController> has the class FormController, which is not registered: "
          + "application.storyboards.register(FormController.self) { … }"))
  }

  @Test("A class is found by module and name, by name alone, or by a registered name")
  func namesOfClasses() throws {
    let session = Device { _, _ in }.launch()
    session.application.storyboards.register(ImageController.self, names: ["GridController"]) {
      ImageController()
    }
    let photos = try Fixtures.open("Photos", application: session.application)
    #expect(
      outline(photos.instantiateInitialViewController()).last
        == "  ImageController | Photos | All Photos")
    #expect(try photos.instantiateViewController(withIdentifier: "DetailView") is ImageController)
    session.application.storyboards.register(UILikeContainer.self, names: ["Unheard"]) {
      UILikeContainer()
    }
    let others = try Fixtures.open("Identifiers", application: session.application)
    #expect(try others.instantiateViewController(withIdentifier: "Runtime") is UILikeContainer)
  }

  @Test("A class that does not fit its element is refused")
  func classOfAnotherKind() throws {
    let text = Fixtures.document(
      initial: "n", "<navigationController id=\"n\" customClass=\"ImageController\"/>")
    let session = Device { _, _ in }.launch()
    session.application.storyboards.registerPhotos()
    let storyboard = try Fixtures.open(text: text, application: session.application)
    #expect(storyboard.instantiateInitialViewController() is NavigationController)
    #expect(storyboard.diagnostics.map(\.line) == [4])
  }

  @Test("A table has the rows that the file contains")
  func staticRows() throws {
    let storyboard = try Fixtures.open("Settings")
    let root = try #require(storyboard.instantiateInitialViewController() as? NavigationController)
    let table = try #require(root.topViewController?.view as? TableView)
    let source = try #require(table.dataSource)
    #expect(source.numberOfSections(in: table) == 2)
    #expect(
      (0..<2).map { source.tableView(table, titleForHeaderInSection: $0) }
        == ["General", "About\nthis program"])
    let language = source.tableView(table, cellForRowAt: IndexPath(row: 0, section: 0))
    #expect([language.textLabel.text, language.detailTextLabel.text] == ["Language", "English"])
    let sounds = source.tableView(table, cellForRowAt: IndexPath(row: 1, section: 0))
    #expect(find(Switch.self, in: sounds)?.restorationIdentifier == "Sounds")
    let layout = table.elementLayout(keepingElementsOf: nil)
    #expect(layout.frame(at: IndexPath(row: 1, section: 0), width: 300).height == 90)
    table.recycle(sounds)
    #expect(table.dequeueReusableCell(TableViewCell.self) !== sounds)
    table.hostDidSelectElement(at: IndexPath(row: 0, section: 0), extending: false)
    #expect(root.topViewController?.restorationIdentifier == "Language Screen")
  }

  @Test("Collection views have their layout and prototypes")
  func collectionPrototypes() throws {
    let root = try Fixtures.open("Photos").instantiateInitialViewController()
    let grid = try #require(root?.children.first?.view as? CollectionView)
    #expect(grid.collectionViewLayout.itemSize == CGSize(width: 90, height: 80))
    #expect(grid.collectionViewLayout.spacing == 10)
    #expect(
      grid.collectionViewLayout.sectionInset
        == EdgeInsets(top: 5, left: 4, bottom: 7, right: 6))
    let cell = try #require(grid.dequeueReusableCell(withIdentifier: "PhotoCell"))
    #expect(find(Label.self, in: cell)?.text == "Caption")
    grid.recycle(cell)
    #expect(grid.dequeueReusableCell(withIdentifier: "PhotoCell") === cell)
    #expect(grid.dequeueReusableCell(withIdentifier: "Other") == nil)
  }

  @Test("Colours and images come from asset catalogues, other colours from the file")
  func assetsAreUsed() throws {
    let file = Fixtures.bundle.bundleURL.appendingPathComponent("Colors/Colors.storyboard")
    let storyboard = try Storyboard(contentsOf: file, application: nil)
    let view = try #require(storyboard.instantiateInitialViewController()?.view)
    let labels = view.subviews.compactMap { $0 as? Label }
    #expect(
      labels[0].textColor
        == Color(
          light: Color.Components(red: 1, green: 128 / 255, blue: 0, alpha: 0.5),
          dark: Color.Components(red: 0.2, green: 0.4, blue: 1)))
    #expect(labels[0].backgroundColor == Color(red: 0.25, green: 0.25, blue: 0.25))
    #expect(labels[1].textColor == Color(red: 0.25, green: 0.5, blue: 0.75))
    #expect(labels[2].textColor == nil)
    #expect(view.backgroundColor == nil)
    let image = try #require((view.subviews.last as? ImageView)?.image)
    #expect(image.fileURL.lastPathComponent == "flag@2x.png")
    #expect(storyboard.diagnostics.isEmpty)
  }
}

@MainActor private final class UILikeContainer: ViewController {}
