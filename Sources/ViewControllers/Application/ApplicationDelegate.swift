// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Makes an application's interface and hears of its life.
///
/// Its state is neither saved nor restored: a delegate opts in by adopting
/// ``StateRestoringApplicationDelegate`` (R1). Make the delegate a final class: a subclass of one
/// that relies on a default here is not asked.
@MainActor public protocol ApplicationDelegate: AnyObject {
  /// Makes the windows and controllers that exist at every launch; state is restored afterwards.
  ///
  /// The default makes nothing.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - options: Empty as yet.
  /// - Returns: UIKit's answer to an opened document; not read here.
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool

  /// Finishes launching, in every case: restored, refused or without archive (R54).
  ///
  /// What is presented here lies over the restored interface (R174). The default does nothing.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - options: Why the application launches, and what came of restoring.
  /// - Returns: UIKit's answer to an opened document; not read here.
  func application(
    _ application: Application, didFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool

  /// The application came to the foreground.
  ///
  /// - Parameter application: The application.
  func applicationDidBecomeActive(_ application: Application)

  /// The application left the foreground; its state is saved next.
  ///
  /// - Parameter application: The application.
  func applicationDidEnterBackground(_ application: Application)

  /// The key can be had again, after a lock (R123).
  ///
  /// When ``/StateRestoration/RestorationCoordinator/isLockedOut`` says that state was kept back at
  /// launch, this is the place for ``Application/restoreLate()``.
  ///
  /// - Parameter application: The application.
  func applicationProtectedDataDidBecomeAvailable(_ application: Application)

  /// The key is about to be locked away; state was saved just now, if that was possible (R27).
  ///
  /// - Parameter application: The application.
  func applicationProtectedDataWillBecomeUnavailable(_ application: Application)

  /// The application ends; its state is saved next.
  ///
  /// - Parameter application: The application.
  func applicationWillTerminate(_ application: Application)

  /// The machine runs out of memory: drop what can be made again; the state is saved next.
  ///
  /// - Parameter application: The application.
  func applicationDidReceiveMemoryWarning(_ application: Application)
}

extension ApplicationDelegate {
  /// Makes nothing.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - options: Empty as yet.
  /// - Returns: `true`.
  public func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool { true }

  /// Does nothing.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - options: Why the application launches, and what came of restoring.
  /// - Returns: `true`.
  public func application(
    _ application: Application, didFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool { true }

  /// Does nothing.
  ///
  /// - Parameter application: The application.
  public func applicationDidBecomeActive(_ application: Application) {}

  /// Does nothing.
  ///
  /// - Parameter application: The application.
  public func applicationDidEnterBackground(_ application: Application) {}

  /// Does nothing.
  ///
  /// - Parameter application: The application.
  public func applicationWillTerminate(_ application: Application) {}

  /// Does nothing.
  ///
  /// - Parameter application: The application.
  public func applicationProtectedDataDidBecomeAvailable(_ application: Application) {}

  /// Does nothing.
  ///
  /// - Parameter application: The application.
  public func applicationProtectedDataWillBecomeUnavailable(_ application: Application) {}

  /// Does nothing.
  ///
  /// - Parameter application: The application.
  public func applicationDidReceiveMemoryWarning(_ application: Application) {}
}
