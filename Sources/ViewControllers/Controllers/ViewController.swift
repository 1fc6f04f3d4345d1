// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
public import StateRestoration

public import struct Foundation.CGSize

/// A controller of one screen, or of one part of it.
///
/// It manages its view, its children and the controllers that it presents. It takes part in
/// restoration if it has a ``restorationIdentifier`` and something preserved leads to it: the
/// window whose root it is, the container that encodes it, or its presenter. Containers and
/// presenters own the controllers below them.
@MainActor open class ViewController: @MainActor StatePreserving {
  /// The version of the format that ``encodeRestorableState(with:)`` writes.
  ///
  /// The default is 1.
  open class var schemaVersion: Int { 1 }

  /// The name of this controller among its siblings.
  ///
  /// `nil`, the default, excludes it and everything below it from preservation.
  public var restorationIdentifier: String? {
    didSet {
      guard restorationIdentifier != oldValue else { return }
      Arrangement.didChange()
      identityDidChange()
    }
  }

  /// The places of this controller in earlier versions of the program.
  ///
  /// See `StateRestoring` for the form; below a container that numbers its children, a path has the
  /// number: `Nav/:[0]:/Detail`. A restoration class still gets the archived path.
  public var formerRestorationIdentifiers: [String] = []

  /// The class that makes this controller when state is restored.
  ///
  /// It is archived by name, with the controller's path. With `nil`, the default, the delegate is
  /// asked first; then an existing controller with the same path is used.
  public var restorationClass: (any ViewControllerRestoration.Type)? {
    didSet { if restorationClass != oldValue { invalidateRestorableState() } }
  }

  /// The title in the navigation bar above this controller.
  public var title: String? { didSet { if title != oldValue { barContentDidChange() } } }

  /// Buttons at the left of the navigation bar.
  ///
  /// They are shown while this controller is on top.
  public var leftBarButtonItems: [BarButtonItem] = [] { didSet { barContentDidChange() } }

  /// Whether the back button is shown beside ``leftBarButtonItems``.
  ///
  /// Otherwise the items replace it.
  public var leftItemsSupplementBackButton = false { didSet { barContentDidChange() } }

  /// Buttons at the right of the navigation bar.
  ///
  /// They are shown while this controller is on top.
  public var rightBarButtonItems: [BarButtonItem] = [] { didSet { barContentDidChange() } }

  /// Buttons in the toolbar below.
  ///
  /// They are shown while this controller is on top.
  public var toolbarItems: [BarButtonItem] = [] { didSet { barContentDidChange() } }

  /// This controller's tab in a tab bar; `nil` shows its title.
  public var tabBarItem: TabBarItem? {
    didSet { if tabBarItem != oldValue { barContentDidChange() } }
  }

  /// The keyboard shortcuts of this controller.
  ///
  /// They work while it is on screen in the top layer.
  public var keyCommands: [KeyCommand] = []

  /// Called when the user presses any key, before anything handles it.
  ///
  /// Only called while this controller is on screen in the top layer. The default does nothing.
  ///
  /// Use it for things that should appear as soon as the user turns to the keyboard, such as hidden
  /// bars.
  open func userDidPressKey() {}

  /// The requested size when presented, in points.
  ///
  /// Zero requests the content's own size.
  public var preferredContentSize = CGSize.zero

  /// Whether this controller, as a sheet, dims what lies behind it; set it before presenting.
  ///
  /// `false` is for a sheet whose effect the user watches behind it. A popover never dims.
  public var dimsContentBehind = true

  /// The presentation style; set it before presenting.
  ///
  /// It is restored for a presented controller that has ``ModalPresentationStyle/automatic`` at
  /// launch.
  public var modalPresentationStyle = ModalPresentationStyle.automatic

  /// The source of this controller when it is a popover.
  ///
  /// `nil` unless ``modalPresentationStyle`` is ``ModalPresentationStyle/popover``.
  public var popoverPresentationController: PopoverPresentationController? {
    guard modalPresentationStyle == .popover else { return nil }
    let popover = ownPopover ?? PopoverPresentationController()
    ownPopover = popover
    return popover
  }

  private var ownPopover: PopoverPresentationController?

  /// Whether Escape and clicks outside cannot close this presented controller.
  ///
  /// Use it while closing would lose content, such as typed text.
  /// ``presentationDidAttemptToDismiss()`` is called instead. It also applies to a sheet that
  /// contains this controller.
  open var isModalInPresentation = false

  /// Whether this controller is a presentation context.
  ///
  /// If so, it presents what it or its descendants present in the style
  /// ``ModalPresentationStyle/currentContext`` or ``ModalPresentationStyle/overCurrentContext``.
  public var definesPresentationContext = false

  /// The controller that contains this one.
  public internal(set) weak var parent: ViewController? { didSet { Arrangement.didChange() } }

  /// The contained controllers; this controller owns them.
  public internal(set) var children: [ViewController] = [] {
    didSet {
      // If a controller is there twice, the first place counts.
      for index in children.indices.reversed() { children[index].placeAmongSiblings = index }
      Arrangement.didChange()
    }
  }

  /// The index of this controller in its parent's children.
  ///
  /// It is stored because looking for it takes longer the more children there are.
  private(set) var placeAmongSiblings = 0

  /// The stored value of ``searchController``; owned.
  var ownSearchController: SearchController? { didSet { Arrangement.didChange() } }

  /// The sheet that this controller itself presents; owned.
  ///
  /// Sheets that an ancestor presents do not count.
  var presentedSheet: ViewController?

  /// The presenter, while this controller itself is presented.
  weak var sheetPresenter: ViewController? { didSet { Arrangement.didChange() } }

  /// The controller that `present` was called on, while this is presented.
  weak var presentationSource: ViewController?

  /// Whether this sheet comes from saved state.
  ///
  /// If so, it stands for the sheet that launch code presents under its name.
  var isRestoredSheet = false

  /// The window whose root controller this is.
  weak var rootOfWindow: Window? { didSet { Arrangement.didChange() } }

  /// Whether the view was loaded only for decoding.
  ///
  /// None of its state was saved, and no one has seen or changed it since, so none of it is saved.
  var hasViewForDecodeAlone = false

  /// Whether the view is being made.
  ///
  /// Making it is no change of saved state.
  private(set) var isLoadingView = false

  /// Whether the views exist and this controller's decode has begun.
  ///
  /// Values that the application sets from then on override saved ones.
  var hasBegunDecoding = false

  /// The view that gets the focus once this controller is uncovered.
  ///
  /// It waits until the controller is on screen and nothing covers it.
  weak var waitingResponder: View? { didSet { waitingResponder?.hasHadFocus = true } }

  /// The storyboard scene that this controller was made from.
  package var storyboardScene: (any StoryboardScene)?

  private var loadedView: View?

  /// Creates a controller; its view is made when first needed.
  ///
  /// - Parameter restorationIdentifier: Its ``restorationIdentifier``; `nil` excludes it from
  ///   restoration.
  public init(restorationIdentifier: String? = nil) {
    self.restorationIdentifier = restorationIdentifier
  }

  // MARK: View

  /// The root of the views; the first access loads them.
  public var view: View {
    if let loadedView { return loadedView }
    let view = loadView()
    view.viewController = self
    loadedView = view
    isLoadingView = true
    defer { isLoadingView = false }
    storyboardScene?.viewWasMade()
    viewDidLoad()
    return view
  }

  /// Whether the view exists; asking does not load it.
  public var isViewLoaded: Bool { loadedView != nil }

  /// The window this controller is shown in.
  public var window: Window? {
    rootOfWindow ?? parent?.window ?? sheetPresenter?.window
  }

  /// Makes the root view; called once.
  ///
  /// The default makes the view of the controller's storyboard scene, or else a plain ``View``.
  ///
  /// - Returns: A view without superview.
  open func loadView() -> View { storyboardScene?.makeView() ?? View() }

  /// Called once, after the view was made.
  open func viewDidLoad() {}

  /// Called before the view comes on screen.
  ///
  /// - Parameter animated: Whether it moves there.
  open func viewWillAppear(_ animated: Bool) {}

  /// Called when the view has come on screen.
  ///
  /// - Parameter animated: Whether it moved there.
  open func viewDidAppear(_ animated: Bool) {}

  /// Called before the view leaves the screen.
  ///
  /// - Parameter animated: Whether it moves away.
  open func viewWillDisappear(_ animated: Bool) {}

  /// Called when the view has left the screen.
  ///
  /// - Parameter animated: Whether it moved away.
  open func viewDidDisappear(_ animated: Bool) {}

  /// Called when memory runs low; the default does nothing.
  ///
  /// Drop everything that can be made again. Every controller in a window is called, on screen or
  /// not. Views are kept.
  open func didReceiveMemoryWarning() {}

  /// Called when the user tried to close this presented controller.
  ///
  /// ``isModalInPresentation`` kept it open. Here you can ask what to do with its content. The
  /// default does nothing.
  open func presentationDidAttemptToDismiss() {}

  // MARK: Segues

  /// Called before a segue shows its destination; override to pass data.
  ///
  /// Restoring never calls it. The destination's view is not loaded yet.
  ///
  /// - Parameters:
  ///   - segue: The segue, from this controller.
  ///   - sender: The object that started it, such as a button or cell.
  open func prepare(for segue: StoryboardSegue, sender: AnyObject?) {}

  /// Decides whether to follow a segue that the user started.
  ///
  /// The default is `true`.
  ///
  /// - Parameters:
  ///   - identifier: The segue's name in the storyboard; empty if it has none.
  ///   - sender: The object that started it.
  /// - Returns: `false` leaves everything as it is.
  open func shouldPerformSegue(withIdentifier identifier: String, sender: AnyObject?) -> Bool {
    true
  }

  // MARK: Containers override these

  /// The children that are on screen whenever this controller is.
  ///
  /// The default returns the children whose view was made and lies below this controller's view.
  open var visibleChildren: [ViewController] {
    children.filter { $0.isViewLoaded && $0.view.isDescendant(of: view) }
  }

  /// Returns an index that tells siblings with equal identifiers apart.
  ///
  /// The index becomes a component `:[index]:` of the path between container and child. The default
  /// is `nil`: the children of this container have different identifiers.
  ///
  /// - Parameter child: One of ``children``.
  /// - Returns: An index that is the same after a relaunch, or `nil` for no component. While state
  ///   is saved, it changes only with ``children``.
  open func pathComponent(for child: ViewController) -> Int? { nil }

  /// Returns the sibling without which a child is not restored.
  ///
  /// The default is `nil`: each child is restored on its own.
  ///
  /// - Parameter child: One of ``children``.
  /// - Returns: Another child, or `nil`.
  open func prerequisite(for child: ViewController) -> ViewController? { nil }

  /// Whether this controller is never saved.
  ///
  /// A sheet that is presented over a transient one takes its place.
  var isTransient: Bool { false }

  /// The leeway for looking up an object below this container.
  var pathLeeway: PathLeeway { .none }

  /// Replaces all children, with appearance callbacks around the change.
  ///
  /// - Parameters:
  ///   - newChildren: The children from now on; they leave their former parents and presenters.
  ///   - animated: The value that the callbacks receive.
  func setChildren(_ newChildren: [ViewController], animated: Bool) {
    let added = newChildren.filter { $0.parent !== self }
    let formerOwners = added.compactMap(\.owner)
    let staying = Set(newChildren.map { ObjectIdentifier($0) })
    let removed = children.filter { !staying.contains(ObjectIdentifier($0)) }
    changeHierarchy(animated: animated) {
      added.forEach { $0.detachFromOwner() }
      children = newChildren
      children.forEach { $0.parent = self }
    } letGo: {
      for child in removed where !self.children.contains(where: { $0 === child }) {
        if child.parent === self { child.parent = nil }
      }
    }
    contentDidChange()
    invalidateRestorableState()
    added.forEach { $0.invalidateSubtree() }
    formerOwners.forEach { $0.didLoseChild(to: self) }
  }

  // MARK: State

  /// Writes this controller's state; overrides call `super`.
  ///
  /// The default saves the presented controller, the search controller and the storyboard of
  /// origin. It also lets the views that have identifiers take part. It does not save contained
  /// children: the container class does. It never loads the view.
  ///
  /// - Parameter coder: Belongs to this controller alone, and is dead once the method returns.
  open func encodeRestorableState(with coder: RestorationEncoder) {
    encodeStoryboard(with: coder)
    encodePresentedController(with: coder)
    encodeSearchController(with: coder)
    encodeViews(with: coder)
  }

  /// Reads the state that ``encodeRestorableState(with:)`` wrote; overrides call `super`.
  ///
  /// The default presents again what was presented. It lets the views decode once this method has
  /// returned, wherever `super` is called.
  ///
  /// - Parameter coder: Belongs to this controller alone, and is dead once the method returns.
  open func decodeRestorableState(with coder: RestorationDecoder) {
    decodePresentedController(with: coder)
    decodeSearchController(with: coder)
    coder.decodeParts()
  }

  /// Notes a change of a `@Restorable` property in a subclass.
  ///
  /// The change is saved soon.
  ///
  /// - Parameter observer: Ignored: a controller reaches the application through its window.
  public final func declaredPropertyDidChange(_ observer: (any ChangeObserver)?) {
    invalidateRestorableState()
  }

  /// Called once on every restored controller, after all objects have decoded.
  open func applicationFinishedRestoringState() {}

  /// The container of this controller, or else its presenter.
  public final var restorationParent: (any StateRestoring)? { parent ?? sheetPresenter }

  /// Always `nil`: a controller is made by its ``restorationClass``.
  public final var objectRestorationClass: (any ObjectRestoration.Type)? { nil }
}
