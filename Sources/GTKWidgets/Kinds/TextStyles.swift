// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive

/// The styles of a text: which parts have which named tags.
///
/// They belong to exactly that text. A tag without a name cannot be found again. The program makes
/// the tags; missing ones are left out.
struct TextStyles {
  private let text: TextDigest
  /// The tagged parts, one after the other; positions are counted as the buffer counts them.
  private let names: [String]
  private let starts: [Int]
  private let ends: [Int]

  /// Reads the styles in a buffer; `nil` if it has none.
  ///
  /// A `GtkSourceBuffer` has none, because its named tags come from the highlighting.
  ///
  /// - Parameters:
  ///   - buffer: The buffer of a text view.
  ///   - text: Returns the text in it; called only if there are styles.
  @MainActor init?(
    of buffer: UnsafeMutablePointer<GtkTextBuffer>, _ text: () -> String
  ) {
    guard unsafe !Self.isHighlighted(buffer) else { return nil }
    var (names, starts, ends): ([String], [Int], [Int]) = ([], [], [])
    for named in unsafe Self.tags(of: buffer) {
      let tag = unsafe named.pointer
      var place = unsafe GtkTextIter()
      unsafe gtk_text_buffer_get_start_iter(buffer, &place)
      while unsafe gtk_text_iter_starts_tag(&place, tag) != 0
        || gtk_text_iter_forward_to_tag_toggle(&place, tag) != 0
      {
        let start = unsafe gtk_text_iter_get_offset(&place)
        _ = unsafe gtk_text_iter_forward_to_tag_toggle(&place, tag)  // else the end of the text
        names.append(named.name)
        starts.append(Int(start))
        unsafe ends.append(Int(gtk_text_iter_get_offset(&place)))
      }
    }
    guard !names.isEmpty else { return nil }
    (self.text, self.names, self.starts, self.ends) = (TextDigest(text()), names, starts, ends)
  }

  /// Returns whether they are the styles of a text.
  func belong(to text: String) -> Bool { TextDigest(text) == self.text }

  /// Tags the text in a buffer, unless it is another one or has styles already.
  ///
  /// - Returns: Whether it is the text that these styles belong to.
  @MainActor func apply(
    to buffer: UnsafeMutablePointer<GtkTextBuffer>, _ text: () -> String
  ) -> Bool {
    guard belong(to: text()) else { return false }
    guard unsafe TextStyles(of: buffer, text) == nil, unsafe !Self.isHighlighted(buffer) else {
      return true
    }
    let table = unsafe gtk_text_buffer_get_tag_table(buffer)
    for (index, name) in names.enumerated() {
      guard let tag = unsafe gtk_text_tag_table_lookup(table, name) else { continue }
      var (start, end) = unsafe (GtkTextIter(), GtkTextIter())
      unsafe gtk_text_buffer_get_iter_at_offset(buffer, &start, Int32(clamping: starts[index]))
      unsafe gtk_text_buffer_get_iter_at_offset(buffer, &end, Int32(clamping: ends[index]))
      unsafe gtk_text_buffer_apply_tag(buffer, tag, &start, &end)
    }
    return true
  }

  /// A tag with a name; the table of its buffer owns it.
  @safe private struct Tag {
    let name: String
    let pointer: UnsafeMutablePointer<GtkTextTag>
  }

  /// The named tags of a buffer.
  @MainActor private static func tags(of buffer: UnsafeMutablePointer<GtkTextBuffer>) -> [Tag] {
    var tags: [Tag] = []
    unsafe withUnsafeMutablePointer(to: &tags) { found in
      unsafe gtk_text_tag_table_foreach(
        gtk_text_buffer_get_tag_table(buffer),
        { tag, found in
          guard let tag = unsafe tag, let name = unsafe cgtk_object_copy_string(tag, "name") else {
            return
          }
          defer { unsafe g_free(name) }
          unsafe found?.assumingMemoryBound(to: [Tag].self).pointee.append(
            Tag(name: String(cString: name), pointer: tag))
        }, found)
    }
    return tags
  }

  @MainActor private static func isHighlighted(
    _ buffer: UnsafeMutablePointer<GtkTextBuffer>
  ) -> Bool {
    let type = unsafe g_type_from_name("GtkSourceBuffer")  // 0 if the type is not in use
    return unsafe type != 0 && WidgetPointer(OpaquePointer(buffer)).isA(type)
  }
}

extension TextStyles {
  /// Writes the styles of one of the texts of a widget.
  func encode(_ number: Int, with coder: RestorationEncoder) {
    let suffix = Self.suffix(number)
    coder.encode(text, forKey: "styledText" + suffix)
    coder.encode(names, forKey: "styles" + suffix)
    coder.encode(starts, forKey: "styleStarts" + suffix)
    coder.encode(ends, forKey: "styleEnds" + suffix)
  }

  /// Reads the styles that ``encode(_:with:)`` wrote; `nil` if missing or invalid.
  init?(decoding number: Int, of coder: RestorationDecoder) {
    let suffix = Self.suffix(number)
    guard let text = coder.decode(TextDigest.self, forKey: "styledText" + suffix),
      let names = coder.decode([String].self, forKey: "styles" + suffix),
      let starts = coder.decode([Int].self, forKey: "styleStarts" + suffix),
      let ends = coder.decode([Int].self, forKey: "styleEnds" + suffix),
      names.count == starts.count, names.count == ends.count,
      zip(starts, ends).allSatisfy({ $0 >= 0 && $0 <= $1 })
    else { return nil }
    (self.text, self.names, self.starts, self.ends) = (text, names, starts, ends)
  }

  /// The end of the keys; earlier versions wrote the styles of one text only.
  private static func suffix(_ number: Int) -> String { number == 0 ? "" : "\(number)" }
}
#endif
