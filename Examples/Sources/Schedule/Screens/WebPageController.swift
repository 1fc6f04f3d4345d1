// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if WebKit
import ConferenceSchedule
import Foundation
import GTKHost

/// A sheet with a web page about a session.
///
/// The web view saves the reading position; only the sheet must be created again.
@MainActor final class WebPageController: ViewController {
  let webView = WebView(restorationIdentifier: "Web View")
  private let titleLabel = Label()
  private lazy var backButton = Button("Back") { [weak self] in self?.webView.goBack() }

  init() {
    super.init(restorationIdentifier: "Web Page")
    preferredContentSize = CGSize(width: 900, height: 600)
  }

  override func loadView() -> View {
    titleLabel.truncates = true
    titleLabel.styleNames = ["sheet-heading"]
    titleLabel.layout.expandsHorizontally = true
    let done = Button("Done") { [weak self] in self?.dismiss(animated: true) }
    let bar = StackView(
      axis: .horizontal, spacing: 8, arrangedSubviews: [backButton, titleLabel, done])
    bar.layout.margins = EdgeInsets(all: 12)
    webView.layout = .expanding
    webView.layout.minimumSize.height = 400
    webView.onChange = { [weak self] in self?.pageDidChange() }
    return StackView(axis: .vertical, arrangedSubviews: [bar, webView])
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    pageDidChange()
  }

  private func pageDidChange() {
    titleLabel.text = webView.title ?? webView.url?.absoluteString ?? ""
    backButton.isEnabled = webView.canGoBack
  }
}

extension SessionDetailsController {
  /// A button for each page about the session.
  var linkButtons: [View] {
    session.links.map { link in
      let button = Button(link.title) { [weak self] in
        let page = WebPageController()
        page.webView.load(link.url)
        self?.present(page, animated: true)
      }
      button.layout.horizontal = .start
      button.styleNames = ["link"]
      return button
    }
  }
}
#else
import ConferenceSchedule
import Foundation
import ViewControllers

extension SessionDetailsController {
  /// A button for each page about the session.
  ///
  /// Without a web view, the browser opens the page.
  var linkButtons: [View] {
    session.links.map { link in
      let button = Button(link.title) { [weak self] in
        self?.conference.openPage(link.url) { [weak self] in self?.tellAddress(of: link) }
      }
      button.layout.horizontal = .start
      button.styleNames = ["link"]
      return button
    }
  }

  private func tellAddress(of link: Schedule.Link) {
    let alert = AlertController(
      title: "The page could not be opened.", message: link.url.absoluteString)
    alert.addAction(AlertAction(title: "Close", style: .cancel))
    present(alert, animated: true)
  }
}
#endif
