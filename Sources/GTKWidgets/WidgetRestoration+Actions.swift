// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Logging
import RestorationArchive
import StateRestoration

extension WidgetRestoration {
  /// Keeps the states of some actions, such as the check marks and choices of menus.
  ///
  /// ```swift
  /// restoration.restoreActions(
  ///   ["sort-by", "show-hidden"], of: OpaquePointer(window), restorationIdentifier: "View")
  /// ```
  ///
  /// Call it before ``restore(_:)``. A state goes back as the value of a widget does: only if the
  /// action has the state again that the user changed it from. Then the action is asked to change
  /// its state, as if the user had chosen it. An action that is added later gets its state then. An
  /// action without state, and one of a setting (`g_settings_create_action`), keeps nothing; the
  /// log names the latter.
  ///
  /// - Parameters:
  ///   - names: The names of the actions, without the group's prefix.
  ///   - group: A `GActionGroup`: an application, an application window, or a group of its own. It
  ///     keeps the names as long as it lives. The states of a window's own actions stay or go with
  ///     the rest of its state when it closes.
  ///   - restorationIdentifier: The name of the group in saved state, unique among windows and
  ///     other registered objects.
  public func restoreActions(
    _ names: [String], of group: OpaquePointer, restorationIdentifier: String
  ) {
    dropLeftState(named: restorationIdentifier)
    let states = unsafe ActionStates(
      names, of: group, identifier: restorationIdentifier, restoration: self)
    let owner = unsafe WidgetPointer(group)
    if let former = unsafe owner.attachment(states.key, as: ActionStates.self) {
      states.succeed(former)
    }
    unsafe owner.attach(states, states.key)
    coordinator.registerObject(
      forStateRestoration: states, restorationIdentifier: restorationIdentifier)
    warnIfActionsHaveName(of: windows.compactMap(\.participant))
  }

  /// Logs a warning if actions have the name of a window: only one of the two is saved.
  func warnIfActionsHaveName(of windows: [WidgetParticipant]) {
    let names = Set(windows.map(\.identifier))
    guard actionStates.contains(where: { names.contains($0.identifier) }) else { return }
    coordinator.logger.warning(
      "Actions have the identifier of a window; only one of the two is saved")
  }

  /// The kept states of actions.
  var actionStates: [ActionStates] {
    coordinator.registeredObjects.compactMap { $0 as? ActionStates }
  }

  /// Returns the kept states of a window's own actions.
  func actionStates(of window: WidgetPointer) -> [ActionStates] {
    actionStates.filter { unsafe $0.group == window.opaque }
  }

  /// Whether the user sees a restored window.
  var isOnScreen: Bool { windows.contains { unsafe $0.window.isOnScreen } }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Whether the user sees this window.
  fileprivate var isOnScreen: Bool {
    unsafe gtk_widget_get_mapped(self) != 0 && gtk_widget_get_width(self) > 0
  }
}

/// The states of actions, by name; their group owns this object.
@safe @MainActor final class ActionStates: @MainActor StatePreserving {
  let group: OpaquePointer
  let identifier: String
  private let restoration: WidgetRestoration
  /// The states, in GVariant's text form.
  private let states: [(name: String, choice: ChosenValue<String>)]
  /// The decoder of their record, until restoring has ended or the user chooses a state.
  private var decoder: RestorationDecoder?
  /// The states at the last signals, or as they were put back since.
  private var known: [String: String] = [:]
  /// The actions whose restored states are being set.
  private var applied: Set<String> = []

  /// The name under which the group owns this object.
  var key: String { "restoration-actions-" + identifier }

  init(
    _ names: [String], of group: OpaquePointer, identifier: String, restoration: WidgetRestoration
  ) {
    unsafe self.group = unsafe group
    self.identifier = identifier
    self.restoration = restoration
    states = names.map { ($0, ChosenValue()) }
    for (name, choice) in states {
      let object = unsafe UnsafeMutableRawPointer(group)
      unsafe connect(object, "action-added::" + name) { [weak self] _ in
        self?.record(by: .program, name, choice)
      }
      unsafe connect(object, "action-state-changed::" + name) { [weak self] _ in
        guard let self else { return }
        record(by: isOnScreen ? .user : .program, name, choice)
      }
      known[name] = state(of: name)
      choice.didChange(to: known[name], by: .program)
      if isSetting(name) {
        restoration.coordinator.logger.warning(
          "The action \(name) is a setting's, which keeps its state; it is not preserved")
      }
    }
  }

  /// Takes over what was known of the actions that an earlier call has named, too.
  func succeed(_ former: ActionStates) {
    for (name, choice) in states {
      former.states.first { $0.name == name }.map { choice.succeed($0.choice) }
    }
  }

  func encodeRestorableState(with coder: RestorationEncoder) {
    noteShown()
    for (name, choice) in states {
      choice.encode(state(of: name), forKey: name, with: coder, restoration(of: name)) {
        coder.encode($0, forKey: $1)
      }
    }
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    decoder = coder
    for (name, choice) in states {
      choice.decode(forKey: name, with: coder) { coder.decodeString(forKey: $0) }
    }
  }

  func applicationFinishedRestoringState() {
    for (name, choice) in states { apply(choice, to: name) }
  }

  /// Sets the restored states that handlers of restored widgets have changed.
  func applyAgain() {
    guard let coder = decoder?.copy() else { return }
    decodeRestorableState(with: coder)
    applicationFinishedRestoringState()
  }

  /// Records that restoring has ended.
  func didRestore() { decoder = nil }

  private func apply(_ choice: ChosenValue<String>, to name: String) {
    guard unsafe g_action_group_has_action(group, name) != 0,
      let text = choice.valueToPutBack(restoration(of: name))
    else { return }
    guard let type = unsafe g_action_group_get_action_state_type(group, name),
      let state = unsafe g_variant_parse(type, text, nil, nil, nil)
    else { return }
    defer { unsafe g_variant_unref(state) }
    choice.didPutBack()
    guard text != self.state(of: name) else { return }
    applied.insert(name)
    unsafe g_action_group_change_action_state(group, name, state)
    applied.remove(name)
    known[name] = self.state(of: name)
  }

  /// Records a new state.
  ///
  /// What a handler of a restored action sets is the program's; a state that still waits to be
  /// restored replaces it, whose signal may come late.
  private func record(by author: ValueAuthor, _ name: String, _ choice: ChosenValue<String>) {
    let (former, state) = (known[name], state(of: name))
    known[name] = state
    guard state != former, !applied.contains(name), applied.isEmpty || !choice.isWaiting,
      !restoration.isRestoringValues
    else { return }
    noteShown()
    let isPrograms = restoration.isRestoring || !applied.isEmpty
    if !isPrograms, author == .user { decoder = nil }
    choice.didChange(to: state, by: isPrograms ? .program : author)
    if choice.isWaiting { apply(choice, to: name) }
    if !restoration.isRestoring { restoration.coordinator.invalidate(self) }
  }

  private func noteShown() {
    if isOnScreen { states.forEach { $0.choice.didShow() } }
  }

  /// Whether the user sees the window that has the actions; any window, if none has them.
  private var isOnScreen: Bool {
    let owner = unsafe WidgetPointer(group)
    guard unsafe owner.isA(gtk_window_get_type()) else { return restoration.isOnScreen }
    return unsafe owner.isOnScreen
  }

  private func state(of name: String) -> String? {
    guard unsafe g_action_group_has_action(group, name) != 0,
      let state = unsafe g_action_group_get_action_state(group, name)
    else { return nil }
    defer { unsafe g_variant_unref(state) }
    guard let text = unsafe g_variant_print(state, 1) else { return nil }
    defer { unsafe g_free(text) }
    return unsafe String(cString: text)
  }

  private func restoration(of name: String) -> ValueRestoration {
    isSetting(name) ? .never : .overItsBase
  }

  private func isSetting(_ name: String) -> Bool {
    guard unsafe WidgetPointer(group).isA(g_action_map_get_type()),
      let action = unsafe g_action_map_lookup_action(group, name)
    else { return false }
    return unsafe WidgetPointer(action).className == "GSettingsAction"
  }
}
#endif
