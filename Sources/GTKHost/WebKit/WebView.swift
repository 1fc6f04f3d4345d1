// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if WebKit
  import CWebKit
  public import Foundation
  import GTKSupport
  public import RestorationArchive
  import ViewControllers

  /// A view of the web, drawn by WebKitGTK.
  ///
  /// With an identifier its history is preserved, with zoom and scroll position of each page (R103).
  /// Pages are loaded anew: the one shown at once, another when the user goes back or forward to it.
  /// Its position is applied when it has arrived, and until then it is saved again as it was (R41).
  @MainActor public final class WebView: NativeView {
    /// Called when ``url``, ``title``, ``isLoading`` or the ways back and forward have changed.
    public var onChange: (@MainActor () -> Void)?

    /// What is known of the pages of the history, by their places in it.
    private var pages: [Int: PageState] = [:]

    /// Pages with a known position that they have to be scrolled to when they have arrived.
    private var awaited: Set<Int> = []

    /// The page that has been told to scroll to its awaited position: what it tells from now on counts.
    private var applied: Int?

    /// Creates a view that shows no page.
    ///
    /// - Parameter restorationIdentifier: Its `restorationIdentifier`.
    public init(restorationIdentifier: String? = nil) {
      unsafe super.init { unsafe PageScript.makeWebView() }
      self.restorationIdentifier = restorationIdentifier
    }

    /// The address of the page that is shown or on its way; `nil` for none.
    public var url: URL? {
      unsafe cwebkit_web_view_uri(widget).flatMap { unsafe URL(string: String(cString: $0)) }
    }

    /// How far the page at ``url`` is scrolled, in the page's own points; zero until it has arrived.
    public var scrollOffset: CGPoint {
      awaited.contains(historyIndex) ? .zero : currentPage?.offset ?? .zero
    }

    /// What is known of the page at ``url``; nothing while it is on its way.
    private var currentPage: PageState? {
      pages[historyIndex].flatMap { $0.url == url?.absoluteString ? $0 : nil }
    }

    private var historyIndex: Int { unsafe Int(cwebkit_web_view_history_index(widget)) }

    private func historyURL(at index: Int) -> String? {
      unsafe cwebkit_web_view_history_uri(widget, Int32(index - historyIndex)).map {
        unsafe String(cString: $0)
      }
    }

    /// The title that the page gives itself; `nil` until it is known.
    public var title: String? {
      unsafe cwebkit_web_view_title(widget).flatMap {
        unsafe $0.pointee == 0 ? nil : String(cString: $0)
      }
    }

    /// Whether a page is on its way.
    public var isLoading: Bool { unsafe cwebkit_web_view_is_loading(widget) != 0 }

    /// Whether there is a page to go back to.
    public var canGoBack: Bool { unsafe cwebkit_web_view_can_go_back(widget) != 0 }

    /// Whether the user has gone back from a page.
    public var canGoForward: Bool { unsafe cwebkit_web_view_can_go_forward(widget) != 0 }

    /// How much larger the page is shown; 1 is its own size.
    ///
    /// A page that is new begins with the zoom of the page before it.
    public var pageZoom: Double {
      get { unsafe cwebkit_web_view_zoom(widget) }
      set { unsafe cwebkit_web_view_set_zoom(widget, min(max(newValue, 0.25), 5)) }
    }

    /// Loads a page.
    ///
    /// - Parameter url: Its address. What cannot be loaded shows WebKit's page that says so.
    public func load(_ url: URL) {
      unsafe cwebkit_web_view_load(widget, url.absoluteString)
    }

    /// Loads the page again.
    public func reload() { unsafe cwebkit_web_view_reload(widget) }

    /// Goes to the page before; does nothing without one.
    public func goBack() { unsafe cwebkit_web_view_go_back(widget) }

    /// Goes to the page that the user came back from; does nothing without one.
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
      // There is no address for a moment when a page could not be loaded.
      let waiting = awaited.contains(historyIndex) ? pages[historyIndex]?.url : nil
      guard let url = url?.absoluteString ?? waiting else { return }
      coder.encode(url, forKey: WebViewKey.url)
      coder.encode(history, forKey: WebViewKey.history)
      coder.encode(pageZoom, forKey: WebViewKey.pageZoom)
      let offset = pages[historyIndex].flatMap { $0.url == url ? $0.offset : nil } ?? .zero
      coder.encode([offset.x, offset.y], forKey: WebViewKey.scrollOffset)
      let known = pages.filter { historyURL(at: $0.key) == $0.value.url }
      let places = known.keys.sorted()
      coder.encode(places, forKey: WebViewKey.pageIndexes)
      coder.encode(places.compactMap { known[$0] }, forKey: WebViewKey.pages)
    }

    public override func decodeRestorableState(with coder: RestorationDecoder) {
      super.decodeRestorableState(with: coder)
      guard let address = coder.decode(String.self, forKey: WebViewKey.url),
        let url = URL(string: address)
      else { return }
      if let zoom = coder.decode(Double.self, forKey: WebViewKey.pageZoom), zoom.isFinite {
        pageZoom = zoom
      }
      // A history that this WebKit cannot read costs the way back, not the page; and one from when
      // the page was on its way has it not yet.
      let history = coder.decode(Data.self, forKey: WebViewKey.history) ?? Data()
      let current = restore(history)
      decodePages(with: coder)
      let offset = coder.decode([Double].self, forKey: WebViewKey.scrollOffset) ?? []
      if offset.count == 2, offset.allSatisfy(\.isFinite), current == url || current == nil {
        pages[historyIndex] = PageState(
          url: address, offset: CGPoint(x: offset[0], y: offset[1]), zoom: pageZoom)
      }
      awaited = Set(pages.keys)
      applied = nil
      if current == url { unsafe cwebkit_web_view_load_current(widget) } else { load(url) }
    }

    /// A place in a history that could not be restored says nothing.
    private func decodePages(with coder: RestorationDecoder) {
      let indexes = coder.decode([Int].self, forKey: WebViewKey.pageIndexes) ?? []
      let states = coder.decode([PageState].self, forKey: WebViewKey.pages) ?? []
      let known = Dictionary(zip(indexes, states), uniquingKeysWith: { first, _ in first })
      pages = known.filter { index, page in
        let isValid = [page.offset.x, page.offset.y, page.zoom].allSatisfy(\.isFinite)
        return isValid && (0..<10_000).contains(index) && historyURL(at: index) == page.url
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

    /// Takes a history back; answers the address of its current page, which is not loaded yet.
    private func restore(_ history: Data) -> URL? {
      let address = unsafe history.withUnsafeBytes {
        unsafe cwebkit_web_view_restore_history(widget, $0.baseAddress, gsize($0.count))
      }
      return unsafe address.flatMap { unsafe URL(string: String(cString: $0)) }
    }

    /// Runs a script in the page, in the world of ``PageScript``.
    func run(_ script: String) { unsafe cwebkit_web_view_run(widget, script, PageScript.world) }

    private func pageDidChange() {
      invalidateRestorableState()
      onChange?()
    }

    /// A new page takes the place of those that the user went back from, even one of the same address.
    private func historyDidGrow() {
      let new = historyIndex
      // The first page of a view whose history could not be restored is the one that was shown.
      guard new > 0 || !awaited.contains(0) || pages[0]?.url != historyURL(at: 0) else { return }
      pages = pages.filter { $0.key < new }
      awaited.formIntersection(pages.keys)
    }

    /// The history has the page; what is known of others that were there before is forgotten.
    private func pageDidCommit() {
      let shown = historyIndex
      pages = pages.filter { index, page in
        index == shown && page.url == url?.absoluteString || historyURL(at: index) == page.url
      }
      awaited.formIntersection(pages.keys)
      applied = nil
      guard let page = currentPage else { return }
      // The user has come back to it. WebKit scrolls it for the zoom of the page before.
      awaited.insert(shown)
      if page.zoom != pageZoom { pageZoom = page.zoom }
    }

    private func zoomDidChange() {
      if currentPage != nil { pages[historyIndex]?.zoom = pageZoom }
      invalidateRestorableState()
    }

    /// A page is long enough to be scrolled only when all of it is there.
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
      guard let address = unsafe cwebkit_message_position(message, &x, &y, &hasInput) else {
        return
      }
      defer { unsafe g_free(address) }
      let index = historyIndex
      guard let page = unsafe URL(string: String(cString: address)), page == url,
        historyURL(at: index).map({ $0 == page.absoluteString }) ?? true,
        // Until all of the page is there, only the user scrolls it.
        !awaited.contains(index) || applied == index || hasInput
      else { return }
      awaited.remove(index)
      pages[index] = PageState(
        url: page.absoluteString, offset: CGPoint(x: x, y: y), zoom: pageZoom)
      invalidateRestorableState()
    }
  }

  /// What is kept of one page of the history.
  private struct PageState: Codable, Hashable, Sendable {
    var url: String
    var offset: CGPoint
    var zoom: Double
  }

  /// The keys under which a web view saves its state.
  private enum WebViewKey {
    static let url = "WebView.url"
    static let history = "WebView.history"
    static let pageZoom = "WebView.pageZoom"
    static let scrollOffset = "WebView.scrollOffset"
    static let pageIndexes = "WebView.pageIndexes"
    static let pages = "WebView.pages"
  }
#endif
