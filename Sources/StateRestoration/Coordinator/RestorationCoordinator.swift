// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import Logging
public import RestorationArchive

/// Runs preserve and restore passes over the objects of one application.
///
/// Synchronous, and not `Sendable`: it lives on the actor that owns the objects. A program without
/// controllers registers its objects, calls ``restore(reason:)`` at launch, and has every change saved
/// from then on:
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
/// Or it calls ``preserve(reason:everything:)`` itself when something worth keeping has happened.
public final class RestorationCoordinator: ChangeObserver {
  /// The hierarchy of objects; `nil` for a program whose registered objects are all there is.
  public weak var tree: (any RestorationTree)?

  /// Decides whether state is saved and restored; held weakly, and without one it always is.
  public weak var delegate: (any RestorationCoordinatorDelegate)?

  /// Saves what changes by itself, once ``startSaving(after:clock:isolation:)`` was called.
  public let saving: Saving

  /// Called when an object was invalidated (R150).
  ///
  /// ``saving`` needs it not; a program with a schedule of its own has a pass run soon. Not called while
  /// state is restored. Called while it is preserved, too, for what changes then waits for the next
  /// pass: schedule one, never run it from here.
  public var onInvalidate: (() -> Void)?

  /// Called when other values than before do not fit into the state.
  ///
  /// Gets all that is left out now; nothing when everything fits again. Show it when
  /// ``PreservationReport/Omission/isTypedText`` is true: what the user typed is not saved then, or
  /// only as it was before.
  public var onOmission: (([PreservationReport.Omission]) -> Void)?

  /// How much state is kept, and for how long; change it before a pass, never in one (R155).
  public var budget = PreservationBudget()

  /// What the interface is shown on; saved with every record (R45).
  ///
  /// Compare it with the saved one in the hook that says whether state is restored.
  public let idiom: UserInterfaceIdiom

  /// What is saved about the application with every record.
  package let description: ApplicationDescription
  package let archiver: Archiver
  package let now: () -> Date
  package var logger: Logger
  /// Whether the program saves and restores at all; asked before its delegate is.
  package var takesPart: () -> Bool = { true }
  /// Whether a host shows windows and ends the probation that its first frame begins (R131).
  package var awaitsFirstFrame = false
  let ledger = CommitLedger()
  let verdict: Verdict
  var launch = LaunchState()
  var state = CoordinatorState()
  private(set) var phase = Phase.idle
  let link = ChangeLink()
  private var passNumber: UInt64 = 0

  enum Phase {
    /// No pass is running.
    case idle
    /// Objects are encoding.
    case preserving
    /// Objects are encoding for a preview, of which nothing is kept.
    case previewing
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
    verdict = Verdict(archiver)
    saving = Saving(verdict)
    archiver.serve(description)
    link.observer = self
    saving.coordinator = self
  }

  /// The bytes of the state that the last pass has found, before sealing.
  package var byteCount: Int { state.current?.logged.byteCount ?? 0 }

  // MARK: Taking part

  /// Lets any object take part (R87).
  ///
  /// The object is held weakly (R88). Registered after launch, an object whose record nobody had
  /// claimed decodes its state at once; one that an encode hook registers does so before the next pass,
  /// unless the hook refers to it: then it is saved as it is. Registered again, an object has its later
  /// identifier only.
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
    claimLate()
  }

  /// Takes an object in below a parent that it may not name itself (R167).
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - identifier: Its name.
  ///   - parent: Its parent, if it has one.
  func register(
    _ object: any StateRestoring, as identifier: RestorationIdentifier,
    parent: (any StateRestoring)?
  ) {
    let classIndex = state.participants.index(of: type(of: object))
    let isNew = !state.registry.contains(object)
    state.registry.register(object, as: identifier, parent: parent, classIndex: classIndex)
    connectDeclaredState(of: object)
    if phase == .restoring || !state.unclaimed.numbers.isEmpty {
      state.index.add(object, isNew: isNew)
    }
  }

  /// Lets an object's declared properties tell this coordinator of their changes.
  func connectDeclaredState(of object: any StateRestoring) {
    let declared = declaredState(of: object)
    if !declared.isEmpty { declared.connect(object, to: link) }
  }

  /// The declared properties of an object's class, read when the class is met first.
  func declaredState(of object: any StateRestoring) -> DeclaredState {
    let index = state.participants.index(of: type(of: object))  // may make the list longer
    return state.participants.list[index].declared
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

  /// Registers a closure that makes objects of a class again, each for the model that it showed.
  ///
  /// ```swift
  /// restoration.register(
  ///   SessionController.self, showing: "session", find: conference.session(withID:)
  /// ) { session, _ in SessionController(session) }
  /// ```
  ///
  /// The model is found by the identifier that the object saved, as ``RestorableModel`` does. An
  /// object whose model is gone is dropped, and so is one that saved none (R67).
  ///
  /// - Parameters:
  ///   - type: The exact class of the objects.
  ///   - key: The key of the model's identifier.
  ///   - find: Finds the model by its identifier; `nil` when it is gone.
  ///   - make: Makes or finds the object for its model; `nil` drops it, too.
  public func register<Object: StateRestoring, ID: Decodable, Model>(
    _ type: Object.Type, showing key: String, find: @escaping (ID) -> Model?,
    make: @escaping (Model, RestorationDecoder) -> Object?
  ) {
    register(type) { _, coder in
      coder.decode(ID.self, forKey: key).flatMap(find).flatMap { make($0, coder) }
    }
  }

  /// Registers a restoration class that cannot be found by its name alone (R72).
  ///
  /// A nested, private or generic class, a structure, or a class that was archived under a former
  /// name. Register it at every launch, before ``restore(reason:)``.
  ///
  /// - Parameter restorationClass: The type that objects give as their
  ///   ``StateRestoring/objectRestorationClass``.
  public func register(_ restorationClass: any ObjectRestoration.Type) {
    state.classes.register(RestorationClass(restorationClass))
  }

  /// Says that an object's saved state is out of date (R150).
  ///
  /// - Parameter object: Any object that takes part; marking one that does not is harmless.
  public func invalidate(_ object: any StateRestoring) {
    guard phase != .restoring else { return }
    state.changed.insert(object)
    // What hooks mark in a preview goes with the next pass, but looking on is no reason for one.
    guard phase != .previewing else { return }
    onInvalidate?()
    saving.didChange()
  }

  /// Every living object that was registered, in that order.
  package var registeredObjects: [any StateRestoring] { state.registry.objects }

  // MARK: Passes

  /// Tells the pass from all others in which objects encode; `nil` while none of those is running.
  package var encodingPass: UInt64? { isPreserving ? passNumber : nil }

  /// Whether no pass is running, so that one may be started.
  package var isIdle: Bool { phase == .idle }

  func run<Result>(_ phase: Phase, _ pass: () -> Result) -> Result {
    guard self.phase == .idle else {
      fatalError("A restoration pass was started inside another pass; start it after the hook.")
    }
    self.phase = phase
    passNumber += 1
    defer { self.phase = .idle }
    return pass()
  }

  func log(_ issues: [RestorationIssue], _ trace: RestorationTrace?) {
    for issue in issues {
      if let trace { trace.say("note", "\(issue)") } else { logger.debug("\(issue)") }
    }
  }
}
