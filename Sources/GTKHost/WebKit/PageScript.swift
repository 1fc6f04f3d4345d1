// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if WebKit
  import CWebKit

  import struct Foundation.CGPoint

  /// What runs in every page, apart from the page's own scripts: it tells where the page is scrolled.
  ///
  /// WebKit knows the position of the page shown only some time after it changed, and can be asked
  /// for it only asynchronously, while state is encoded at once (R8). So the page tells.
  enum PageScript {
    /// The name of the world that the page's own scripts cannot see into.
    static let world = "StateRestoration"

    /// The name under which messages arrive.
    static let handler = "scroll"

    /// Tells the position, whether the user has done something in the page, and which page it is:
    /// another may be on its way, or WebKit's own page that says what went wrong may be shown in its
    /// place.
    static let post = """
      webkit.messageHandlers.\(handler).postMessage(
        [scrollX, scrollY, location.href, window.hasInput === true])
      """

    /// What the user does to scroll.
    private static let inputs = "['wheel', 'keydown', 'pointerdown', 'touchstart']"

    /// A new web view whose pages run the script.
    @MainActor static func makeWebView() -> UnsafeMutableRawPointer {
      let script = """
        for (const input of \(inputs))
          addEventListener(input, () => { window.hasInput = true; }, {passive: true});
        addEventListener('scroll', () => \(post), {passive: true});
        """
      return unsafe cwebkit_web_view_new(script, world, handler)
    }

    /// Scrolls a page, keeps it there until the user does something, and tells how far it could be
    /// scrolled.
    ///
    /// WebKit itself scrolls a page of a restored history to where it last knew it, which is somewhere
    /// the page has been, and it does so at some time after the page has arrived.
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
