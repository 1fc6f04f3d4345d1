// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Logging
public import RestorationArchive

/// Runs preserve and restore passes over the objects of one application.
///
/// Synchronous, and not `Sendable`: it lives on the actor that owns the objects. A program without
/// controllers registers its objects and calls ``restore()`` at launch and
/// ``preserve(reason:everything:)`` when something worth keeping has happened:
///
/// ```swift
/// let coordinator = RestorationCoordinator(description, archiver: archiver)
/// coordinator.registerObject(forStateRestoration: reader, restorationIdentifier: "Reader")
/// let report = coordinator.restore()
/// // … the program runs …
/// try coordinator.preserve(reason: .explicit).commitAndWait()
/// ```
public final class RestorationCoordinator {
  /// The hierarchy of objects; `nil` for a program whose registered objects are all there is.
  public weak var tree: (any RestorationTree)?

  /// Decides whether state is saved and restored; without one it always is.
  public weak var delegate: (any RestorationCoordinatorDelegate)?

  /// Called when an object was invalidated outside a pass; schedule a pass from it (R150).
  public var onInvalidate: (() -> Void)?

  private let description: ApplicationDescription
  private let idiom: UserInterfaceIdiom
  private let archiver: Archiver
  private let now: () -> Date
  private let logger: Logger
  private var state = CoordinatorState()
  private var phase = Phase.idle
  /// Registered objects by path, while restoring; at other times paths may change.
  private var registeredByAddress: [RestorationAddress: WeakObject] = [:]

  private enum Phase {
    /// No pass is running.
    case idle
    /// Objects are encoding.
    case preserving
    /// Objects are looked up and decode; what they change is no change (R196).
    case restoring
  }

  /// Creates the coordinator of an application.
  ///
  /// - Parameters:
  ///   - description: What is saved about the application with every record.
  ///   - idiom: What the interface is shown on.
  ///   - archiver: Where state goes and comes from.
  ///   - now: The clock for timestamps.
  ///   - logger: Told of passes; paths only at debug level (R189).
  public init(
    _ description: ApplicationDescription, idiom: UserInterfaceIdiom = .headless,
    archiver: Archiver, now: @escaping () -> Date = { Date() },
    logger: Logger = Logger(label: "restoration")
  ) {
    self.description = description
    self.idiom = idiom
    self.archiver = archiver
    self.now = now
    self.logger = logger
  }

  // MARK: Taking part

  /// Lets any object take part (R87).
  ///
  /// The object is held weakly (R88). Registered after launch, an object whose record nobody had
  /// claimed decodes its state at once.
  ///
  /// - Parameters:
  ///   - object: Its ``StateRestoring/restorationParent`` is read now (R160).
  ///   - restorationIdentifier: Its name among its siblings; a malformed one counts as none (R12).
  public func registerObject(
    forStateRestoration object: any StateRestoring, restorationIdentifier: String
  ) {
    guard let identifier = RestorationIdentifier(restorationIdentifier) else {
      let link = BrokenLink.invalidIdentifier(className: archivedClassName(of: type(of: object)))
      logger.warning("An object was not registered: \(link)")
      return
    }
    register(object, as: identifier, parent: object.restorationParent)
    if phase == .idle { claimLate(object) }
  }

  /// Takes an object in below a parent that it may not name itself (R167).
  func register(
    _ object: any StateRestoring, as identifier: RestorationIdentifier,
    parent: (any StateRestoring)?
  ) {
    state.registry.register(object, as: identifier, parent: parent)
    index(object)
  }

  /// Registers a closure that makes objects of a class at restore, with whatever it needs.
  ///
  /// Goes before any ``StateRestoring/objectRestorationClass`` of that exact class. This is the way
  /// for nested and private classes, whose names cannot be looked up, and for dependencies.
  ///
  /// - Parameters:
  ///   - type: The exact class of the objects.
  ///   - name: The name to archive; the class's by default.
  ///   - formerNames: Names under which earlier versions archived it (R72).
  ///   - make: Makes or finds the object from its path and coder; `nil` drops it (R67).
  public func register<Object: StateRestoring>(
    _ type: Object.Type, name: String? = nil, formerNames: [String] = [],
    make: @escaping ([String], RestorationDecoder) -> Object?
  ) {
    let name = name ?? archivedClassName(of: type)
    state.classes.register(
      RestorationClass(name: name, formerNames: formerNames, make: { make($0, $1) }), for: type)
  }

  /// Says that an object's saved state is out of date (R150).
  ///
  /// - Parameter object: Any object that takes part; marking one that does not is harmless.
  public func invalidate(_ object: any StateRestoring) {
    guard phase != .restoring else { return }
    state.changed.insert(ObjectIdentifier(object))
    onInvalidate?()
  }

  // MARK: Preserving

  /// Encodes the state of all objects, or of those that changed.
  ///
  /// - Parameters:
  ///   - reason: Why the pass runs.
  ///   - everything: Whether every object encodes; otherwise those that were invalidated do, and
  ///     the records of the others are carried over (R30).
  /// - Returns: What to commit.
  public func preserve(reason: PreservationReason, everything: Bool = true) -> PreservationPass {
    begin(.preserving)
    defer { phase = .idle }
    let origin = RecordOrigin(
      applicationVersion: description.version, systemVersion: description.systemVersion,
      idiom: idiom, timestamp: now())
    let builder = SnapshotBuilder(tables: state.tables, base: state.base, origin: origin)
    let pass = PreservePass(
      builder: builder, coordinatorState: state, tree: tree, reason: reason,
      everything: everything || state.base == nil)
    let isAllowed = pass.encodeApplication { coder in
      guard delegate?.shouldPreserve(with: coder) ?? true else { return false }
      delegate?.willPreserve(with: coder)
      return true
    }
    guard isAllowed else { return retire(pass.report) }

    // What changes from here on waits for the next pass.
    state.changed = []
    state.hasRetired = false
    let roots = pass.run(
      roots: tree?.roots ?? state.registry.objects, unclaimed: state.unclaimed)
    state.owners = pass.owners
    var report = pass.report
    let snapshot = builder.finish(roots: roots)
    state.base = snapshot ?? state.base
    if snapshot != nil { archiver.noteUnsavedState() }
    report.byteCount = snapshot?.bytes.count ?? 0
    log(report)
    // A save that failed or has not begun is made up for by the next pass, even if nothing has
    // changed since.
    let toSave = snapshot ?? (archiver.hasUnsavedState ? state.base : nil)
    return PreservationPass(
      report: report, action: toSave.map { .save($0) } ?? .nothing, archiver: archiver)
  }

  private func retire(_ report: PreservationReport) -> PreservationPass {
    var report = report
    report.isAllowed = false
    let isToRetire = !state.hasRetired
    state.hasRetired = true
    state.base = nil
    state.owners = [:]
    state.unclaimed = []
    logger.debug("The application does not want its state saved")
    return PreservationPass(
      report: report, action: isToRetire ? .retire : .nothing, archiver: archiver)
  }

  private func log(_ report: PreservationReport) {
    logger.debug(
      "Preserved \(report.outcomes.count) objects in \(report.byteCount) bytes (\(report.reason))")
    for diagnostic in report.diagnostics { logger.debug("\(diagnostic)") }
  }

  private func begin(_ phase: Phase) {
    guard self.phase == .idle else {
      fatalError("A restoration pass was started inside another pass; start it after the hook.")
    }
    self.phase = phase
  }

  // MARK: Restoring

  /// Restores the newest state that can be read.
  ///
  /// Every object is obtained first, parents before children; then each decodes; then the delegate
  /// hears of it; then each is told that restoring has finished (R52–R57). Nothing here keeps a
  /// program from launching: what cannot be restored is in the report.
  ///
  /// - Returns: What became of every archived object.
  public func restore() -> RestorationReport {
    begin(.restoring)
    defer { phase = .idle }
    let load = archiver.load()
    var report = RestorationReport()
    report.incidents = load.incidents
    guard let snapshot = load.snapshot else { return report }
    report.reason = .launch
    indexRegisteredObjects()
    let pass = RestorePass(snapshot: snapshot, coordinator: self)
    guard pass.decodeApplication({ delegate?.shouldRestore(with: $0) ?? true }, objects: false)
    else {
      report.isRefused = true
      logger.notice("The application refused its saved state; it launches without")
      return report
    }
    report.generation = load.generation
    report.source = load.source
    pass.obtainAll()
    pass.decodeAll()
    _ = pass.decodeApplication(
      {
        delegate?.didRestore(with: $0)
        return true
      }, objects: true)
    pass.finish()

    report.outcomes = pass.outcomes
    report.diagnostics = pass.diagnostics
    state.tables = SnapshotTables(continuing: snapshot)
    state.base = snapshot
    state.owners = pass.owners
    state.unclaimed = pass.unclaimed
    state.changed = []
    logger.debug("Restored \(pass.owners.count) of \(report.outcomes.count) objects")
    for diagnostic in report.diagnostics { logger.debug("\(diagnostic)") }
    return report
  }

  /// The restored state has proven good: it becomes the last good generation (R196).
  public func didProveGood() { archiver.promoteRestored() }

  private func claimLate(_ object: any StateRestoring) {
    guard let base = state.base, !state.unclaimed.isEmpty,
      let address = try? address(of: object), let number = base.number(at: address),
      state.unclaimed.remove(number) != nil
    else { return }
    begin(.restoring)
    defer { phase = .idle }
    let pass = RestorePass(snapshot: base, coordinator: self)
    pass.restoreLate(object, number: number, owners: state.owners)
    state.owners[number] = WeakObject(object)
    for diagnostic in pass.diagnostics { logger.debug("\(diagnostic)") }
  }

  // MARK: What the restore pass needs

  func address(of object: any StateRestoring) throws(BrokenLink) -> RestorationAddress? {
    try state.registry.address(of: object, addressOfParent: addressInTree)
  }

  private func addressInTree(_ object: any StateRestoring) throws(BrokenLink)
    -> RestorationAddress
  {
    guard let tree else {
      throw .notRegistered(className: archivedClassName(of: type(of: object)))
    }
    return try tree.address(of: object)
  }

  func registeredObject(at address: RestorationAddress) -> (any StateRestoring)? {
    registeredByAddress[address]?.object as? any StateRestoring
  }

  /// Begins a restore pass with the paths that registered objects have now.
  private func indexRegisteredObjects() {
    registeredByAddress = [:]
    state.registry.objects.forEach(index)
  }

  private func index(_ object: any StateRestoring) {
    guard phase == .restoring, let address = try? address(of: object) else { return }
    registeredByAddress[address] = WeakObject(object)
  }

  func isRegistered(_ object: any StateRestoring) -> Bool { state.registry.contains(object) }

  func maker(named name: String) -> RestorationClass? { state.classes.maker(named: name) }
}
