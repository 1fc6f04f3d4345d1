// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
public import StateRestoration

public import struct Foundation.CGSize

/// Manages one screen, or one part of it: its view, its children and what it presents.
///
/// A controller takes part in restoration when it has a ``restorationIdentifier`` and something
/// preserved leads to it: the window whose root it is, the container that encodes it, or its
/// presenter (R10, R30). Containers and presenters own the controllers below them.
@MainActor open class ViewController: @MainActor StatePreserving {
  /// The version of what ``encodeRestorableState(with:)`` writes; the default is 1.
  open class var schemaVersion: Int { 1 }

  /// The name of this controller among its siblings.
  ///
  /// `nil`, the default, leaves it and everything below it out of preservation (R9, R10).
  public var restorationIdentifier: String? {
    didSet {
      guard restorationIdentifier != oldValue else { return }
      Arrangement.didChange()
      identityDidChange()
    }
  }

  /// The class that makes this controller when state is restored (R67).
  ///
  /// Archived by name with the controller's path. `nil`, the default: the delegate is asked, then
  /// an existing controller with the same path is used.
  public var restorationClass: (any ViewControllerRestoration.Type)? {
    didSet { if restorationClass != oldValue { invalidateRestorableState() } }
  }

  /// The title in the navigation bar above this controller.
  public var title: String? { didSet { if title != oldValue { barContentDidChange() } } }

  /// Buttons at the left of the navigation bar while this controller is on top.
  public var leftBarButtonItems: [BarButtonItem] = [] { didSet { barContentDidChange() } }

  /// Whether the back button is shown beside ``leftBarButtonItems``, which else take its place.
  public var leftItemsSupplementBackButton = false { didSet { barContentDidChange() } }

  /// Buttons at the right of the navigation bar while this controller is on top.
  public var rightBarButtonItems: [BarButtonItem] = [] { didSet { barContentDidChange() } }

  /// Buttons in the toolbar below while this controller is on top.
  public var toolbarItems: [BarButtonItem] = [] { didSet { barContentDidChange() } }

  /// What a tab bar shows for this controller; `nil`: its title.
  public var tabBarItem: TabBarItem? {
    didSet { if tabBarItem != oldValue { barContentDidChange() } }
  }

  /// Keys that do something while this controller is on screen in the top layer.
  public var keyCommands: [KeyCommand] = []

  /// Called when the user presses any key while this controller is on screen in the top layer, before
  /// something else hears of it; the default does nothing.
  ///
  /// For what should be there as soon as the user turns to the keyboard, such as hidden bars.
  open func userDidPressKey() {}

  /// The size this controller asks for when it is presented, in points; zero: the content's own.
  public var preferredContentSize = CGSize.zero

  /// How this controller is shown when it is presented; set it before.
  ///
  /// It comes back with a presented controller that has ``ModalPresentationStyle/automatic`` at launch.
  public var modalPresentationStyle = ModalPresentationStyle.automatic

  /// What this controller belongs to as a popover.
  ///
  /// `nil` unless ``modalPresentationStyle`` is ``ModalPresentationStyle/popover``.
  public var popoverPresentationController: PopoverPresentationController? {
    guard modalPresentationStyle == .popover else { return nil }
    let popover = ownPopover ?? PopoverPresentationController()
    ownPopover = popover
    return popover
  }

  private var ownPopover: PopoverPresentationController?

  /// Whether the user cannot close this presented controller by Escape or a click beside it.
  ///
  /// What it holds would be lost, such as typed text: ``presentationDidAttemptToDismiss()`` is called
  /// instead. Also counts for a sheet that contains this controller.
  open var isModalInPresentation = false

  /// Whether this controller presents what it or its descendants present in one of the styles
  /// ``ModalPresentationStyle/currentContext`` and ``ModalPresentationStyle/overCurrentContext`` (R14).
  public var definesPresentationContext = false

  /// The controller that contains this one.
  public internal(set) weak var parent: ViewController? { didSet { Arrangement.didChange() } }

  /// The contained controllers; this controller owns them.
  public internal(set) var children: [ViewController] = [] {
    didSet {
      // Of a controller that is there twice, the first place counts.
      for index in children.indices.reversed() { children[index].placeAmongSiblings = index }
      Arrangement.didChange()
    }
  }

  /// Where this controller is in its parent's children, since looking for it there takes the longer
  /// the more there are.
  private(set) var placeAmongSiblings = 0

  /// What ``searchController`` shows; owned.
  var ownSearchController: SearchController? { didSet { Arrangement.didChange() } }

  /// What this controller presents itself, as opposed to an ancestor of it; owned.
  var presentedSheet: ViewController?

  /// The presenter, while this very controller is presented.
  weak var sheetPresenter: ViewController? { didSet { Arrangement.didChange() } }

  /// The controller that `present` was called on, while this very controller is presented (R184).
  weak var presentationSource: ViewController?

  /// Whether this controller is presented because it was restored so; it stands for the one that launch
  /// code presents under its name (R213).
  var isRestoredSheet = false

  /// The window whose root controller this is.
  weak var rootOfWindow: Window? { didSet { Arrangement.didChange() } }

  /// Whether the record of this controller names its views.
  ///
  /// It does not when the view was loaded after the last save; a pass that carried that record
  /// over would not reach a view that has changed (R150).
  var hasEncodedViews = false

  /// Whether the view was loaded for decode alone (R40).
  ///
  /// Nothing of it was saved, nobody has seen or changed it since, and so nothing of it is saved (R196).
  var hasViewForDecodeAlone = false

  /// Whether the view is being made, which is no change of what is saved (R196).
  private(set) var isLoadingView = false

  /// Whether the views were made and this controller's decode has begun; what the application sets
  /// from then on wins over what was saved (R102).
  var hasBegunDecoding = false

  /// The view that gets the focus when this controller comes on screen uncovered (R197).
  weak var waitingResponder: View?

  /// The storyboard scene that this controller was made from.
  package var storyboardScene: (any StoryboardScene)?

  private var loadedView: View?

  /// Creates a controller without view; the view is made when it is first needed.
  ///
  /// - Parameter restorationIdentifier: Its ``restorationIdentifier``; `nil` leaves it out of
  ///   restoration (R1).
  public init(restorationIdentifier: String? = nil) {
    self.restorationIdentifier = restorationIdentifier
  }

  // MARK: View

  /// The root of the views; loads them when asked for the first time.
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
  /// The default makes the view of the controller's storyboard scene, else a plain ``View``.
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

  /// The machine runs out of memory: drop what can be made again; the default does nothing.
  ///
  /// Every controller in a window hears it, on screen or not. Views are kept.
  open func didReceiveMemoryWarning() {}

  /// The user tried to close this presented controller, and ``isModalInPresentation`` kept it.
  ///
  /// A good place to ask what is to become of its content. The default does nothing.
  open func presentationDidAttemptToDismiss() {}

  // MARK: Segues

  /// Called before a segue shows its destination; subclasses override it to pass data on.
  ///
  /// Never called by restoring (R61). The destination's view is not loaded yet.
  ///
  /// - Parameters:
  ///   - segue: The segue, from this controller.
  ///   - sender: What started it, such as a button or cell.
  open func prepare(for segue: StoryboardSegue, sender: AnyObject?) {}

  /// Whether a segue that the user started is taken; the default is `true`.
  ///
  /// - Parameters:
  ///   - identifier: The segue's name in the storyboard; empty where it has none.
  ///   - sender: What started it.
  /// - Returns: `false` leaves everything as it is.
  open func shouldPerformSegue(withIdentifier identifier: String, sender: AnyObject?) -> Bool {
    true
  }

  // MARK: Containers override these

  /// The children that are on screen whenever this controller is.
  ///
  /// The default: those whose view was made and put below this controller's view.
  open var visibleChildren: [ViewController] {
    children.filter { $0.isViewLoaded && $0.view.isDescendant(of: view) }
  }

  /// The index that tells a child apart from siblings with the same identifier (R19, R20).
  ///
  /// It becomes a component `:[index]:` of the path between container and child. The default is
  /// `nil`: the children of this container have different identifiers.
  ///
  /// - Parameter child: One of ``children``.
  /// - Returns: An index that is the same after a relaunch, or `nil` for no component. While state is
  ///   saved it changes with ``children`` alone.
  open func pathComponent(for child: ViewController) -> Int? { nil }

  /// The sibling that must be restored for a child to be restored.
  ///
  /// The default is `nil`: each child is restored for itself.
  ///
  /// - Parameter child: One of ``children``.
  /// - Returns: Another child, or `nil`.
  open func prerequisite(for child: ViewController) -> ViewController? { nil }

  /// Whether this controller belongs to a moment: it is never saved, and what is presented over it
  /// takes its place (R84).
  var isTransient: Bool { false }

  /// What the look-up of an object below this container may overlook (R25).
  var pathLeeway: PathLeeway { .none }

  /// Replaces all children, with the appearance callbacks around it.
  ///
  /// - Parameters:
  ///   - newChildren: The children from now on; taken from their former parents and presenters.
  ///   - animated: What the callbacks are told.
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
  /// The default saves what this controller presents, its search controller (R83) and the storyboard
  /// that it came from, and lets those of its views that have identifiers take part (R32). It does
  /// not save contained children: the container class does (R34). Never loads the view (R39).
  ///
  /// - Parameter coder: Belongs to this controller alone and is dead once the method returns.
  open func encodeRestorableState(with coder: RestorationEncoder) {
    encodeStoryboard(with: coder)
    encodePresentedController(with: coder)
    encodeSearchController(with: coder)
    encodeViews(with: coder)
  }

  /// Reads back what ``encodeRestorableState(with:)`` wrote; overrides call `super`.
  ///
  /// The default presents again what was presented and lets the views decode once this method has
  /// returned, wherever `super` is called (R66, R171).
  ///
  /// - Parameter coder: Belongs to this controller alone and is dead once the method returns.
  open func decodeRestorableState(with coder: RestorationDecoder) {
    decodePresentedController(with: coder)
    decodeSearchController(with: coder)
    coder.decodeParts()
  }

  /// A property of a subclass, declared with `@Restorable`, has changed: it is saved soon (R150).
  ///
  /// - Parameter observer: Not used: a controller reaches the application through its window.
  public final func declaredPropertyDidChange(_ observer: (any ChangeObserver)?) {
    invalidateRestorableState()
  }

  /// Called once on every restored controller, after all objects have decoded (R53, R173).
  open func applicationFinishedRestoringState() {}

  /// The controller that this one lies in: its container, else its presenter (R14).
  public final var restorationParent: (any StateRestoring)? { parent ?? sheetPresenter }

  /// Always `nil`: a controller is made by its ``restorationClass``.
  public final var objectRestorationClass: (any ObjectRestoration.Type)? { nil }
}
