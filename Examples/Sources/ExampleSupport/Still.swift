// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// For exact pictures of the screen: nothing on it comes and goes by itself.
public enum Still {
  /// GTK draws a ring around the focus for three seconds after a key, scroll bars over the content
  /// for as long as the pointer moved lately, and a caret that blinks.
  public static let stylesheet = """
    * { outline-style: none; transition: none; caret-color: transparent; }
    scrollbar.overlay-indicator { opacity: 0; }
    """
}
