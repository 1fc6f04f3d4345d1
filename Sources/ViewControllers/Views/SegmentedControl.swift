// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// A control that picks one of a few choices, all in sight.
@MainActor open class SegmentedControl: View {
  /// The titles of the segments, first to last.
  public var titles: [String] {
    didSet {
      guard titles != oldValue else { return }
      if restoredValue == nil, let index = selectedSegmentIndex, index >= titles.count {
        selectedSegmentIndex = nil
      }
      limitsDidChange()
    }
  }

  /// The index of the chosen segment; `nil`, the default, for none.
  public var selectedSegmentIndex: Int? {
    didSet { valueWasSet(selectedSegmentIndex != oldValue) }
  }

  var restoredValue: Int?

  /// Called when the user has chosen another segment.
  public var onChange: (@MainActor (Int) -> Void)?

  /// Creates a control with no segment chosen.
  ///
  /// - Parameters:
  ///   - titles: The titles of the segments, first to last.
  ///   - restorationIdentifier: Its ``View/restorationIdentifier``.
  public init(titles: [String] = [], restorationIdentifier: String? = nil) {
    self.titles = titles
    super.init()
    self.restorationIdentifier = restorationIdentifier
  }

  open override var canBecomeFirstResponder: Bool { true }

  open override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(savedValue, forKey: BuiltInKey.selectedSegment)
  }

  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    guard let index = coder.decode(Int.self, forKey: BuiltInKey.selectedSegment) else { return }
    if index >= 0 {
      restoreValue(index)
    } else if index == Self.noSegment {
      selectedSegmentIndex = nil
      restoredValue = nil
    }
  }

  /// The saved value when no segment is chosen.
  private static let noSegment = -1
}

extension SegmentedControl: RangedControl {
  var shownValue: Int {
    get { selectedSegmentIndex ?? Self.noSegment }
    set { selectedSegmentIndex = newValue == Self.noSegment ? nil : newValue }
  }

  var limits: (least: Int, greatest: Int) {
    titles.isEmpty ? (Self.noSegment, Self.noSegment) : (0, titles.count - 1)
  }
}
