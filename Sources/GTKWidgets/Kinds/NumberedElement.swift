// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import RestorationArchive

  /// An element of a widget, by identifier or else by number.
  struct NumberedElement {
    /// The number; negative means no element.
    var number: Int
    var identifier: String?

    init(number: Int, identifier: String? = nil) {
      (self.number, self.identifier) = (number, identifier)
    }

    /// Reads an element; `nil` if none was saved.
    init?(forKey key: String, with coder: RestorationDecoder) {
      guard let number = coder.decode(Int.self, forKey: key) else { return nil }
      self.init(number: number, identifier: coder.decodeString(forKey: key + "Identifier"))
    }

    func encode(forKey key: String, with coder: RestorationEncoder) {
      coder.encode(number, forKey: key)
      if let identifier { coder.encode(identifier, forKey: key + "Identifier") }
    }
  }
#endif
