// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if WebKit
import CWebKit
public import Foundation
import GTKSupport
public import RestorationArchive
import ViewControllers

/// A view that shows web pages, drawn by WebKitGTK.
///
/// With an identifier, its history is preserved, with the zoom and the scroll position of each
/// page. Pages are loaded again: the current one at once, another one when the user goes back or
/// forward to it. A page's position is applied when the page has arrived. Until then it is saved
/// again unchanged.
@MainActor public final class WebView: NativeView {
  /// Called when a property of the page or its history has changed.
  ///
  /// Those are ``url``, ``title``, ``isLoading``, ``canGoBack`` and ``canGoForward``.
  public var onChange: (@MainActor () -> Void)?

  /// The known state of the pages, by their index in the history.
  private var pages: [Int: PageState] = [:]

  /// Pages to be scrolled to a known position on arrival.
  private var awaited: Set<Int> = []

  /// The page that was told to scroll to its awaited position.
  ///
  /// From then on the positions that it reports count.
  private var applied: Int?

  /// Creates a view without a page.
  ///
  /// - Parameter restorationIdentifier: The view's `restorationIdentifier`.
  public init(restorationIdentifier: String? = nil) {
    unsafe super.init { unsafe PageScript.makeWebView() }
    self.restorationIdentifier = restorationIdentifier
  }

  /// The address of the current or loading page; `nil` for none.
  public var url: URL? { address.flatMap { URL(string: $0) } }

  /// The same as WebKit writes it.
  ///
  /// `URL` escapes some characters that WebKit does not, so addresses are kept and compared in
  /// this form.
  private var address: String? {
    unsafe cwebkit_web_view_uri(widget).flatMap {
      unsafe $0.pointee == 0 ? nil : String(cString: $0)
    }
  }

  /// The scroll offset of the current page, in its own points.
  ///
  /// Zero until the page has arrived.
  public var scrollOffset: CGPoint {
    awaited.contains(historyIndex) ? .zero : currentPage?.offset ?? .zero
  }

  /// The known state of the current page; `nil` while it is loading.
  private var currentPage: PageState? {
    pages[historyIndex].flatMap { $0.url == address ? $0 : nil }
  }

  private var historyIndex: Int { unsafe Int(cwebkit_web_view_history_index(widget)) }

  private func historyAddress(at index: Int) -> String? {
    unsafe cwebkit_web_view_history_uri(widget, Int32(index - historyIndex)).map {
      unsafe String(cString: $0)
    }
  }

  /// The title of the page; `nil` until it is known.
  public var title: String? {
    unsafe cwebkit_web_view_title(widget).flatMap {
      unsafe $0.pointee == 0 ? nil : String(cString: $0)
    }
  }

  /// Whether a page is loading.
  public var isLoading: Bool { unsafe cwebkit_web_view_is_loading(widget) != 0 }

  /// Whether there is a page to go back to.
  public var canGoBack: Bool { unsafe cwebkit_web_view_can_go_back(widget) != 0 }

  /// Whether there is a page to go forward to.
  public var canGoForward: Bool { unsafe cwebkit_web_view_can_go_forward(widget) != 0 }

  /// The zoom factor of the page; 1 is its own size.
  ///
  /// A new page starts with the zoom of the page before it.
  public var pageZoom: Double {
    get { unsafe cwebkit_web_view_zoom(widget) }
    set { unsafe cwebkit_web_view_set_zoom(widget, min(max(newValue, 0.25), 5)) }
  }

  /// Loads a page.
  ///
  /// - Parameter url: Its address. If it cannot be loaded, WebKit shows an error page.
  public func load(_ url: URL) { load(url.absoluteString) }

  private func load(_ address: String) { unsafe cwebkit_web_view_load(widget, address) }

  /// Loads the page again.
  public func reload() { unsafe cwebkit_web_view_reload(widget) }

  /// Goes to the previous page; does nothing without one.
  public func goBack() { unsafe cwebkit_web_view_go_back(widget) }

  /// Goes forward to the next page; does nothing without one.
  public func goForward() { unsafe cwebkit_web_view_go_forward(widget) }

  public override func widgetDidLoad() {
    super.widgetDidLoad()
    for property in ["uri", "title", "is-loading"] {
      unsafe connect(widget, "notify::\(property)") { [weak self] _ in self?.pageDidChange() }
    }
    unsafe connect(widget, "load-changed") { [weak self] in
      switch $0.enumeration(0) {
      case cwebkit_load_committed(): self?.pageDidCommit()
      case cwebkit_load_finished(): self?.pageDidArrive()
      default: break
      }
    }
    unsafe connect(widget, "notify::zoom-level") { [weak self] _ in self?.zoomDidChange() }
    if let history = unsafe cwebkit_web_view_history_list(widget) {
      unsafe connect(history, "changed") { [weak self] in
        if unsafe $0.object(0) != nil { self?.historyDidGrow() }
      }
    }
    guard let messages = unsafe cwebkit_web_view_content_manager(widget) else { return }
    unsafe connect(messages, "script-message-received::\(PageScript.handler)") { [weak self] in
      unsafe self?.pageDidScroll($0.object(0))
    }
  }

  public override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    // When a page could not be loaded, there is no address for a moment.
    let waiting = awaited.contains(historyIndex) ? pages[historyIndex]?.url : nil
    guard let address = address ?? waiting else { return }
    coder.encode(address, forKey: WebViewKey.url)
    coder.encode(history, forKey: WebViewKey.history)
    coder.encode(pageZoom, forKey: WebViewKey.pageZoom)
    let offset = pages[historyIndex].flatMap { $0.url == address ? $0.offset : nil } ?? .zero
    coder.encode([offset.x, offset.y], forKey: WebViewKey.scrollOffset)
    let known = pages.filter { historyAddress(at: $0.key) == $0.value.url }
    let places = known.keys.sorted()
    coder.encode(places, forKey: WebViewKey.pageIndexes)
    coder.encode(places.compactMap { known[$0] }, forKey: WebViewKey.pages)
  }

  public override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    guard let address = coder.decode(String.self, forKey: WebViewKey.url) else { return }
    if let zoom = coder.decode(Double.self, forKey: WebViewKey.pageZoom), zoom.isFinite {
      pageZoom = zoom
    }
    // If this WebKit cannot read the history, only the way back is lost, not the page. A history
    // that was saved while the page was loading does not contain the page yet.
    let history = coder.decode(Data.self, forKey: WebViewKey.history) ?? Data()
    let current = restore(history)
    decodePages(with: coder)
    let offset = coder.decode([Double].self, forKey: WebViewKey.scrollOffset) ?? []
    if offset.count == 2, offset.allSatisfy(\.isFinite), current == address || current == nil {
      pages[historyIndex] = PageState(
        url: address, offset: CGPoint(x: offset[0], y: offset[1]), zoom: pageZoom)
    }
    awaited = Set(pages.keys)
    applied = nil
    if current == address { unsafe cwebkit_web_view_load_current(widget) } else { load(address) }
  }

  /// Reads the pages' state; drops pages that are not in the history.
  private func decodePages(with coder: RestorationDecoder) {
    let indexes = coder.decode([Int].self, forKey: WebViewKey.pageIndexes) ?? []
    let states = coder.decode([PageState].self, forKey: WebViewKey.pages) ?? []
    let known = Dictionary(zip(indexes, states), uniquingKeysWith: { first, _ in first })
    pages = known.filter { index, page in
      let isValid = [page.offset.x, page.offset.y, page.zoom].allSatisfy(\.isFinite)
      return isValid && (0..<10_000).contains(index) && historyAddress(at: index) == page.url
    }
  }

  /// The history in WebKit's own form; empty when there is none.
  private var history: Data {
    guard let bytes = unsafe cwebkit_web_view_history(widget) else { return Data() }
    defer { unsafe g_bytes_unref(bytes) }
    var count: gsize = 0
    let start = unsafe g_bytes_get_data(bytes, &count)
    return unsafe start.map { unsafe Data(bytes: $0, count: Int(count)) } ?? Data()
  }

  /// Restores a history, and returns the address of its current page.
  ///
  /// The page is not loaded yet.
  private func restore(_ history: Data) -> String? {
    let address = unsafe history.withUnsafeBytes {
      unsafe cwebkit_web_view_restore_history(widget, $0.baseAddress, gsize($0.count))
    }
    return unsafe address.map { unsafe String(cString: $0) }
  }

  /// Runs a script in the page, in the script world of ``PageScript``.
  func run(_ script: String) { unsafe cwebkit_web_view_run(widget, script, PageScript.world) }

  private func pageDidChange() {
    invalidateRestorableState()
    onChange?()
  }

  /// Forgets the pages that a new page replaces in the history.
  ///
  /// Those are the pages that the user went back from; the new page may have the same address as
  /// one of them.
  private func historyDidGrow() {
    let new = historyIndex
    // If the history could not be restored, the first page is the one that was shown.
    guard new > 0 || !awaited.contains(0) || pages[0]?.url != historyAddress(at: 0) else { return }
    pages = pages.filter { $0.key < new }
    awaited.formIntersection(pages.keys)
  }

  /// Handles a page that has entered the history.
  ///
  /// The state of pages that are no longer in the history is dropped.
  private func pageDidCommit() {
    let shown = historyIndex
    pages = pages.filter { index, page in
      index == shown && page.url == address || historyAddress(at: index) == page.url
    }
    awaited.formIntersection(pages.keys)
    applied = nil
    guard let page = currentPage else { return }
    // The user has come back to the page. WebKit scrolls it as if it had the zoom of the page
    // before.
    awaited.insert(shown)
    if page.zoom != pageZoom { pageZoom = page.zoom }
  }

  private func zoomDidChange() {
    if currentPage != nil { pages[historyIndex]?.zoom = pageZoom }
    invalidateRestorableState()
  }

  /// Scrolls the page; before it is complete, it may be too short.
  private func pageDidArrive() {
    guard let page = currentPage, awaited.contains(historyIndex) else {
      return run(PageScript.post)
    }
    applied = historyIndex
    run(PageScript.restore(page.offset))
  }

  private func pageDidScroll(_ message: UnsafeMutableRawPointer?) {
    guard let message = unsafe message else { return }
    var (x, y, hasInput) = (0.0, 0.0, false)
    guard let sender = unsafe cwebkit_message_position(message, &x, &y, &hasInput) else {
      return
    }
    defer { unsafe g_free(sender) }
    let (index, page) = unsafe (historyIndex, String(cString: sender))
    guard page == address, historyAddress(at: index) ?? page == page,
      // Until the page is complete, only the user scrolls it.
      !awaited.contains(index) || applied == index || hasInput
    else { return }
    awaited.remove(index)
    pages[index] = PageState(url: page, offset: CGPoint(x: x, y: y), zoom: pageZoom)
    invalidateRestorableState()
  }
}

/// The kept state of one page of the history.
private struct PageState: Codable, Hashable, Sendable {
  var url: String
  var offset: CGPoint
  var zoom: Double
}

/// The names of the values that a web view saves.
private enum WebViewKey {
  static let url = "WebView.url"
  static let history = "WebView.history"
  static let pageZoom = "WebView.pageZoom"
  static let scrollOffset = "WebView.scrollOffset"
  static let pageIndexes = "WebView.pageIndexes"
  static let pages = "WebView.pages"
}

/// The script that runs in every page and reports the scroll position.
///
/// It is isolated from the page's own scripts. WebKit knows the position of the page only some
/// time after it changed, and answers questions only asynchronously, but state is encoded
/// synchronously. So the page reports its position.
enum PageScript {
  /// The script world, which the page's own scripts cannot access.
  static let world = "StateRestoration"

  /// The name under which messages arrive.
  static let handler = "scroll"

  /// Reports the position, the address, and whether the user did something.
  ///
  /// The address is needed because another page may be loading, or WebKit's error page may be
  /// shown instead.
  static let post = """
    webkit.messageHandlers.\(handler).postMessage(
      [scrollX, scrollY, location.href, window.hasInput === true])
    """

  /// The events by which users scroll.
  private static let inputs = "['wheel', 'keydown', 'pointerdown', 'touchstart']"

  /// Creates a web view whose pages run the script.
  @MainActor static func makeWebView() -> UnsafeMutableRawPointer {
    let script = """
      for (const input of \(inputs))
        addEventListener(input, () => { window.hasInput = true; }, {passive: true});
      addEventListener('scroll', () => \(post), {passive: true});
      """
    return unsafe cwebkit_web_view_new(script, world, handler)
  }

  /// Returns a script that scrolls a page and reports the position.
  ///
  /// The script holds the page there until the user does something, and then reports how far it
  /// could be scrolled. WebKit also scrolls a page of a restored history, to an earlier position
  /// that it remembers, at some time after the page has arrived.
  static func restore(_ offset: CGPoint) -> String {
    """
    (() => {
      const hold = () => scrollTo(
        {left: \(Double(offset.x)), top: \(Double(offset.y)), behavior: 'instant'});
      const inputs = \(inputs);
      const release = () => {
        removeEventListener('scroll', hold);
        for (const input of inputs) removeEventListener(input, release);
      };
      addEventListener('scroll', hold, {passive: true});
      for (const input of inputs) addEventListener(input, release, {passive: true});
      setTimeout(release, 5000);
      hold();
      \(post);
    })()
    """
  }
}
#else
/// A view that shows web pages; unavailable without the trait for WebKit.
@available(
  *, unavailable,
  message: """
    WebView needs this package's trait "WebKit". Write in the dependencies of Package.swift: \
    .package(url: …, from: …, traits: ["WebKit"]). Its headers are in Debian's \
    libwebkitgtk-6.0-dev.
    """
)
@MainActor public final class WebView {
  /// Cannot be called; see the message.
  public init(restorationIdentifier: String? = nil) {}
}
#endif
