// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import StateRestoration

/// An object that makes the interface and receives lifecycle events.
///
/// The state of its application is neither saved nor restored. A delegate opts in by adopting
/// ``StateRestoringApplicationDelegate``.
///
/// Make the delegate a final class. If a class relies on a default here, the same method of its
/// subclass is not called.
@MainActor public protocol ApplicationDelegate: AnyObject {
  /// Makes the windows and controllers that exist at every launch.
  ///
  /// State is restored afterwards. The default makes nothing.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - options: No report yet.
  /// - Returns: Ignored; UIKit uses it for opened documents.
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool

  /// Finishes launching, whether or not state was restored.
  ///
  /// Also called when the delegate refused to restore or there was no archive. What is presented
  /// here lies over the restored interface. The default does nothing.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - options: The reason for the launch, and the result of restoring.
  /// - Returns: Ignored; UIKit uses it for opened documents.
  func application(
    _ application: Application, didFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool

  /// Tells the delegate that the application came to the foreground.
  ///
  /// - Parameter application: The application.
  func applicationDidBecomeActive(_ application: Application)

  /// Tells the delegate that the application left the foreground.
  ///
  /// The state is saved next.
  ///
  /// - Parameter application: The application.
  func applicationDidEnterBackground(_ application: Application)

  /// Tells the delegate that the key is available again.
  ///
  /// If ``/StateRestoration/RestorationCoordinator/isLockedOut`` is `true`, state was kept back at
  /// launch. This is the place to call ``Application/restoreLate()``.
  ///
  /// - Parameter application: The application.
  func applicationProtectedDataDidBecomeAvailable(_ application: Application)

  /// Tells the delegate that the key is about to become unavailable.
  ///
  /// State was saved just now, if that was possible.
  ///
  /// - Parameter application: The application.
  func applicationProtectedDataWillBecomeUnavailable(_ application: Application)

  /// Tells the delegate that the application ends.
  ///
  /// The state is saved next.
  ///
  /// - Parameter application: The application.
  func applicationWillTerminate(_ application: Application)

  /// Tells the delegate that the machine runs out of memory.
  ///
  /// Drop everything that can be made again. The state is saved next.
  ///
  /// - Parameter application: The application.
  func applicationDidReceiveMemoryWarning(_ application: Application)
}

extension ApplicationDelegate {
  /// Makes nothing.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - options: No report yet.
  /// - Returns: `true`.
  public func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool { true }

  /// Does nothing.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - options: The reason for the launch, and the result of restoring.
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

/// Information that an application receives when it launches.
public struct LaunchOptions: Sendable {
  /// The report of restoring; `nil` in will-finish-launching.
  ///
  /// Restoring has not begun by then.
  public let report: RestorationReport?

  /// Whether the application launches without showing windows.
  public let isBackground: Bool

  /// The reason for the launch; `nil` in will-finish-launching.
  public var reason: LaunchReason? { report?.reason }
}
