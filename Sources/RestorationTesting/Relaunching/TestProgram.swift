// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
public import StateRestoration

/// A program without controllers that a test starts, uses, ends and starts again.
///
/// ```swift
/// let program = TestProgram(Reader())
/// program.objects.page = 7
/// program.relaunch()
/// #expect(program.objects.page == 7)
/// ```
///
/// Lives on the actor that the test runs on. Store and key outlive each life.
public final class TestProgram<Objects> {
  /// The coordinator of this life.
  public private(set) var coordinator: RestorationCoordinator

  /// What this life has made.
  public private(set) var objects: Objects

  /// What came of restoring at the last start.
  public private(set) var report: RestorationReport

  /// The version of the program from the next start on.
  public var version = "1"

  private var hasChanged = false
  private let store: any ArchiveStore
  private let keys: any KeyProvider
  private let start: (RestorationCoordinator) -> Objects

  /// Tests a program of several objects: each life makes and registers them.
  ///
  /// - Parameters:
  ///   - store: Where state is kept, such as one that fails.
  ///   - keys: Where the key comes from.
  ///   - start: Makes the objects and registers them; what it returns is kept for the time of a life.
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

  /// Programs that save changes learn of them here, too.
  private func watchChanges() {
    hasChanged = false
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
  ///   - end: How this life ends.
  ///   - fileID: Where the test is.
  ///   - filePath: Where the test is.
  ///   - line: Where the test is.
  ///   - column: Where the test is.
  public func relaunch(
    _ end: ProgramEnd = .terminating, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) {
    do throws(ArchiveError) {
      switch end {
      case .terminating: try coordinator.preserve(reason: .terminating).commitAndWait()
      case .background: try coordinator.preserve(reason: .background).commitAndWait()
      case .killed:
        if hasChanged {
          try coordinator.preserve(reason: .changed, everything: false).commitAndWait()
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

  /// What would be saved now; `nil` when nothing would.
  public var state: RestorationSnapshot? { coordinator.preview().snapshot }

  /// What would come back of it; see `RestorationCoordinator.checkRoundTrip(registering:)`.
  ///
  /// - Returns: What would not, and why.
  public func checkRoundTrip() -> RoundTripReport {
    coordinator.checkRoundTrip(registering: start)
  }
}

extension TestProgram where Objects: StateRestoring {
  /// Tests one object: each life makes it anew and registers it.
  ///
  /// - Parameters:
  ///   - object: Makes the object.
  ///   - identifier: The name it is registered under.
  ///   - store: Where state is kept, such as one that fails.
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
