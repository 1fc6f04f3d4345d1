// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

extension RestorationInspection {
  /// The inspection as plain text, without values.
  ///
  /// For a message to someone else.
  ///
  /// It contains paths and identifiers.
  public var text: String {
    var lines = summary.map { "\($0.label): \($0.text)" }
    for section in sections {
      lines += ["", section.title]
      for object in section.objects { Self.write(object, indentation: "  ", to: &lines) }
    }
    return lines.map { printable($0) + "\n" }.joined()
  }

  private static func write(
    _ object: InspectedObject, indentation: String, to lines: inout [String]
  ) {
    let name = object.identifier.map { " \"\($0)\"" } ?? ""
    let size = object.byteCount > 0 ? ", \(sizeText(object.byteCount))" : ""
    lines.append("\(indentation)\(object.shortClassName)\(name): \(object.statusText)\(size)")
    if object.isProblem || object.state == .unclaimed || !object.remarksAtLaunch.isEmpty {
      for sentence in object.sentences { lines.append("\(indentation)  – \(sentence)") }
    }
    for child in object.children { write(child, indentation: indentation + "  ", to: &lines) }
  }
}

extension InspectedObject.State {
  /// The state in one or a few words.
  public var text: String {
    switch self {
    case .preserved: "preserved"
    case .incomplete: "preserved in part"
    case .excluded: "left out"
    case .notPreserved: "not preserved"
    case .unclaimed: "waiting"
    case .dropped: "not restored"
    }
  }
}

extension RestorationInspection {
  /// Returns the details of an object, each with a heading.
  ///
  /// - Parameter object: An object of this inspection.
  /// - Returns: Headings and texts, in order; fields that do not apply are left out.
  package func fields(of object: InspectedObject) -> [(label: String, text: String)] {
    let size = object.byteCount > 0 ? sizeText(object.byteCount) : nil
    let scene = object.address.map(\.scene) ?? ""
    let fields: [(String, String?)] = [
      (
        "Path",
        (object.address?.path.components.isEmpty ?? true) ? nil : object.address?.description
      ),
      ("Identifier", object.identifier ?? "none"),
      ("Class", object.className),
      ("Restoration class", record(of: object)?.restorationClass),
      ("Window", scene.isEmpty ? nil : scene),
      ("Size", size),
      ("At launch", launchText(object)),
    ]
    return fields.compactMap { label, text in text.map { (label, printable($0)) } }
  }

  /// Returns the result of the launch for an object.
  ///
  /// ``InspectedObject/sentences`` contains the reason.
  private func launchText(_ object: InspectedObject) -> String? {
    guard let restored = object.restored else {
      if object.state == .excluded { return nil }
      return isRestored ? "it was not in the state that was restored" : "nothing was restored"
    }
    return switch restored {
    case .restored: "restored"
    case .referenced: "found; it has nothing of its own to decode"
    case .defaulted: "found, but not decoded"
    case .dropped: "dropped"
    case .unclaimed: "nothing asked for it"
    }
  }
}

extension InspectedObject {
  /// The problems and how to fix them, one sentence each.
  ///
  /// Those of the last launch begin with `at launch:`.
  public var sentences: [String] {
    let own = (explanation ?? "").split(separator: "\n").map(String.init)
    let launch = (restored?.problem.map { [$0] } ?? []) + remarksAtLaunch
    return own + launch.filter { !own.contains($0) }.map { "at launch: \($0)" }
  }

  /// The state in words, or the restore's result if worse.
  package var statusText: String {
    guard state == .preserved else { return state.text }
    return switch restored {
    case .defaulted: "not decoded"
    case .dropped: "came too late"
    default: state.text
    }
  }

  /// The object's saved size in readable form.
  package var sizeText: String { ViewControllers.sizeText(byteCount) }
}

extension InspectedValue {
  /// The value's size in readable form.
  package var sizeText: String { ViewControllers.sizeText(byteCount) }
}

extension RestorationReport.Result {
  /// The reason for an incomplete restore; `nil` if complete.
  var problem: String? {
    switch self {
    case .defaulted(let reason), .dropped(let reason): reason
    case .restored, .referenced, .unclaimed: nil
    }
  }
}
