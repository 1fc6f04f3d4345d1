// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if WebKit
import Foundation
import RestorationArchive
import StateRestoration
import XCTest

@testable import GTKHost
@testable import ViewControllers

/// A web view with pages from files, in WebKit's real processes.
final class WebViewTests: XCTestCase {
  /// R103, R176: each page of the history returns to its own place.
  ///
  /// It has its own zoom, too. The program may end any number of times before the user goes
  /// there.
  func testEachPageOfTheHistoryComesBack() throws {
    try withPages { device, pages in
      let first = Browser()
      let life = try device.launch { first.screen }
      life.settle()
      for (page, title, top, zoom) in [
        (pages.index, "Index", 320.0, 1.25), (pages.talk, "Talk", 700.0, 2.0),
      ] {
        first.web.load(page)
        life.host.pump { first.isShowing(title) }
        first.web.pageZoom = zoom
        life.settle()
        first.scroll(to: Int(top))
        life.host.pump { first.web.scrollOffset.y == top }
      }
      first.web.goBack()
      life.host.pump { first.isShowing("Index") && first.web.scrollOffset.y == 320 }
      XCTAssertEqual(first.web.pageZoom, 1.25)
      life.end()

      // One relaunch without any navigation.
      let second = Browser()
      let life2 = try device.launch { second.screen }
      life2.host.pump { second.isShowing("Index") && second.web.scrollOffset.y == 320 }
      life2.end()

      let third = Browser()
      let life3 = try device.launch { third.screen }
      defer { life3.end() }
      life3.host.pump { third.isShowing("Index") && third.web.scrollOffset.y == 320 }
      XCTAssertEqual(life3.report?["Screen/Web"], .restored)
      XCTAssertEqual(third.web.pageZoom, 1.25)
      XCTAssertTrue(third.web.canGoForward)
      third.web.goForward()
      life3.host.pump { third.isShowing("Talk") && third.web.scrollOffset.y == 700 }
      XCTAssertEqual(third.web.pageZoom, 2)
      // A new page begins at its top and drops the forward history.
      third.web.goBack()
      life3.host.pump { third.isShowing("Index") && third.web.scrollOffset.y == 320 }
      third.web.load(pages.talk)
      life3.host.pump { third.isShowing("Talk") }
      XCTAssertEqual(third.readPosition(life3.host), 0)
      XCTAssertEqual(third.web.pageZoom, 1.25)
    }
  }

  /// R103: a position is not applied to another page.
  func testAnotherPageStartsAtItsTop() throws {
    try withPages { device, pages in
      try device.read(pages.talk, to: 450)

      let second = Browser()
      let life2 = try device.launch { second.screen }
      defer { life2.end() }
      second.web.load(pages.index)
      life2.host.pump { second.isShowing("Index") }
      XCTAssertEqual(second.readPosition(life2.host), 0)
      second.scroll(to: 20)
      life2.host.pump { second.web.scrollOffset.y == 20 }
    }
  }

  /// R103: pages come back whose addresses contain characters that `URL` escapes.
  func testPageWithAnyAddressComesBack() throws {
    try withPages { device, pages in
      let first = Browser()
      let life = try device.launch { first.screen }
      life.settle()
      first.web.load(pages.index)
      life.host.pump { first.isShowing("Index") }
      for address in ["talk.html?tag[]=a|b", "index.html?{`x`}#^"] {
        let title = address.hasPrefix("talk") ? "Talk" : "Index"
        first.web.run("location = '\(address)'")
        life.host.pump { first.isShowing(title) && first.web.url != pages.index }
        first.web.pageZoom = 1.5
        first.scroll(to: 700)
        life.host.pump { first.web.scrollOffset.y == 700 }
      }
      life.end()

      let second = Browser()
      let life2 = try device.launch { second.screen }
      defer { life2.end() }
      life2.host.pump { second.isShowing("Index") && second.web.scrollOffset.y == 700 }
      XCTAssertEqual(second.web.pageZoom, 1.5)
      second.web.goBack()
      life2.host.pump { second.isShowing("Talk") && second.web.scrollOffset.y == 700 }
    }
  }

  /// R41, R103: a page that does not arrive is saved with its old position.
  ///
  /// It is still loading when the program ends, or it cannot be loaded.
  func testPageThatDoesNotArriveKeepsItsPosition() throws {
    try withPages { device, pages in
      try device.read(pages.talk, to: 450)

      // The second run ends before any page can arrive.
      try device.launch { Browser().screen }.end()

      try pages.hide(pages.talk)
      for _ in 0..<2 {
        let browser = Browser()
        let life = try device.launch { browser.screen }
        life.settle()
        life.host.pump { !browser.web.isLoading }
        browser.web.run("document.title = 'Failed'")
        life.host.pump { browser.isShowing("Failed") }
        XCTAssertEqual(browser.web.url, pages.talk)
        life.end()
      }

      try pages.show(pages.talk)
      let last = Browser()
      let life2 = try device.launch { last.screen }
      defer { life2.end() }
      life2.host.pump { last.isShowing("Talk") && last.web.scrollOffset.y == 450 }
    }
  }

  /// R103: a loading page is restored at its top.
  ///
  /// The back history is restored, too.
  func testPageThatJustBeganComesBack() throws {
    try withPages { device, pages in
      let first = Browser()
      let life = try device.launch { first.screen }
      life.settle()
      first.web.load(pages.index)
      life.host.pump { first.isShowing("Index") }
      first.scroll(to: 450)
      life.host.pump { first.web.scrollOffset.y == 450 }
      first.web.load(pages.talk)
      XCTAssertEqual(first.web.url, pages.talk)
      life.end()

      let second = Browser()
      let life2 = try device.launch { second.screen }
      defer { life2.end() }
      life2.host.pump { second.isShowing("Talk") }
      XCTAssertEqual(second.readPosition(life2.host), 0)
      second.web.goBack()
      life2.host.pump { second.isShowing("Index") && second.web.scrollOffset.y == 450 }
    }
  }

  /// R103: a restored position resists movement by the page.
  ///
  /// It ends when the user scrolls.
  func testRestoredPositionIsHeld() throws {
    try withPages { device, pages in
      try device.read(pages.talk, to: 450)

      let second = Browser()
      let life2 = try device.launch { second.screen }
      defer { life2.end() }
      life2.host.pump { second.isShowing("Talk") && second.web.scrollOffset.y == 450 }
      // The page reports both positions itself, because the view may hear of them at once.
      second.web.run(
        """
        scrollTo(0, 0);
        const moved = scrollY;
        requestAnimationFrame(() => { document.title = `Moved to ${moved}, held at ${scrollY}`; });
        """)
      life2.host.pump { second.isShowing("Moved to 0, held at 450") }
      life2.host.pump { second.web.scrollOffset.y == 450 }
      second.web.run("dispatchEvent(new Event('keydown'))")
      second.scroll(to: 20)
      life2.host.pump { second.web.scrollOffset.y == 20 }
    }
  }

  /// R103: user scrolling counts although the page never finishes loading.
  func testTheUserMayScrollAPageThatIsStillLoading() throws {
    try withPages { device, pages in
      try device.read(pages.talk, to: 450)
      var silent: SilentServer? = try SilentServer()
      try pages.append("<img src='http://127.0.0.1:\(silent?.port ?? 0)/'>", to: pages.talk)
      let second = Browser()
      let life2 = try device.launch { second.screen }
      life2.host.pump { second.web.title == "Talk" }
      life2.host.pump {
        // At first there is nothing to scroll.
        second.web.run("dispatchEvent(new Event('wheel')); scrollTo(0, 20)")
        return second.web.scrollOffset.y == 20
      }
      XCTAssertTrue(second.web.isLoading)
      life2.end()
      silent = nil
      let third = Browser()
      let life3 = try device.launch { third.screen }
      defer { life3.end() }
      life3.host.pump { third.isShowing("Talk") && third.web.scrollOffset.y == 20 }
    }
  }

  /// R103: an empty view saves nothing and decodes nothing.
  func testEmptyViewStaysEmpty() throws {
    try withDevice { device in
      let first = try device.launch { Browser().screen }
      first.settle()
      first.end()
      let browser = Browser()
      let second = try device.launch { browser.screen }
      defer { second.end() }
      second.settle()
      XCTAssertNil(browser.web.url)
      XCTAssertNil(browser.web.title)
      XCTAssertFalse(browser.web.canGoBack)
    }
  }
}

/// Runs a test with a device and two pages.
private func withPages(_ test: @MainActor (Device, Pages) throws -> Void) throws {
  try MainActor.assumeIsolated {
    let pages = try Pages()
    defer { pages.remove() }
    try test(Device(), pages)
  }
}

extension Device {
  /// Runs a program in which the user scrolls down a page.
  @MainActor fileprivate func read(_ page: URL, to top: Double) throws {
    let browser = Browser()
    let life = try launch { browser.screen }
    life.settle()
    browser.web.load(page)
    life.host.pump {
      browser.web.url == page && browser.web.title != nil && !browser.web.isLoading
    }
    browser.scroll(to: Int(top))
    life.host.pump { browser.web.scrollOffset.y == top }
    life.end()
  }
}

/// A screen with a web view.
@MainActor private final class Browser {
  let web = WebView()
  let screen = ViewController()

  init() {
    screen.restorationIdentifier = "Screen"
    web.restorationIdentifier = "Web"
    screen.view.addSubview(web)
  }

  func isShowing(_ title: String) -> Bool { web.title == title && !web.isLoading }

  /// Scrolls as the page's own script would.
  func scroll(to top: Int) { web.run("scrollTo(0, \(top))") }

  /// Returns the page's scroll position after all pending requests.
  func readPosition(_ host: GTKHost) -> CGFloat {
    web.run("webkit.messageHandlers.scroll.postMessage([-1, scrollY, location.href, false])")
    host.pump { web.scrollOffset.x == -1 }
    return web.scrollOffset.y
  }
}

/// Two long pages in their own folder.
private struct Pages {
  private let folder: URL
  let index: URL
  let talk: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pages-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    (index, talk) = (
      folder.appendingPathComponent("index.html"), folder.appendingPathComponent("talk.html")
    )
    for (url, title) in [(index, "Index"), (talk, "Talk")] {
      try Data(
        "<title>\(title)</title><body style='margin: 0'><p style='height: 9000px'>\(title)".utf8
      ).write(to: url)
    }
  }

  func append(_ text: String, to page: URL) throws {
    let file = try FileHandle(forWritingTo: page)
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  /// Moves a page to where it cannot be found.
  func hide(_ page: URL) throws {
    try FileManager.default.moveItem(at: page, to: page.appendingPathExtension("hidden"))
  }

  /// Moves a hidden page back.
  func show(_ page: URL) throws {
    try FileManager.default.moveItem(at: page.appendingPathExtension("hidden"), to: page)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}

/// A server that accepts connections and never answers.
private final class SilentServer {
  let port: UInt16
  private let descriptor: Int32

  init() throws {
    // WebKit's processes must not inherit the socket: they would keep it open.
    let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue
    descriptor = socket(AF_INET, Int32(type), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 8) == 0
          && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(descriptor) }
}
#endif
