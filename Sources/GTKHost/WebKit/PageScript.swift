// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if WebKit
  import CWebKit

  import struct Foundation.CGPoint

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
#endif
