// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
public import StateRestoration

/// The way a program under test ends.
public enum ProgramEnd: String, Hashable, Sendable, CaseIterable {
  /// The program ends normally, after everything is saved.
  case terminating
  /// The program left the foreground, and was killed later.
  ///
  /// Leaving the foreground saves everything.
  case background
  /// The program was killed a while after the last change.
  ///
  /// Changes announced with `invalidateRestorableState()` or through a declared property are saved.
  case killed
  /// The program was killed before the last change could be saved.
  case killedAtOnce
}

/// A program without controllers, for tests of relaunching.
///
/// ```swift
/// let program = TestProgram(Reader())
/// program.objects.page = 7
/// program.relaunch()
/// #expect(program.objects.page == 7)
/// ```
///
/// It lives on the actor that the test runs on. Store and key outlive each life.
public final class TestProgram<Objects> {
  /// The coordinator of this life.
  public private(set) var coordinator: RestorationCoordinator

  /// The objects that this life has made.
  public private(set) var objects: Objects

  /// The restoration report of the last start.
  public private(set) var report: RestorationReport

  /// The version of the program from the next start on.
  public var version = "1"

  private var hasChanged = false
  private var registrationCount: UInt64 = 0
  private let store: any ArchiveStore
  private let keys: any KeyProvider
  private let start: (RestorationCoordinator) -> Objects

  /// Tests a program of several objects, which each life makes.
  ///
  /// - Parameters:
  ///   - store: The store of the state, for example one that fails.
  ///   - keys: The source of the key.
  ///   - start: Makes the objects and registers them; its result is kept for the duration of a
  ///     life.
  public init(
    store: any ArchiveStore = MemoryStore(), keys: any KeyProvider = MemoryKeyProvider(),
    starting start: @escaping (RestorationCoordinator) -> Objects
  ) {
    (self.store, self.keys, self.start) = (store, keys, start)
    coordinator = Self.makeCoordinator(version, store, keys)
    objects = start(coordinator)
    report = coordinator.restore()
    watchChanges()
  }

  /// Observes changes, and passes them on to the program's own handler.
  private func watchChanges() {
    (hasChanged, registrationCount) = (false, coordinator.registrationCount)
    let program = coordinator.onInvalidate
    coordinator.onInvalidate = { [weak self] in
      self?.hasChanged = true
      program?()
    }
  }

  private static func makeCoordinator(
    _ version: String, _ store: any ArchiveStore, _ keys: any KeyProvider
  ) -> RestorationCoordinator {
    RestorationCoordinator(
      ApplicationDescription(identifier: "org.example.Test", version: version),
      archiver: Archiver(store: store, keys: keys))
  }

  /// Ends this life and starts the next one.
  ///
  /// - Parameters:
  ///   - end: The way this life ends.
  ///   - fileID: The file of the test; filled in by the compiler.
  ///   - filePath: The path of the test; filled in by the compiler.
  ///   - line: The line of the test; filled in by the compiler.
  ///   - column: The column of the test; filled in by the compiler.
  public func relaunch(
    _ end: ProgramEnd = .terminating, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) {
    do throws(ArchiveError) {
      switch end {
      case .terminating: try coordinator.preserve(reason: .terminating).commitAndWait()
      case .background: try coordinator.preserve(reason: .background).commitAndWait()
      case .killed:
        if hasChanged || coordinator.registrationCount != registrationCount {
          try coordinator.preserve(reason: .changed, scope: .changes).commitAndWait()
        }
      case .killedAtOnce: break
      }
    } catch {
      reportFailure(
        "The state was not saved: \(error)",
        at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    coordinator.saving.stop()
    coordinator = Self.makeCoordinator(version, store, keys)
    objects = start(coordinator)
    report = coordinator.restore()
    watchChanges()
  }

  /// The state that a save would write now; `nil` for none.
  public var state: RestorationSnapshot? { coordinator.preview().snapshot }

  /// Checks which parts of the present state could be restored.
  ///
  /// See `RestorationCoordinator.checkRoundTrip(registering:)`.
  ///
  /// - Returns: The objects and values that would be lost, and why.
  public func checkRoundTrip() -> RoundTripReport {
    coordinator.checkRoundTrip(registering: start)
  }
}

extension TestProgram where Objects: StateRestoring {
  /// Tests one object, which each life makes and registers.
  ///
  /// - Parameters:
  ///   - object: Makes the object.
  ///   - identifier: The name it is registered under.
  ///   - store: The store of the state, for example one that fails.
  public convenience init(
    _ object: @autoclosure @escaping () -> Objects, identifier: String = "Object",
    store: any ArchiveStore = MemoryStore()
  ) {
    self.init(store: store) { coordinator in
      let object = object()
      coordinator.registerObject(forStateRestoration: object, restorationIdentifier: identifier)
      return object
    }
  }
}
