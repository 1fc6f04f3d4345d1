// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import StateRestoration

/// A folder.
public final class FolderController: Item {
  /// The name that codecs without a class table write.
  public override class var className: String { "Corpus.FolderController" }

  /// Writes this class's values.
  public override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(position, forKey: "order")
    coder.encode(zoom, forKey: "scale")
    coder.encode(series, forKey: "columns")
  }

  /// Reads this class's values.
  public override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    position = coder.decodeInteger(forKey: "order")
    zoom = coder.decodeDouble(forKey: "scale")
    series = coder.decode([Double].self, forKey: "columns") ?? []
  }
}

/// A document.
public final class DocumentController: Item {
  /// The name that codecs without a class table write.
  public override class var className: String { "Corpus.DocumentController" }

  /// Writes this class's values.
  public override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(position, forKey: "page")
    coder.encode(zoom, forKey: "magnification")
    coder.encode(series, forKey: "margins")
  }

  /// Reads this class's values.
  public override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    position = coder.decodeInteger(forKey: "page")
    zoom = coder.decodeDouble(forKey: "magnification")
    series = coder.decode([Double].self, forKey: "margins") ?? []
  }
}

/// A message.
public final class MessageController: Item {
  /// The name that codecs without a class table write.
  public override class var className: String { "Corpus.MessageController" }

  /// Writes this class's values.
  public override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(position, forKey: "line")
    coder.encode(zoom, forKey: "scrolled")
    coder.encode(series, forKey: "extents")
  }

  /// Reads this class's values.
  public override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    position = coder.decodeInteger(forKey: "line")
    zoom = coder.decodeDouble(forKey: "scrolled")
    series = coder.decode([Double].self, forKey: "extents") ?? []
  }
}

/// A photo.
public final class PhotoController: Item {
  /// The name that codecs without a class table write.
  public override class var className: String { "Corpus.PhotoController" }

  /// Writes this class's values.
  public override func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(position, forKey: "frame")
    coder.encode(zoom, forKey: "zoom")
    coder.encode(series, forKey: "transform")
    super.encodeRestorableState(with: coder)
  }

  /// Reads this class's values.
  public override func decodeRestorableState(with coder: RestorationDecoder) {
    position = coder.decodeInteger(forKey: "frame")
    zoom = coder.decodeDouble(forKey: "zoom")
    series = coder.decode([Double].self, forKey: "transform") ?? []
    super.decodeRestorableState(with: coder)
  }
}

/// A piece of music.
public final class TrackController: Item {
  /// The name that codecs without a class table write.
  public override class var className: String { "Corpus.TrackController" }

  /// Writes this class's values.
  public override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(position, forKey: "chapter")
    coder.encode(zoom, forKey: "played")
    coder.encode(series, forKey: "levels")
  }

  /// Reads this class's values.
  public override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    position = coder.decodeInteger(forKey: "chapter")
    zoom = coder.decodeDouble(forKey: "played")
    series = coder.decode([Double].self, forKey: "levels") ?? []
  }
}

/// A contact.
public final class ContactController: Item {
  /// The name that codecs without a class table write.
  public override class var className: String { "Corpus.ContactController" }

  /// Writes this class's values.
  public override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(position, forKey: "field")
    coder.encode(zoom, forKey: "offset")
    coder.encode(series, forKey: "position")
  }

  /// Reads this class's values.
  public override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    position = coder.decodeInteger(forKey: "field")
    zoom = coder.decodeDouble(forKey: "offset")
    series = coder.decode([Double].self, forKey: "position") ?? []
  }
}

/// An event of a calendar.
public final class EventController: Item {
  /// The name that codecs without a class table write.
  public override class var className: String { "Corpus.EventController" }

  /// Writes this class's values.
  public override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(position, forKey: "day")
    coder.encode(zoom, forKey: "hour")
    coder.encode(series, forKey: "span")
  }

  /// Reads this class's values.
  public override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    position = coder.decodeInteger(forKey: "day")
    zoom = coder.decodeDouble(forKey: "hour")
    series = coder.decode([Double].self, forKey: "span") ?? []
  }
}

/// A snippet of text.
public final class SnippetController: Item {
  /// The name that codecs without a class table write.
  public override class var className: String { "Corpus.SnippetController" }

  /// Writes this class's values.
  public override func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(position, forKey: "cursor")
    coder.encode(zoom, forKey: "wrap")
    coder.encode(series, forKey: "tabs")
    super.encodeRestorableState(with: coder)
  }

  /// Reads this class's values.
  public override func decodeRestorableState(with coder: RestorationDecoder) {
    position = coder.decodeInteger(forKey: "cursor")
    zoom = coder.decodeDouble(forKey: "wrap")
    series = coder.decode([Double].self, forKey: "tabs") ?? []
    super.decodeRestorableState(with: coder)
  }
}
