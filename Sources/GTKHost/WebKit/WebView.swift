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
  /// With an identifier its history, the page shown, and that page's zoom and scroll position are
  /// preserved (R103). The page itself is loaded anew; its position is applied when it has arrived,
  /// and until then it is saved again as it was (R41).
  @MainActor public final class WebView: NativeView {
    /// Called when ``url``, ``title``, ``isLoading`` or the ways back and forward have changed.
    public var onChange: (@MainActor () -> Void)?

    /// What was heard last of where a page is scrolled.
    private var heard: PagePosition?

    /// A restored position that its page has not been scrolled to yet.
    private var awaited: PagePosition?

    /// Whether the page has been told to scroll to the awaited position: what it tells from now on
    /// counts.
    private var isApplied = false

    /// Creates a view that shows no page.
    ///
    /// - Parameter restorationIdentifier: Its `restorationIdentifier`.
    public init(restorationIdentifier: String? = nil) {
      super.init { PageScript.makeWebView() }
      self.restorationIdentifier = restorationIdentifier
    }

    /// The address of the page that is shown or on its way; `nil` for none.
    public var url: URL? {
      cwebkit_web_view_uri(widget).flatMap { URL(string: String(cString: $0)) }
    }

    /// How far the page at ``url`` is scrolled, in the page's own points; zero until it has arrived.
    public var scrollOffset: CGPoint {
      guard let heard, heard.url == url else { return .zero }
      return heard.offset
    }

    /// The title that the page gives itself; `nil` until it is known.
    public var title: String? {
      cwebkit_web_view_title(widget).flatMap { $0.pointee == 0 ? nil : String(cString: $0) }
    }

    /// Whether a page is on its way.
    public var isLoading: Bool { cwebkit_web_view_is_loading(widget) != 0 }

    /// Whether there is a page to go back to.
    public var canGoBack: Bool { cwebkit_web_view_can_go_back(widget) != 0 }

    /// Whether the user has gone back from a page.
    public var canGoForward: Bool { cwebkit_web_view_can_go_forward(widget) != 0 }

    /// How much larger pages are shown; 1 is their own size.
    public var pageZoom: Double {
      get { cwebkit_web_view_zoom(widget) }
      set { cwebkit_web_view_set_zoom(widget, min(max(newValue, 0.25), 5)) }
    }

    /// Loads a page.
    ///
    /// - Parameter url: Its address. What cannot be loaded shows WebKit's page that says so.
    public func load(_ url: URL) {
      awaited = nil
      cwebkit_web_view_load(widget, url.absoluteString)
    }

    /// Loads the page again.
    public func reload() { cwebkit_web_view_reload(widget) }

    /// Goes to the page before; does nothing without one.
    public func goBack() { cwebkit_web_view_go_back(widget) }

    /// Goes to the page that the user came back from; does nothing without one.
    public func goForward() { cwebkit_web_view_go_forward(widget) }

    public override func widgetDidLoad() {
      super.widgetDidLoad()
      for property in ["uri", "title", "is-loading"] {
        connect(widget, "notify::\(property)") { [weak self] _ in self?.pageDidChange() }
      }
      connect(widget, "load-changed") { [weak self] in
        if $0.enumeration(0) == cwebkit_load_finished() { self?.pageDidArrive() }
      }
      connect(widget, "notify::zoom-level") { [weak self] _ in self?.invalidateRestorableState() }
      guard let messages = cwebkit_web_view_content_manager(widget) else { return }
      connect(messages, "script-message-received::\(PageScript.handler)") { [weak self] in
        self?.pageDidScroll($0.object(0))
      }
    }

    public override func encodeRestorableState(with coder: RestorationEncoder) {
      super.encodeRestorableState(with: coder)
      guard let url = url ?? awaited?.url else { return }
      coder.encode(url.absoluteString, forKey: WebViewKey.url)
      coder.encode(history, forKey: WebViewKey.history)
      coder.encode(pageZoom, forKey: WebViewKey.pageZoom)
      let offset = awaited?.offset ?? scrollOffset
      coder.encode([offset.x, offset.y], forKey: WebViewKey.scrollOffset)
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
      if restore(history) == url { cwebkit_web_view_load_current(widget) } else { load(url) }
      let offset = coder.decode([Double].self, forKey: WebViewKey.scrollOffset) ?? []
      if offset.count == 2, offset.allSatisfy(\.isFinite) {
        awaited = PagePosition(url: url, offset: CGPoint(x: offset[0], y: offset[1]))
        isApplied = false
      }
    }

    /// The history in WebKit's own form; empty when there is none.
    private var history: Data {
      guard let bytes = cwebkit_web_view_history(widget) else { return Data() }
      defer { g_bytes_unref(bytes) }
      var count: gsize = 0
      let start = g_bytes_get_data(bytes, &count)
      return start.map { Data(bytes: $0, count: Int(count)) } ?? Data()
    }

    /// Takes a history back; answers the address of its current page, which is not loaded yet.
    private func restore(_ history: Data) -> URL? {
      let address = history.withUnsafeBytes {
        cwebkit_web_view_restore_history(widget, $0.baseAddress, gsize($0.count))
      }
      return address.flatMap { URL(string: String(cString: $0)) }
    }

    /// Runs a script in the page, in the world of ``PageScript``.
    func run(_ script: String) { cwebkit_web_view_run(widget, script, PageScript.world) }

    private func pageDidChange() {
      // There is no address for a moment when a page could not be loaded.
      if let awaited, let url, url != awaited.url { self.awaited = nil }
      invalidateRestorableState()
      onChange?()
    }

    /// A page is long enough to be scrolled only when all of it is there.
    private func pageDidArrive() {
      guard let awaited else { return run(PageScript.post) }
      isApplied = awaited.url == url
      if isApplied { run(PageScript.restore(awaited.offset)) }
    }

    private func pageDidScroll(_ message: UnsafeMutableRawPointer?) {
      guard let message else { return }
      var (x, y) = (0.0, 0.0)
      guard let address = cwebkit_message_position(message, &x, &y) else { return }
      defer { g_free(address) }
      guard let page = URL(string: String(cString: address)), page == url,
        awaited == nil || isApplied
      else { return }
      awaited = nil
      heard = PagePosition(url: page, offset: CGPoint(x: x, y: y))
      invalidateRestorableState()
    }
  }

  /// Where a page is scrolled.
  private struct PagePosition {
    let url: URL
    let offset: CGPoint
  }

  /// The keys under which a web view saves its state.
  private enum WebViewKey {
    static let url = "WebView.url"
    static let history = "WebView.history"
    static let pageZoom = "WebView.pageZoom"
    static let scrollOffset = "WebView.scrollOffset"
  }
#endif
