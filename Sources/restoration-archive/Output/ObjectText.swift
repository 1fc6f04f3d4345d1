// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import RestorationArchive

/// One object as text, modelled on the tool shown in 2013.
struct ObjectText {
  private(set) var text = ""

  private let snapshot: RestorationSnapshot
  private let values: ValueText
  private let style: Style

  /// Writes kind, place, class and values.
  ///
  /// - Parameters:
  ///   - record: The object.
  ///   - values: Formats values.
  ///   - newest: The origin of the newest save; a record of another version or system is labelled.
  ///   - style: The colours.
  init(_ record: ObjectRecord, values: ValueText, newest: RecordOrigin?, style: Style) {
    self.init(values: values, style: style)
    line(style(record.address.kind.heading, .heading))
    if !record.address.path.components.isEmpty {
      line("Path: \(printable(record.address.description))")
    }
    if !record.address.scene.isEmpty { line("Scene: \(printable(record.address.scene))") }
    line("Class: \(printable(record.className))")
    if let name = record.restorationClass { line("Restoration Class: \(printable(name))") }
    if record.schemaVersion != 0 { line("Schema Version: \(record.schemaVersion)") }
    if !record.origin.isOfSameProgram(as: newest) {
      line(
        "Carried From: \(printable(record.origin.applicationVersion)), "
          + timestampText(record.origin.timestamp))
    }
    if let prerequisite = record.prerequisite { line("Requires: \(values.proxy(prerequisite))") }
    writeValues(of: record)
  }

  /// Writes the values alone.
  init(valuesOf record: ObjectRecord, values: ValueText, style: Style) {
    self.init(values: values, style: style)
    writeValues(of: record)
  }

  private init(values: ValueText, style: Style) {
    (snapshot, self.values, self.style) = (values.snapshot, values, style)
  }

  private mutating func line(_ line: String) { text += line + "\n" }

  private mutating func writeValues(of record: ObjectRecord) {
    let entries: [ArchivedValue.Entry]
    do throws(ArchiveError) {
      entries = try snapshot.values(of: record)
    } catch {
      line(style("(This record cannot be read.)", .bad))
      return
    }
    for entry in entries where entry.key != ReservedKey.storyboard {
      line("\(printable(entry.key)) -> \(values.text(entry.value))")
    }
    for entry in entries where entry.key == ReservedKey.storyboard {
      writeStoryboard(entry.value)
    }
  }

  private mutating func writeStoryboard(_ value: ArchivedValue) {
    guard case .dictionary(let entries) = value else { return }
    func part(_ key: String) -> String? {
      guard case .string(let text)? = entries.first(where: { $0.key == key })?.value else {
        return nil
      }
      return printable(text)
    }
    line("Storyboard: \([part("bundle"), part("name")].compactMap(\.self).joined(separator: "/"))")
    if let identifier = part("identifier") { line("StoryboardIdentifier -> \(identifier)") }
  }
}

extension ObjectKind {
  /// The name of the kind in texts for people.
  var heading: String {
    switch self {
    case .application: "[Application]"
    case .window: "[Window]"
    case .controller: "[View Controller]"
    case .view: "[View]"
    case .object: "[Restorable Object]"
    }
  }
}

/// Archived values as text.
struct ValueText {
  let snapshot: RestorationSnapshot
  /// Whether values are shown, or only their types and sizes.
  let revealsValues: Bool

  /// Returns a value as text; always shows paths of referenced objects.
  func text(_ value: ArchivedValue) -> String {
    if case .reference(let number) = value { return proxy(number) }
    return revealsValues ? revealed(value, indentation: "") : value.outline
  }

  /// Returns a reference to an object, by its path.
  func proxy(_ number: ObjectNumber) -> String {
    guard let address = snapshot.address(of: number) else {
      return "Object Identifier Proxy: (unknown object)"
    }
    return "Object Identifier Proxy: \(printable(address.description))"
      + (snapshot.holds(number) ? "" : " (not in this archive)")
  }

  private func revealed(_ value: ArchivedValue, indentation: String) -> String {
    let inner = indentation + "    "
    switch value {
    case .null: return "nil"
    case .bool(let bool): return bool ? "YES" : "NO"
    case .integer(let integer): return String(integer)
    case .unsigned(let unsigned): return String(unsigned)
    case .float(let float): return float.description
    case .double(let double): return double.description
    case .date(let date): return timestampText(date)
    case .string(let string): return printable(string)
    case .data(let data): return "<\(counted(data.count, "byte", "bytes"))>"
    case .reference(let number): return proxy(number)
    case .array(let elements):
      if elements.isEmpty { return "()" }
      let lines = elements.map { inner + revealed($0, indentation: inner) }
      return "(\n\(lines.joined(separator: ",\n"))\n\(indentation))"
    case .dictionary(let entries):
      if entries.isEmpty { return "{}" }
      let lines = entries.map {
        "\(inner)\(printable($0.key)) = \(revealed($0.value, indentation: inner));\n"
      }
      return "{\n\(lines.joined())\(indentation)}"
    }
  }
}

extension RestorationNote {
  /// The note as a line: the object, its outcome and the problem.
  ///
  /// A note about the application concerns an object without a path.
  var line: String { (address.kind == .application ? "" : "\(address) – ") + words }

  /// The outcome and the problem.
  var words: String { "\(outcome.words): \(sentence)" }
}

extension RestorationNote.Outcome {
  /// The kind of note in words for people.
  var words: String { self == .notPreserved ? "not preserved" : rawValue }
}
#endif
