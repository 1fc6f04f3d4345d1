// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// The result of a round-trip check: what a relaunch would restore.
///
/// Its findings hold no values. The compared states do, and must not be logged.
public struct RoundTripReport: Sendable {
  /// The differences, in the order of saving and restoring.
  ///
  /// Empty for a clean round trip.
  public let findings: [RoundTripFinding]
  /// The state that would be saved now; `nil` when nothing would.
  public let before: RestorationSnapshot?
  /// The state that the restored program would save.
  ///
  /// `nil` when nothing was restored.
  public let after: RestorationSnapshot?
  /// The outcome of every saved object; `nil` when nothing was saved.
  public let restoration: RestorationReport?
  /// Objects that no code has asked for by the end of launch.
  ///
  /// They are not findings: they are restored when something asks for them, and whether that
  /// happens cannot be known.
  public let waiting: [RestorationAddress]
  /// Lists whose selection or position is saved by row number.
  ///
  /// They are not findings: they are restored as long as the data stays the same. A data source
  /// that adopts `DataSourceModelAssociation` has them saved by model identifier.
  public let savedByRowNumber: [RestorationAddress]

  /// Whether a relaunch would change nothing.
  public var isClean: Bool { findings.isEmpty }

  /// Creates the report of a round trip that ended before restoring.
  package init(_ finding: RoundTripFinding, before: PreservationPreview?) {
    findings = [finding]
    self.before = before?.snapshot
    (after, restoration, waiting, savedByRowNumber) = (nil, nil, [], [])
  }

  /// Compares a program with its restored copy.
  ///
  /// - Parameters:
  ///   - before: The state that would be saved of the program.
  ///   - restoration: The report of restoring that state.
  ///   - after: The state that would be saved of the restored program.
  ///   - unsaved: Objects that exist and take no part, as the program itself knows.
  ///   - lostClosures: Objects that come back without a closure.
  ///   - savedByRowNumber: See ``savedByRowNumber``.
  package init(
    before: PreservationPreview, restoration: RestorationReport, after: PreservationPreview,
    unsaved: [RoundTripFinding] = [], lostClosures: [RoundTripFinding] = [],
    savedByRowNumber: [RestorationAddress] = []
  ) {
    self.savedByRowNumber = savedByRowNumber
    (self.before, self.after) = (before.snapshot, after.snapshot)
    self.restoration = restoration
    guard restoration.isRestored else {
      (findings, waiting) = ([restoration.refusal], [])
      return
    }
    let known = Set(before.report.outcomes.filter { $0.result == .unclaimed }.map(\.address))
    let claims = restoration.outcomes.filter { !known.contains($0.address) }
    waiting = claims.filter { $0.result == .unclaimed }.map(\.address)
    let unsaved =
      before.report.issues.map { RoundTripFinding(.notSaved, at: $0.address, $0.sentence) }
      + unsaved
    let unrestored = claims.compactMap { outcome -> RoundTripFinding? in
      switch outcome.result {
      case .dropped(let reason), .defaulted(let reason):
        RoundTripFinding(.notRestored, at: outcome.address, reason)
      case .restored, .referenced, .unclaimed: nil
      }
    }
    // Objects that are saved in part are compared, too: the rest may still be restored differently.
    findings =
      unsaved + unrestored
      + Self.differences(
        from: before.snapshot, to: after, except: Set(unrestored.compactMap(\.address)))
      + lostClosures
  }

  /// Returns the differences among what was restored.
  private static func differences(
    from before: RestorationSnapshot?, to after: PreservationPreview,
    except known: Set<RestorationAddress>
  ) -> [RoundTripFinding] {
    guard let before else { return [] }
    guard let snapshot = after.snapshot else {
      return [
        RoundTripFinding(.lost, "the restored program does not want or cannot save its state")
      ]
    }
    do throws(ArchiveError) {
      let difference = try SnapshotDifference(from: before, to: snapshot)
      return difference.dropped.filter { !known.contains($0) }.map {
        RoundTripFinding(
          .lost, at: $0, "it is restored, but nothing refers to it when launch has ended")
      }
        + difference.changed.filter { !known.contains($0.address) }.map {
          RoundTripFinding(.changed, at: $0.address, $0.sentence)
        }
        + difference.added.map {
          RoundTripFinding(.added, at: $0, "it is not there now, and would be after a relaunch")
        }
    } catch {
      return [RoundTripFinding(.changed, "the two states cannot be compared: \(error)")]
    }
  }
}

extension RoundTripReport: CustomStringConvertible {
  /// A count, then a line per finding, waiting object and row-number list.
  ///
  /// The last line says what cannot be compared. Holds no values.
  public var description: String {
    let waiting = waiting.map {
      "- \($0): nothing asks for it by the end of launch; it comes back when something does, "
        + "which this check cannot know"
    }
    let lines = findings.map { "- \($0)" } + waiting
    let byNumber = savedByRowNumber.map {
      "- \($0): by row number; adopt DataSourceModelAssociation, so that other data keeps it"
    }
    let unknown = restoration == nil ? [] : ["Not compared: delegates, and all that is not saved."]
    return ([headline] + lines + byNumber + unknown).joined(separator: "\n")
  }

  private var headline: String {
    guard let restoration else { return "Nothing would come back:" }
    guard isClean else {
      return "Not everything would come back as it is; findings: \(findings.count)"
    }
    let count = restoration.outcomes.count
    return waiting.isEmpty
      ? "All \(count) objects would come back as they are."
      : "\(count - waiting.count) of \(count) objects would come back as they are."
  }
}

extension ObjectDifference {
  /// The differences, without values.
  fileprivate var sentence: String {
    let keys = values.map { change in
      switch (change.old, change.new) {
      case (_, nil): "\(change.key) is missing"
      case (nil, _): "\(change.key) is new"
      default: "\(change.key) differs"
      }
    }
    let said = attributes.map { "its \($0.attribute.rawValue) differs" } + keys
    return "it comes back, but its state differs: " + said.joined(separator: ", ")
  }
}

/// A difference between the state now and after a relaunch.
public struct RoundTripFinding: Hashable, Sendable {
  /// The address of the object.
  ///
  /// `nil` for an object without a path, or if the sentence names the object.
  public let address: RestorationAddress?
  /// The step that goes wrong.
  public let kind: Kind
  /// The problem and its reason.
  ///
  /// Holds paths, coding keys and class names, but no values.
  public let sentence: String

  /// The steps of a round trip, in order.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// It exists now, and would not be saved, or only in part.
    case notSaved
    /// It is saved, but the next launch drops it or keeps defaults.
    case notRestored
    /// It is restored, but is gone or takes no part after launch.
    case lost
    /// It is restored, with other values than before, or without a closure.
    case changed
    /// The next launch would add it.
    case added
  }

  /// Creates a finding.
  package init(_ kind: Kind, at address: RestorationAddress? = nil, _ sentence: String) {
    (self.kind, self.address, self.sentence) = (kind, address, sentence)
  }
}

extension RoundTripFinding: CustomStringConvertible {
  /// The path, if there is one, and the sentence.
  public var description: String { (address.map { "\($0): " } ?? "") + sentence }
}
