// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import RestorationArchive

/// How a saved value of a control goes back.
public enum ValueRestoration: Sendable {
  /// Only over the value that the user changed it from; the default.
  ///
  /// If the program has set another value by now, that one stays, and the user's is offered.
  case overItsBase
  /// Over any value: the program's is only a suggestion.
  case overAnyValue
  /// Not at all, and it is not saved.
  ///
  /// For a value that the program keeps elsewhere, in a setting for example.
  case never
}

/// Who has set a value.
package enum ValueAuthor {
  case program
  case user
  /// A widget chose it on its own, such as a list its first element.
  case nobody
}

/// The program's answer to a value that is not restored over its own.
package protocol OfferableValue: AnyObject {
  /// Whether a restored value waits, because the program has set another one.
  var isOffered: Bool { get }

  /// Whether a restored value waits, for the program or for its place.
  var isWaiting: Bool { get }

  /// Whether the program has set the restored value itself.
  var isSetAlready: Bool { get }

  /// Allows the restored value to replace the program's.
  func takeOffer()

  /// Forgets the restored value.
  func discardOffer()

  /// Ends restoring: what the program sets from now on stays.
  ///
  /// Called when the value is on screen for the first time.
  func didShow()

  /// Takes over what is known of the same value, which has got another name or place.
  ///
  /// - Parameter former: A value of the same type; any other is ignored.
  func succeed(_ former: any OfferableValue)
}

/// Tells a control's value of the user from that of the program.
///
/// A value is saved while it differs from the program's last one, its base, and together with it.
/// It goes back when the program has set that base again. Until the control is on screen, the
/// program may do so at any time.
package final class ChosenValue<Value: Equatable>: OfferableValue {
  /// A user's value, and the value that it was changed from.
  private struct Change {
    let value: Value
    let base: Base
  }

  fileprivate enum Base: Equatable {
    case value(Value)
    /// A value that nobody has chosen; `nil` for none, and from an earlier version.
    case nobodys(Value?)
    /// An earlier version did not save it.
    case unknown

    /// Returns whether a value that was changed from this base goes back over another one.
    ///
    /// A value is the same base whether nobody or the program has chosen it: the first element of a
    /// list has become the second, or a day of the program's is today.
    func isMet(by other: Base) -> Bool {
      switch (self, other) {
      case (.unknown, _), (.nobodys, .nobodys): true
      case (.value(let value), .value(let now)), (.value(let value), .nobodys(let now?)),
        (.nobodys(let value?), .value(let now)):
        value == now
      default: false
      }
    }
  }

  /// The last value that is not the user's.
  private var program: Value?
  private var base = Base.nobodys(nil)
  private var restored: Change?
  private var isPutBack = false
  /// The user's value while its list is filled, and the program's.
  private var refilled: (change: Change, program: Value?)?
  package private(set) var isOffered = false

  package init(_ value: Value? = nil) { didChange(to: value, by: .program) }

  package var isWaiting: Bool { restored != nil && !isPutBack }

  package var isSetAlready: Bool { restored != nil && restored?.value == program }

  /// Records a value that was set.
  ///
  /// The user's value replaces a restored one.
  ///
  /// - Parameters:
  ///   - value: The new value; `nil` while there is nothing to choose from.
  ///   - author: Who has set it.
  package func didChange(to value: Value?, by author: ValueAuthor) {
    guard author != .user else { return discardOffer() }
    program = value
    base = author == .nobody ? .nobodys(value) : value.map(Base.value) ?? .nobodys(nil)
    isPutBack = false
  }

  /// Remembers the user's value before its list of choices is filled.
  ///
  /// - Parameter shown: The value on display; `nil` while there is nothing to choose from.
  package func willFill(_ shown: Value?) {
    refilled = restored == nil ? changed(shown).map { ($0, program) } : nil
  }

  /// Counts the remembered value as the user's again, whoever has set it since.
  ///
  /// - Parameter shown: The value on display, once the list is filled.
  /// - Returns: Whether that made it the user's.
  package func didFill(_ shown: Value?) -> Bool {
    defer { refilled = nil }
    guard restored == nil, let refilled, refilled.change.value == shown else { return false }
    let former = (program, base)
    (program, base) = (refilled.program, refilled.change.base)
    return former != (program, base)
  }

  /// Returns whether a value is the last one that is not the user's.
  package func isPrograms(_ value: Value?) -> Bool { value == program }

  /// Returns the restored value if it may replace the program's; `nil` leaves that one.
  ///
  /// Call ``didPutBack()`` when it has.
  package func valueToPutBack(_ restoration: ValueRestoration) -> Value? {
    isOffered = false
    guard restoration != .never else { restored = nil; return nil }
    guard let restored, !isPutBack else { return nil }
    if restored.value == program {
      isPutBack = true
      return nil
    }
    guard restoration == .overAnyValue || restored.base.isMet(by: base) else {
      isOffered = true
      return nil
    }
    return restored.value
  }

  package func didPutBack() { isPutBack = true }

  package func didShow() { if isPutBack { restored = nil } }

  package func takeOffer() {
    restored = restored.map { Change(value: $0.value, base: base) }
    isOffered = false
  }

  package func succeed(_ former: any OfferableValue) {
    guard let former = former as? ChosenValue<Value> else { return }
    (program, base, restored) = (former.program, former.base, former.restored)
    (isPutBack, refilled, isOffered) = (former.isPutBack, former.refilled, former.isOffered)
  }

  package func discardOffer() { (restored, isPutBack, isOffered) = (nil, false, false) }
}

extension ChosenValue {
  /// Saves the user's value and its base; nothing of a value that the user has not changed.
  ///
  /// - Parameters:
  ///   - shown: The value on display; `nil` while there is nothing to choose from.
  ///   - key: The coding key of the value.
  ///   - coder: The coder of the hook that is called.
  ///   - restoration: When the value goes back; a value that never does is not saved.
  ///   - write: Writes a value under a coding key.
  package func encode(
    _ shown: Value?, forKey key: String, with coder: RestorationEncoder,
    _ restoration: ValueRestoration, by write: (Value, String) -> Void
  ) {
    guard restoration != .never, let change = restored ?? changed(shown) else { return }
    write(change.value, key)
    switch change.base {
    case .value(let base): write(base, baseKey(key))
    case .nobodys(let base):
      coder.encodeNil(forKey: baseKey(key))
      if let base { write(base, nobodysBaseKey(key)) }
    case .unknown: break
    }
  }

  /// Reads what ``encode(_:forKey:with:_:by:)`` wrote, or an earlier version's value without a base.
  ///
  /// - Parameters:
  ///   - key: The coding key of the value.
  ///   - coder: The coder of the hook that is called.
  ///   - read: Reads the value under a coding key.
  package func decode(
    forKey key: String, with coder: RestorationDecoder, by read: (String) -> Value?
  ) {
    discardOffer()
    guard coder.containsValue(forKey: key), let value = read(key) else { return }
    let base: Base =
      switch coder.value(forKey: baseKey(key), preferring: { _ in true }) {
      case nil: .unknown
      case .null: .nobodys(read(nobodysBaseKey(key)))
      default: read(baseKey(key)).map(Base.value) ?? .unknown
      }
    restored = Change(value: value, base: base)
  }

  private func changed(_ shown: Value?) -> Change? {
    shown.flatMap { $0 == program ? nil : Change(value: $0, base: base) }
  }

  private func baseKey(_ key: String) -> String { "StateRestorationBase:" + key }

  private func nobodysBaseKey(_ key: String) -> String { "StateRestorationNobodysBase:" + key }
}
