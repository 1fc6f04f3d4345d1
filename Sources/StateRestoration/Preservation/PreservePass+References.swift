// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Turns objects into numbers and queues the objects for encoding.
extension PreservePass: ReferenceEncoding, DiagnosticSink {
  func knownNumber(of id: ObjectIdentifier) -> ObjectNumber? {
    places.encodingNumber(of: id)
  }

  func number(for object: AnyObject, key: String) -> ObjectNumber? {
    guard let object = registry.participant(object) ?? object as? any StateRestoring else {
      diagnose(
        .doesNotConform(key: key, className: archivedClassName(of: type(of: object))),
        about: builder.tables.address(of: holder))
      return nil
    }
    guard isWalk else { return numberOfKnown(object, key: key) }
    return reportedNumber(for: object, about: builder.tables.address(of: holder)) {
      .referenceIsNil(key: key, className: archivedClassName(of: type(of: object)), $0)
    }
  }

  /// Returns the number of an object, and queues it for encoding.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - address: The address of the object that refers to it.
  ///   - diagnostic: The issue to report when it has no path.
  /// - Returns: `nil` when it has no path.
  func reportedNumber(
    for object: any StateRestoring, about address: @autoclosure () -> RestorationAddress?,
    _ diagnostic: (BrokenLink) -> Diagnostic
  ) -> ObjectNumber? {
    switch place(of: object) {
    case .success(let number):
      enqueue(number, object)
      return number
    case .failure(let link):
      diagnose(diagnostic(link), about: address())
      return nil
    }
  }

  func currentNumber(of object: any StateRestoring) -> ObjectNumber? {
    try? place(of: object).get()
  }

  /// Returns an object's number, or why it has none.
  func place(of object: any StateRestoring) -> Result<ObjectNumber, BrokenLink> {
    if let known = places[object] { return known.number }
    let number = Result { () throws(BrokenLink) in
      if let known = registry.number(of: object, in: builder.tables) { return known }
      return try newNumber(of: object)
    }
    places.add(object, at: number)
    return number
  }

  /// Finds an object's number by its address.
  func newNumber(of object: any StateRestoring) throws(BrokenLink) -> ObjectNumber {
    let address = try address(of: object)
    guard address.path.components.count <= RestorationPath.maximumDepth else {
      throw .tooDeep(className: archivedClassName(of: type(of: object)))
    }
    let number = builder.tables.number(for: address)
    registry.remember(number, of: object, in: builder.tables)
    return number
  }

  /// Queues an object for encoding, unless another one has its number.
  func enqueue(_ number: ObjectNumber, _ object: any StateRestoring) {
    guard let first = places.owner(of: number) else {
      return places.enqueue(object, at: number)
    }
    guard first !== object else { return }
    isSteady = false
    guard reportedDuplicates.insert(ObjectIdentifier(object)).inserted,
      let address = builder.tables.address(of: number)
    else { return }
    diagnose(duplicate(first, object), about: address)
  }

  func duplicate(_ first: any StateRestoring, _ second: any StateRestoring) -> Diagnostic {
    .duplicate(
      first: participants.ofObject(first).name, second: participants.ofObject(second).name,
      isRestoring: false)
  }

  func address(of object: any StateRestoring) throws(BrokenLink) -> RestorationAddress {
    try coordinator.address(of: object)
  }

  func diagnose(_ message: String, number: ObjectNumber) {
    report.issues.append(
      RestorationIssue(message, about: builder.tables.address(of: number), outcome: .incomplete))
  }

  func diagnose(_ diagnostic: Diagnostic, number: ObjectNumber) {
    diagnose(diagnostic, about: builder.tables.address(of: number))
  }

  func diagnose(_ diagnostic: Diagnostic, about address: RestorationAddress?) {
    report.issues.append(RestorationIssue(diagnostic, about: address))
  }
}

extension RestorationEncoder {
  /// Reports the values of a record that were not written.
  func report(to sink: some DiagnosticSink) {
    guard !isFlawless else { return }
    for key in ignoredReservedKeys { sink.diagnose(Diagnostic.reservedKey(key), number: number) }
    for failure in failures { sink.diagnose(failure, number: number) }
  }
}
