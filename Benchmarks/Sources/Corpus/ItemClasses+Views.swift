// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import StateRestoration

/// An errand.
public final class ErrandController: Item {
  /// The name that codecs without a class table write.
  public override class var className: String { "Corpus.ErrandController" }

  /// Writes this class's values.
  public override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(position, forKey: "rank")
    coder.encode(zoom, forKey: "effort")
    coder.encode(series, forKey: "estimates")
  }

  /// Reads this class's values.
  public override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    position = coder.decodeInteger(forKey: "rank")
    zoom = coder.decodeDouble(forKey: "effort")
    series = coder.decode([Double].self, forKey: "estimates") ?? []
  }
}

/// A bookmark.
public final class BookmarkController: Item {
  /// The name that codecs without a class table write.
  public override class var className: String { "Corpus.BookmarkController" }

  /// Writes this class's values.
  public override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(position, forKey: "visit")
    coder.encode(zoom, forKey: "depth")
    coder.encode(series, forKey: "region")
  }

  /// Reads this class's values.
  public override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    position = coder.decodeInteger(forKey: "visit")
    zoom = coder.decodeDouble(forKey: "depth")
    series = coder.decode([Double].self, forKey: "region") ?? []
  }
}

/// A search.
public final class SearchController: Item {
  /// The name that codecs without a class table write.
  public override class var className: String { "Corpus.SearchController" }

  /// Writes this class's values.
  public override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(position, forKey: "result")
    coder.encode(zoom, forKey: "score")
    coder.encode(series, forKey: "weights")
  }

  /// Reads this class's values.
  public override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    position = coder.decodeInteger(forKey: "result")
    zoom = coder.decodeDouble(forKey: "score")
    series = coder.decode([Double].self, forKey: "weights") ?? []
  }
}

/// A column of a table.
public final class ColumnController: Item {
  /// The name that codecs without a class table write.
  public override class var className: String { "Corpus.ColumnController" }

  /// Writes this class's values.
  public override func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(position, forKey: "sort")
    coder.encode(zoom, forKey: "width")
    coder.encode(series, forKey: "widths")
    super.encodeRestorableState(with: coder)
  }

  /// Reads this class's values.
  public override func decodeRestorableState(with coder: RestorationDecoder) {
    position = coder.decodeInteger(forKey: "sort")
    zoom = coder.decodeDouble(forKey: "width")
    series = coder.decode([Double].self, forKey: "widths") ?? []
    super.decodeRestorableState(with: coder)
  }
}

/// A chart.
public final class ChartController: Item {
  /// The name that codecs without a class table write.
  public override class var className: String { "Corpus.ChartController" }

  /// Writes this class's values.
  public override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(position, forKey: "axis")
    coder.encode(zoom, forKey: "extent")
    coder.encode(series, forKey: "bounds")
  }

  /// Reads this class's values.
  public override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    position = coder.decodeInteger(forKey: "axis")
    zoom = coder.decodeDouble(forKey: "extent")
    series = coder.decode([Double].self, forKey: "bounds") ?? []
  }
}

/// A panel.
public final class PanelController: Item {
  /// The name that codecs without a class table write.
  public override class var className: String { "Corpus.PanelController" }

  /// Writes this class's values.
  public override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(position, forKey: "tab")
    coder.encode(zoom, forKey: "split")
    coder.encode(series, forKey: "frame")
  }

  /// Reads this class's values.
  public override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    position = coder.decodeInteger(forKey: "tab")
    zoom = coder.decodeDouble(forKey: "split")
    series = coder.decode([Double].self, forKey: "frame") ?? []
  }
}

/// A player.
public final class PlayerController: Item {
  /// The name that codecs without a class table write.
  public override class var className: String { "Corpus.PlayerController" }

  /// Writes this class's values.
  public override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(position, forKey: "track")
    coder.encode(zoom, forKey: "volume")
    coder.encode(series, forKey: "equalizer")
  }

  /// Reads this class's values.
  public override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    position = coder.decodeInteger(forKey: "track")
    zoom = coder.decodeDouble(forKey: "volume")
    series = coder.decode([Double].self, forKey: "equalizer") ?? []
  }
}

/// A sheet of figures.
public final class SheetController: Item {
  /// The name that codecs without a class table write.
  public override class var className: String { "Corpus.SheetController" }

  /// Writes this class's values.
  public override func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(position, forKey: "row")
    coder.encode(zoom, forKey: "height")
    coder.encode(series, forKey: "cells")
    super.encodeRestorableState(with: coder)
  }

  /// Reads this class's values.
  public override func decodeRestorableState(with coder: RestorationDecoder) {
    position = coder.decodeInteger(forKey: "row")
    zoom = coder.decodeDouble(forKey: "height")
    series = coder.decode([Double].self, forKey: "cells") ?? []
    super.decodeRestorableState(with: coder)
  }
}
