// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// One restore: obtains every object, lets each decode, and tells each that all is done.
///
/// Owns the objects it obtained until ``finish()`` (R167).
final class RestorePass {
  let snapshot: RestorationSnapshot
  let coordinator: RestorationCoordinator
  private(set) var diagnostics: [String] = []

  private var records: [ObjectRecord] = []
  private lazy var resolver = ObjectResolver(pass: self)
  private var results: [ObjectNumber: RestorationReport.Result] = [:]
  private var enabledParts: Set<ObjectNumber> = []
  private var decoded: Set<ObjectIdentifier> = []

  init(snapshot: RestorationSnapshot, coordinator: RestorationCoordinator) {
    self.snapshot = snapshot
    self.coordinator = coordinator
  }

  // MARK: The application record

  /// Lends the application record to a hook.
  ///
  /// - Parameters:
  ///   - hook: What reads the record.
  ///   - objects: Whether references in it lead to objects.
  /// - Returns: What the hook returned.
  func decodeApplication(_ hook: (RestorationDecoder) -> Bool, objects: Bool) -> Bool {
    guard let number = snapshot.number(at: .application),
      let record = try? snapshot.record(number)
    else {
      note("the archive has no application record", about: nil)
      return false
    }
    let decoder = RestorationDecoder(
      snapshot: snapshot, record: record, references: objects ? self : nil)
    let result = hook(decoder)
    end(decoder)
    return result
  }

  // MARK: The first pass

  /// Obtains every object, its parents before it (R55).
  func obtainAll() {
    for number in snapshot.objects {
      do throws(ArchiveError) {
        guard let record = try snapshot.record(number) else { continue }
        records.append(record)
        switch record.address.kind {
        case .controller, .object, .window: _ = resolver.object(number)
        case .application, .view: break
        }
      } catch {
        note("a record could not be read: \(error)", about: nil)
      }
    }
  }

  // MARK: The second pass

  /// Lets each object decode, from root to leaf (R57).
  func decodeAll() {
    let order = records.filter { $0.address.kind != .application && $0.address.kind != .view }
      .sorted {
        ($0.address.path.components.count, $0.number)
          < ($1.address.path.components.count, $1.number)
      }
    for record in order {
      guard let object = resolver.obtained(record.number) else { continue }
      decode(object, record)
    }
  }

  private func decode(_ object: any StateRestoring, _ record: ObjectRecord) {
    guard decoded.insert(ObjectIdentifier(object)).inserted else { return }
    guard isOfArchivedClass(object, record) else { return }
    guard let object = object as? any StatePreserving else {
      results[record.number] = .referenced
      return
    }
    results[record.number] = .restored
    let decoder = RestorationDecoder(snapshot: snapshot, record: record, references: self)
    coordinator.tree?.willDecode(object, with: decoder)
    object.decodeRestorableState(with: decoder)
    let parts = decoder.numbers(forKey: PartsKey.name)
    end(decoder)
    if enabledParts.contains(record.number) { parts.forEach(decodePart) }
  }

  private func decodePart(_ number: ObjectNumber) {
    guard let record = try? snapshot.record(number), let part = resolver.object(number) else {
      return
    }
    decode(part, record)
  }

  /// The class must be the archived one, or know it as a former name, or inherit from it (R63).
  private func isOfArchivedClass(_ object: any StateRestoring, _ record: ObjectRecord) -> Bool {
    let type = Swift.type(of: object)
    if ClassNames.lineage(of: type).contains(record.className) { return true }
    let maker = coordinator.maker(named: record.className)
    let formerNames =
      (type as? any ObjectRestoration.Type)?.formerNames ?? maker?.formerNames
      ?? coordinator.tree?.restorationClass(of: object)?.formerNames ?? []
    if formerNames.contains(record.className) { return true }
    let reason =
      "its class is \(archivedClassName(of: type)), but \(record.className) was saved; "
      + "declare the old name in formerNames if it is the same class"
    results[record.number] = .defaulted(reason)
    note(reason, about: record.address)
    return false
  }

  private func end(_ decoder: RestorationDecoder) {
    for mismatch in decoder.mismatches { note(mismatch, about: decoder.record.address) }
    decoder.finish()
  }

  // MARK: The end

  /// Tells every restored controller and registered object, once, that all have decoded (R53, R173).
  func finish() {
    var told: Set<ObjectIdentifier> = []
    for record in records where record.address.kind == .controller || record.address.kind == .object
    {
      guard let object = resolver.obtained(record.number) as? any StatePreserving,
        results[record.number] == .restored, told.insert(ObjectIdentifier(object)).inserted
      else { continue }
      object.applicationFinishedRestoringState()
    }
  }

  /// Restores one object that was registered after launch.
  ///
  /// - Parameters:
  ///   - object: The object that claims the record.
  ///   - number: Its record.
  ///   - owners: The objects that were restored at launch.
  func restoreLate(
    _ object: any StateRestoring, number: ObjectNumber, owners: [ObjectNumber: WeakObject]
  ) {
    guard let record = try? snapshot.record(number) else { return }
    for (number, owner) in owners {
      if let owner = owner.object as? any StateRestoring { resolver.supply(owner, as: number) }
    }
    resolver.supply(object, as: number)
    decode(object, record)
    (object as? any StatePreserving)?.applicationFinishedRestoringState()
  }

  // MARK: Results

  /// What became of every record, in the order of the archive.
  var outcomes: [RestorationReport.Outcome] {
    records.filter { $0.address.kind != .application }.map { record in
      RestorationReport.Outcome(
        address: record.address, className: record.className,
        result: results[record.number] ?? resolver.failure(record.number)
          ?? .defaulted("its controller's decodeRestorableState(with:) did not call super"))
    }
  }

  /// Who was restored from which record.
  var owners: [ObjectNumber: WeakObject] {
    var owners: [ObjectNumber: WeakObject] = [:]
    for record in records {
      owners[record.number] = resolver.obtained(record.number).map { WeakObject($0) }
    }
    return owners
  }

  /// Records that nothing has asked for.
  var unclaimed: Set<ObjectNumber> {
    Set(records.map(\.number).filter { resolver.failure($0) == .unclaimed })
  }

  func note(_ message: String, about address: RestorationAddress?) {
    diagnostics.append(address.map { "\($0): \(message)" } ?? message)
  }
}

extension RestorePass: ReferenceDecoding, DiagnosticSink, PartsEnabling {
  func object(for number: ObjectNumber) -> AnyObject? { resolver.object(number) }

  func diagnose(_ message: String, number: ObjectNumber) {
    note(message, about: snapshot.address(of: number))
  }

  func enableParts(of number: ObjectNumber) { enabledParts.insert(number) }
}
