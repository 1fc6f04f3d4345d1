// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

extension SceneInstance {
  /// Sets the outlets whose destinations are no views.
  func connectObjects() {
    guard let controller else { return }
    connect(controller, element, in: objects, isFinal: false)
    for source in objects.sources {
      connect(source.object, source.element, in: objects, isFinal: false)
    }
  }

  /// Sets the outlets that begin or end at views.
  ///
  /// This happens before `viewDidLoad`.
  func viewWasMade() {
    guard let controller else { return }
    let views = views ?? ObjectScope(in: objects)
    for source in views.sources { connect(source.object, source.element, in: views) }
    connect(controller, element, in: views, after: objects)
    for source in objects.sources {
      connect(source.object, source.element, in: views, after: objects)
    }
    for source in views.sources {
      guard let view = source.object as? View else { continue }
      for segue in source.element.segues where segue["kind"] == "embed" {
        showEmbedded(segue, in: view)
      }
    }
    views.release()
  }

  /// Sets the outlets of one object.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - element: Its element.
  ///   - scope: The scope to find destinations in.
  ///   - earlier: The scope of outlets that are already set; they stay unchanged.
  ///   - isFinal: Whether all possible destinations exist now.
  func connect(
    _ object: AnyObject, _ element: Element, in scope: ObjectScope,
    after earlier: ObjectScope? = nil, isFinal: Bool = true
  ) {
    let outlets = element.connections.filter {
      $0.name == "outlet" || $0.name == "outletCollection"
    }
    var collections: [(outlet: Element, values: [AnyObject])] = []
    var places: [String: Int] = [:]
    for outlet in outlets {
      guard let property = outlet["property"], let id = outlet["destination"] else { continue }
      guard storyboard.document.contains(id: id) else {
        note("\(property) leads to \(id), which is not in the file", outlet)
        continue
      }
      guard let value = target(id, in: scope) else { continue }
      if outlet.name == "outlet" {
        if let earlier, target(id, in: earlier) != nil { continue }
        set(outlet, property, of: object, element, to: [value])
      } else if let index = places[property] {
        collections[index].values.append(value)
      } else {
        places[property] = collections.count
        collections.append((outlet, [value]))
      }
    }
    guard isFinal else { return }
    for (outlet, values) in collections where outlet["property"] != "gestureRecognizers" {
      set(outlet, outlet["property"] ?? "", of: object, element, to: values)
    }
  }

  /// Returns the object with an id.
  ///
  /// `nil` if it is never created, or does not exist yet.
  private func target(_ id: String, in scope: ObjectScope) -> AnyObject? {
    id == element.id ? controller : scope[id]
  }

  private func set(
    _ outlet: Element, _ property: String, of object: AnyObject, _ element: Element,
    to values: [AnyObject]
  ) {
    switch storyboard.classes.setOutlet(property, of: object, to: values) {
    case true?:
      return
    case false?:
      note("\(property) is connected with an object of another type than the outlet's", outlet)
    case nil:
      if setOwnOutlet(property, of: object, to: values[0]) { return }
      // Without a registered class there is nothing to set; a diagnostic already says so.
      guard let name = element["customClass"],
        storyboard.classes.registered(name, module: element["customModule"]) != nil
      else { return }
      note(
        "\(property) is not registered: "
          + "register(\(name).self, outlets: [\"\(property)\": .outlet(\\.\(property))])", outlet)
    }
  }

  /// Sets an outlet that the package's own views have.
  private func setOwnOutlet(_ property: String, of object: AnyObject, to value: AnyObject) -> Bool {
    switch (object, property) {
    case (let table as TableView, "dataSource"):
      if let source = value as? any TableViewDataSource { table.dataSource = source }
    case (let table as TableView, "delegate"):
      if let delegate = value as? any TableViewDelegate { table.delegate = delegate }
    case (let collection as CollectionView, "dataSource"):
      if let source = value as? any CollectionViewDataSource { collection.dataSource = source }
    case (let collection as CollectionView, "delegate"):
      if let delegate = value as? any CollectionViewDelegate { collection.delegate = delegate }
    case (let pages as PageViewController, "dataSource"):
      if let source = value as? any PageViewControllerDataSource { pages.dataSource = source }
    case (_, "delegate"), (is ViewController, "view"):
      break
    default:
      return false
    }
    return true
  }

  // MARK: Actions

  /// Returns a closure with a control's actions and segues for events.
  ///
  /// - Parameters:
  ///   - element: The control's element.
  ///   - events: The events to include; actions without event are always included.
  ///   - sender: The control, which is not retained.
  ///   - scope: The scope of the control; `nil` for a control outside the views.
  /// - Returns: `nil` if the file connects nothing.
  func trigger(
    _ element: Element, events: Set<String> = [], sender: AnyObject, in scope: ObjectScope? = nil
  ) -> (@MainActor () -> Void)? {
    let actions = element.connections.filter { action in
      action.name == "action" && action["eventType"].map(events.contains) ?? true
    }
    let segues = element.segues.filter(\.startsAtTap)
    guard !actions.isEmpty || !segues.isEmpty else { return nil }
    return { [weak self, weak sender] in
      guard let self, let sender else { return }
      for action in actions { send(action, sender: sender, in: scope ?? objects) }
      for segue in segues { performIfAllowed(segue, sender: sender) }
    }
  }

  /// Calls the registered action of its destination or responder chain.
  private func send(_ action: Element, sender: AnyObject, in scope: ObjectScope) {
    guard let selector = action["selector"], let id = action["destination"] else { return }
    let isForResponders = storyboard.document.objects[id]?.name == "placeholder"
    var receiver = isForResponders ? controller : target(id, in: scope)
    while let object = receiver {
      if let perform = storyboard.classes.action(selector, of: object) {
        return perform(object, sender)
      }
      let responder = isForResponders ? object as? ViewController : nil
      receiver = responder?.parent ?? responder?.presentingViewController
    }
    note(
      "\(selector) has no receiver: "
        + "register its class with actions: [\"\(selector)\": { object, sender in … }]", action)
  }
}
