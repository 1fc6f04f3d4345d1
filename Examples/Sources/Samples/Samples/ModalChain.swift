// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// Sheets over sheets, over a pushed screen in a tab.
///
/// The delegate creates them again.
@MainActor final class ModalChain: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    let mail = NavigationController(
      rootViewController: MailboxController(), restorationIdentifier: "Mail")
    let settings = ViewController(restorationIdentifier: "Settings")
    window.rootViewController = TabBarController(
      viewControllers: [settings, mail], restorationIdentifier: "Tabs")
    window.makeKeyAndVisible()
    return true
  }

  func application(
    _ application: Application,
    viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: RestorationDecoder
  ) -> ViewController? {
    switch identifierComponents.last {
    case "Message": MessageController(coder.decodeString(forKey: "subject") ?? "")
    case "Compose": ComposeController.inNavigation()
    case "Draft": ComposeController()
    case "People": PeopleController()
    default: nil
    }
  }

  func use(_ user: User) {
    user.controller(TabBarController.self).selectedIndex = 1
    user.press("Invitation")
    user.press("Reply")
    user.type("I'd love to come, and", into: "Body")
    user.press("Add people")
    user.type("Jo", into: "Find")
  }

  func remarks(_ user: User) -> [String] {
    let draft = user.application.windows[0].presentationChain.dropFirst().first
    let style = draft.map { "\($0.modalPresentationStyle)" } ?? "none"
    return ["the draft is presented as \(style)"]
  }
}

private final class MailboxController: ViewController {
  init() {
    super.init(restorationIdentifier: "Mailbox")
    title = "Mailbox"
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    let invitation = Button("Invitation") { [weak self] in
      self?.navigationController?.pushViewController(
        MessageController("Invitation"), animated: true)
    }
    view.addSubview(invitation)
  }
}

private final class MessageController: ViewController {
  private let subject: String

  init(_ subject: String) {
    self.subject = subject
    super.init(restorationIdentifier: "Message")
    title = subject
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    let reply = Button("Reply") { [weak self] in
      self?.present(ComposeController.inNavigation(), animated: true)
    }
    view.addSubview(reply)
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(subject, forKey: "subject")
  }
}

private final class ComposeController: ViewController {
  init() {
    super.init(restorationIdentifier: "Draft")
    title = "New message"
  }

  static func inNavigation() -> ViewController {
    let navigation = NavigationController(
      rootViewController: ComposeController(), restorationIdentifier: "Compose")
    navigation.modalPresentationStyle = .pageSheet
    return navigation
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(TextView(restorationIdentifier: "Body"))
    view.addSubview(
      Button("Add people") { [weak self] in self?.present(PeopleController(), animated: true) })
  }
}

private final class PeopleController: ViewController {
  init() {
    super.init(restorationIdentifier: "People")
    modalPresentationStyle = .formSheet
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(TextField(restorationIdentifier: "Find"))
  }
}
