// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
public import StateRestoration

/// What is preserved of one object, what is not and why, and what the last restore made of it.
///
/// Part of a ``RestorationInspection``, and as old as that: it does not follow the object, and does
/// not keep it alive.
public struct InspectedObject: Sendable, Identifiable {
  /// Tells objects of one process apart, and is the same from one inspection to the next.
  public enum ID: Hashable, Sendable {
    /// An object of the running application.
    case live(ObjectIdentifier)
    /// An object that only a record tells of.
    case archived(RestorationAddress)
  }

  /// How an object comes to be where it is.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// The record that the delegate's hooks share.
    case applicationRecord
    /// A window.
    case window
    /// The root controller of a window.
    case root
    /// A controller in a container.
    case child
    /// The search controller of the controller above it.
    case search
    /// A controller that the one above it presents.
    case presented
    /// A controller whose view lies in that of the one above it, which does not contain it.
    case uncontained
    /// A view.
    case view
    /// Any other registered object.
    case registered
    /// A record without an object.
    case record
  }

  /// Whether the next save has the object.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// It is saved.
    case preserved
    /// It is saved, but something of it is not, or something is wrong with it.
    case incomplete
    /// It has no identifier, or is of a kind that is never saved; nothing below it misses one.
    case excluded
    /// It is not saved, and someone might expect that it is.
    case notPreserved
    /// Nobody has asked for the record since launch; it is carried into the next saves.
    case unclaimed
    /// It was in the state that was restored, and did not come back.
    case dropped
  }

  /// Which object it is.
  public let id: ID
  /// How it comes to be here.
  public let role: Role
  /// Its class, or the class that was archived.
  public let className: String
  /// Its restoration identifier; `nil` without one.
  public let identifier: String?
  /// Where it lies; `nil` when some link on the way to it is missing.
  public let address: RestorationAddress?
  /// Whether the next save has it.
  public internal(set) var state: State
  /// Why it is not saved and what to do about that, or what is wrong; `nil` when nothing is.
  public internal(set) var explanation: String?
  /// What became at launch of the record that lay at ``address``; `nil` when there was none.
  public let restored: RestorationReport.Result?
  /// How many bytes its values take, before sealing; 0 when it is not saved.
  public let byteCount: Int
  /// What lies below it: its views, then what it contains, then what it presents.
  public internal(set) var children: [InspectedObject]
  /// What the launch complained of besides.
  var remarksAtLaunch: [String] = []

  /// Whether someone should look at it: it is not saved whole, or did not come back whole.
  public var isProblem: Bool {
    switch restored {
    case .defaulted, .dropped: return true
    default: break
    }
    switch state {
    case .incomplete, .notPreserved, .dropped: return true
    case .preserved, .excluded, .unclaimed: return false
    }
  }

  /// The class without its module.
  public var shortClassName: String {
    className.split(separator: ".", maxSplits: 1).last.map(String.init) ?? className
  }

  /// The object and all below it, in order.
  var all: [InspectedObject] { [self] + children.flatMap(\.all) }
}
