// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Turns objects into numbers, and queues them for their own encode (R31, R35).
extension PreservePass: ReferenceEncoding, DiagnosticSink {
  func number(for object: AnyObject, key: String) -> ObjectNumber? {
    let name = archivedClassName(of: type(of: object))
    guard let object = object as? any StateRestoring else {
      diagnose(.doesNotConform(key: key, className: name), about: holder)
      return nil
    }
    return reportedNumber(for: object, about: holder) {
      .referenceIsNil(key: key, className: name, $0)
    }
  }

  /// The number of an object, which is queued for its own encode (R31).
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - address: Who refers to it.
  ///   - diagnostic: What to say when it has no path.
  /// - Returns: `nil` when it has no path.
  func reportedNumber(
    for object: any StateRestoring, about address: RestorationAddress?,
    _ diagnostic: (BrokenLink) -> Diagnostic
  ) -> ObjectNumber? {
    switch place(of: object).number {
    case .success(let number):
      enqueue(number, object)
      return number
    case .failure(let link):
      diagnose(diagnostic(link), about: address)
      return nil
    }
  }

  func currentNumber(of object: any StateRestoring) -> ObjectNumber? {
    try? place(of: object).number.get()
  }

  func place(of object: any StateRestoring) -> Place {
    let id = ObjectIdentifier(object)
    if let place = places[id] { return place }
    let number = Result { () throws(BrokenLink) in
      let address = try address(of: object)
      guard address.path.components.count <= RestorationPath.maximumDepth else {
        throw .tooDeep(className: archivedClassName(of: type(of: object)))
      }
      return builder.tables.number(for: address)
    }
    let place = Place(object: object, number: number)
    places[id] = place
    return place
  }

  func enqueue(_ number: ObjectNumber, _ object: any StateRestoring) {
    guard let first = claimants[number] else {
      claimants[number] = object
      queue.append((number, object))
      return
    }
    if first !== object { isSteady = false }
    guard first !== object, reportedDuplicates.insert(ObjectIdentifier(object)).inserted,
      let address = builder.tables.address(of: number)
    else { return }
    let (name, otherName) = (
      archivedClassName(of: type(of: first)), archivedClassName(of: type(of: object))
    )
    diagnose(.duplicate(first: name, second: otherName, isRestoring: false), about: address)
  }

  func address(of object: any StateRestoring) throws(BrokenLink) -> RestorationAddress {
    try coordinator.address(of: object)
  }

  func diagnose(_ message: String, number: ObjectNumber) {
    report.complaints.append(
      Complaint(message, about: builder.tables.address(of: number), outcome: .incomplete))
  }

  func diagnose(_ diagnostic: Diagnostic, number: ObjectNumber) {
    diagnose(diagnostic, about: builder.tables.address(of: number))
  }

  func diagnose(_ diagnostic: Diagnostic, about address: RestorationAddress?) {
    report.complaints.append(Complaint(diagnostic, about: address))
  }
}

extension RestorationEncoder {
  /// Says what of an object's record was not written.
  func report(to sink: some DiagnosticSink) {
    for key in ignoredReservedKeys { sink.diagnose(Diagnostic.reservedKey(key), number: number) }
    for failure in failures { sink.diagnose(failure, number: number) }
  }
}
