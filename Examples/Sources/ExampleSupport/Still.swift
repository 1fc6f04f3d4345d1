// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A style for exact screenshots, without elements that come and go.
public enum Still {
  /// Hides the focus ring, scroll bars and the blinking caret.
  ///
  /// GTK shows the ring for three seconds after a key press, and scroll bars for as long as the
  /// pointer moved lately.
  public static let stylesheet = """
    * { outline-style: none; transition: none; caret-color: transparent; }
    scrollbar.overlay-indicator { opacity: 0; }
    """
}
