// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import Logging
public import RestorationArchive

/// Runs preserve and restore passes over the objects of one application.
///
/// It is synchronous and not `Sendable`: it lives on the actor that owns the objects. A program
/// without controllers registers its objects, calls ``restore(reason:)`` at launch, and has every
/// change saved from then on:
///
/// ```swift
/// let coordinator = RestorationCoordinator(description, archiver: archiver)
/// coordinator.registerObject(forStateRestoration: reader, restorationIdentifier: "Reader")
/// let report = coordinator.restore()
/// coordinator.startSaving()
/// // … the program runs …
/// try coordinator.saving.finish()
/// ```
///
/// A program can also call ``preserve(reason:scope:)`` itself after something worth keeping
/// has happened.
public final class RestorationCoordinator: ChangeObserver {
  /// The hierarchy of objects; `nil` if all objects are registered ones.
  public weak var tree: (any RestorationTree)?

  /// Decides whether state is saved and restored; held weakly.
  ///
  /// Without a delegate, state is always saved and restored.
  public weak var delegate: (any RestorationCoordinatorDelegate)?

  /// Saves changes automatically after ``startSaving(after:clock:isolation:)``.
  public let saving: Saving

  /// Called when an object was invalidated.
  ///
  /// ``saving`` does not need it. A program with its own schedule uses it to schedule a pass soon;
  /// never run a pass from here. It is not called while state is restored. It is called while state
  /// is preserved, because such changes wait for the next pass.
  public var onInvalidate: (() -> Void)?

  /// Called when the list of omitted values changes.
  ///
  /// It receives everything that does not fit into the state now; an empty list when everything
  /// fits again. Show it to the user when ``PreservationReport/Omission/isTypedText`` is true: then
  /// text that the user typed is not saved, or only an older version of it.
  public var onOmission: (([PreservationReport.Omission]) -> Void)?

  /// The limits on how much state is kept, and how long.
  ///
  /// Change it between passes, never during one.
  public var budget = PreservationBudget()

  /// The idiom of the interface, saved with every record.
  ///
  /// Compare it with the saved one in the hook that decides whether state is restored.
  public let idiom: UserInterfaceIdiom

  /// Facts about the application, saved with every record.
  package let description: ApplicationDescription
  package let archiver: Archiver
  package let now: () -> Date
  package var logger: Logger
  /// Whether the program saves and restores at all; asked before the delegate.
  package var takesPart: () -> Bool = { true }
  /// Whether a host with windows begins and ends the probation.
  ///
  /// Its first frame begins it.
  package var awaitsFirstFrame = false
  /// Whether an object that comes is no change, as long as it stays as it came.
  package var arrivalsChangeNothing = false
  let probation: Probation
  var launch = LaunchState()
  var state = CoordinatorState()
  private(set) var phase = Phase.idle
  let link = ChangeLink()
  private var passNumber: UInt64 = 0
  /// Whether a hook of the program runs that follows decoding.
  private var isAfterDecoding = false
  /// Whether a hook of the running pass has discarded the state.
  var discardsAfterPass = false

  enum Phase {
    /// No pass is running.
    case idle
    /// Objects are encoding.
    case preserving
    /// Objects are encoding for a preview; nothing is kept.
    case previewing
    /// Objects are looked up and decode; their changes do not count.
    case restoring
  }

  /// Creates the coordinator of an application.
  ///
  /// - Parameters:
  ///   - description: Facts about the application, saved with every record.
  ///   - idiom: The idiom of the interface.
  ///   - archiver: Writes and reads the state.
  ///   - now: The clock for timestamps.
  ///   - logger: Logs passes; logs paths only at debug level.
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
    probation = Probation(archiver)
    saving = Saving(SaveOrder(archiver), probation)
    archiver.serve(description)
    link.observer = self
    saving.coordinator = self
  }

  /// The size of the last pass's state in bytes, before sealing.
  package var byteCount: Int { state.current?.logged.byteCount ?? 0 }

  // MARK: Taking part

  /// Registers an object, so that it takes part in saving and restoring.
  ///
  /// The object is held weakly. If it is registered after launch and its record is still unclaimed,
  /// it decodes its state at once. An object that an encode hook registers does so before the next
  /// pass, unless the hook refers to it: then it is saved as it is. If an object is registered
  /// again, only its new identifier counts. Once it was restored or saved, it decodes no other
  /// record: its own state replaces an unclaimed one at its new place.
  ///
  /// - Parameters:
  ///   - object: The object; its ``StateRestoring/restorationParent`` is read now.
  ///   - restorationIdentifier: Its name among its siblings; with a malformed one the object is not
  ///     registered, and the log says so.
  public func registerObject(
    forStateRestoration object: any StateRestoring, restorationIdentifier: String
  ) {
    guard let identifier = RestorationIdentifier(restorationIdentifier) else {
      let link = refuse(restorationIdentifier, of: archivedClassName(of: type(of: object)))
      return logger.warning("An object was not registered: \(link)")
    }
    let changesNothing =
      arrivalsChangeNothing && phase == .idle && !state.registry.contains(object)
      && passOverChanges().isStored
    let isNew = register(object, as: identifier, parent: object.restorationParent)
    claimLate()
    if changesNothing { passOverChanges().didStore(nil) }
    // Without a tree it is a root. The running pass may not save it any more.
    if tree == nil, phase == .idle || phase == .preserving && isNew { saving.didChange() }
  }

  private func passOverChanges() -> PreservedState { preserve(reason: .changed, scope: .changes) }

  /// Logs a name that is not valid, at debug level only.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - className: The class of its object.
  /// - Returns: What is wrong with it, without the name.
  package func refuse(_ name: String, of className: String) -> BrokenLink {
    logger.debug("The refused identifier of \(className) is \(name.debugDescription)")
    return BrokenLink(
      .invalidIdentifier, className: className, flaw: RestorationIdentifier.flaw(of: name))
  }

  /// Registers an object below a parent that it may not name itself.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - identifier: Its name.
  ///   - parent: Its parent, if it has one.
  /// - Returns: Whether it was registered for the first time.
  @discardableResult
  func register(
    _ object: any StateRestoring, as identifier: RestorationIdentifier,
    parent: (any StateRestoring)?
  ) -> Bool {
    let isNew = !state.registry.contains(object)
    let row = state.registry.register(object, as: identifier, parent: parent)
    connectDeclaredState(of: object)
    if phase == .restoring || !state.unclaimed.numbers.isEmpty {
      state.index.add(row, isNew: isNew)
    }
    return isNew
  }

  /// Treats a registered object as released, until it is registered again.
  package func unregister(_ object: any StateRestoring) { state.registry.forget(object) }

  /// Connects an object's declared properties to this coordinator, to report changes.
  func connectDeclaredState(of object: any StateRestoring) {
    participantClass(of: object).declared.connect(object, to: link)
  }

  /// Returns what is known about an object's class.
  func participantClass(of object: any StateRestoring) -> ParticipantClass {
    state.classes.ofObject(object)
  }

  /// Registers a closure that makes objects of a class at restore.
  ///
  /// It takes precedence over any ``StateRestoring/objectRestorationClass`` of that exact class.
  /// Use it for nested and private classes, whose names cannot be looked up, and for objects that
  /// need dependencies.
  ///
  /// - Parameters:
  ///   - type: The exact class of the objects.
  ///   - name: The name to archive; the class's name by default.
  ///   - formerNames: Names that earlier versions archived it under.
  ///   - make: Makes or finds the object from its path and coder; `nil` drops the object.
  public func register<Object: StateRestoring>(
    _ type: Object.Type, name: String? = nil, formerNames: [String] = [],
    make: @escaping ([String], RestorationDecoder) -> Object?
  ) {
    let name = name ?? archivedClassName(of: type)
    state.classes.register(
      RestorationClass(name: name, formerNames: formerNames, make: { make($0, $1) }), for: type)
  }

  /// Registers a closure that makes objects of a class from their models.
  ///
  /// ```swift
  /// restoration.register(
  ///   SessionController.self, showing: "session", find: conference.session(withID:)
  /// ) { session, _ in SessionController(session) }
  /// ```
  ///
  /// The model is found by the identifier that the object saved, as ``RestorableModel`` does. An
  /// object is dropped if its model is gone or it saved no identifier.
  ///
  /// - Parameters:
  ///   - type: The exact class of the objects.
  ///   - key: The coding key of the model's identifier.
  ///   - find: Finds the model by its identifier; `nil` when it is gone.
  ///   - make: Makes or finds the object for its model; `nil` drops the object.
  public func register<Object: StateRestoring, ID: Decodable, Model>(
    _ type: Object.Type, showing key: String, find: @escaping (ID) -> Model?,
    make: @escaping (Model, RestorationDecoder) -> Object?
  ) {
    register(type) { _, coder in
      coder.decode(ID.self, forKey: key).flatMap(find).flatMap { make($0, coder) }
    }
  }

  /// Registers a restoration class that cannot be found by its name alone.
  ///
  /// That is a nested, private or generic class, a structure, or a class that was archived under a
  /// former name. Register it at every launch, before ``restore(reason:)``.
  ///
  /// - Parameter restorationClass: The type that objects give as their
  ///   ``StateRestoring/objectRestorationClass``.
  public func register(_ restorationClass: any ObjectRestoration.Type) {
    state.classes.register(RestorationClass(restorationClass))
  }

  /// Marks an object's saved state as out of date.
  ///
  /// - Parameter object: Any object that takes part; marking one that does not is harmless.
  public func invalidate(_ object: any StateRestoring) {
    guard phase != .restoring || isAfterDecoding else { return }
    state.changed.insert(object)
    // The next pass saves what hooks mark in a restore or a preview; neither is a reason for one.
    guard phase == .idle || phase == .preserving else { return }
    onInvalidate?()
    saving.didChange()
  }

  /// Runs a hook of the program that follows decoding: what it changes, the next pass saves.
  func afterDecoding(_ hook: () -> Void) {
    isAfterDecoding = true
    hook()
    isAfterDecoding = false
  }

  /// Whether state was restored, and what the program changes now differs from it.
  package var hasDecoded: Bool { isAfterDecoding || phase == .idle && launch.hasRestored }

  /// Every living registered object, in the order of registration.
  package var registeredObjects: [any StateRestoring] { state.registry.objects }

  /// The number of objects that were registered so far.
  package var registrationCount: UInt64 { state.registry.serial }

  // MARK: Passes

  /// The number of the pass in which objects encode; `nil` without one.
  package var encodingPass: UInt64? { isPreserving ? passNumber : nil }

  /// Whether no pass is running, so that one may start.
  package var isIdle: Bool { phase == .idle }

  func run<Result>(_ phase: Phase, _ pass: () -> Result) -> Result {
    guard self.phase == .idle else {
      fatalError("A restoration pass was started inside another pass; start it after the hook.")
    }
    self.phase = phase
    passNumber += 1
    let result = pass()
    self.phase = .idle
    if phase != .preserving, takeDiscard() { _ = retire(PreservationReport(reason: .explicit)) }
    return result
  }

  /// Returns whether a hook has discarded the state, once.
  func takeDiscard() -> Bool {
    defer { discardsAfterPass = false }
    return discardsAfterPass
  }

  func log(_ issues: [RestorationIssue], _ trace: RestorationTrace?) {
    for issue in issues {
      if let trace { trace.say("note", "\(issue)") } else { logger.debug("\(issue)") }
    }
  }
}
