// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import RestorationArchive

  /// An element of a widget as it is saved: by its identifier if it has one, else by its number.
  struct NumberedElement {
    /// Less than 0 for none.
    var number: Int
    var identifier: String?

    init(number: Int, identifier: String? = nil) {
      (self.number, self.identifier) = (number, identifier)
    }

    /// Reads an element; fails when none was saved.
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
