// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive

/// The shared context of a report's sections.
///
/// It names and shows objects in the same way in all of them.
struct ReportContext {
  let sources: ReportSources
  let forest: ObjectForest
  let links: [ObjectLink]
  let weights: ObjectWeights
  let names: ObjectNames
  /// The differences; `nil` when there is no state to compare with.
  ///
  /// Empty when the states are equal.
  let difference: SnapshotDifference?
  /// Whether values and paths are shown.
  let reveals: Bool

  var reading: ArchiveReading { sources.reading }
  var snapshot: RestorationSnapshot { reading.snapshot }

  init(_ sources: ReportSources, reveals: Bool) {
    self.sources = sources
    self.reveals = reveals
    forest = ObjectForest(sources.reading)
    links = forest.links(in: sources.reading.snapshot)
    weights = ObjectWeights(forest)
    let before = sources.previous
    difference = before.flatMap {
      try? SnapshotDifference(from: $0.snapshot, to: sources.reading.snapshot)
    }
    names = ObjectNames(
      sources.reading.snapshot,
      others: sources.reading.snapshot.notes.map(\.address)
        + (before.map { before in before.snapshot.allAddresses } ?? []),
      revealsPaths: reveals)
  }

  /// Returns an object's name, linked if the page has the object.
  func link(_ address: RestorationAddress) -> String {
    let name = "<span class=\"name\">\(markup(names.name(address)))</span>"
    guard let number = snapshot.number(at: address), forest[number] != nil else { return name }
    return "<a href=\"#\(Self.anchor(number))\">\(name)</a>"
  }

  /// Returns the symbol of a kind.
  static func sign(_ kind: ObjectKind) -> String {
    "<svg class=\"sign\" width=\"18\" height=\"18\" viewBox=\"-9 -9 18 18\" role=\"img\" "
      + "aria-label=\"\(kind.word)\">\(GraphDrawing.symbol(kind, x: 0, y: 0))</svg>"
  }

  /// Returns the anchor of an object's values.
  static func anchor(_ number: ObjectNumber) -> String { "object-\(number.rawValue + 1)" }

  /// Returns a bar that shows a part of a whole.
  static func bar(_ part: Int, of whole: Int, color: String = "bar") -> String {
    let percent = whole > 0 ? Double(part) * 100 / Double(whole) : 0
    return "<svg class=\"measure\" height=\"8\" aria-hidden=\"true\"><rect class=\"groove\" "
      + "width=\"100%\" height=\"8\" rx=\"4\"/><rect class=\"\(color)\" "
      + "width=\"\(decimal(percent))%\" height=\"8\" rx=\"4\"/></svg>"
  }
}

extension RestorationSnapshot {
  /// The addresses of all objects, including those without a record.
  fileprivate var allAddresses: [RestorationAddress] {
    (0..<objectCount).compactMap { address(of: ObjectNumber(UInt32($0))) }
  }
}

/// One section of a report.
struct ReportSection {
  /// Its anchor.
  let anchor: String
  let title: String
  /// An introductory sentence, as markup.
  var lead: String?
  /// Its content, as markup.
  let content: String
}

/// Values as markup.
extension ReportContext {
  /// The limits for texts and lists that are shown in full.
  ///
  /// A report is read by people.
  private static let longest = (text: 4_000, list: 200, bytes: 48)

  /// Returns a value as markup, or only its type and size.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - snapshot: The state whose numbers its references use.
  /// - Returns: Markup.
  func html(_ value: ArchivedValue, in snapshot: RestorationSnapshot) -> String {
    if case .reference(let number) = value {
      guard let address = snapshot.address(of: number) else {
        return "<span class=\"quiet\">an unknown object</span>"
      }
      return "<span class=\"quiet\">→</span> " + link(address)
        + (snapshot.number(at: address) == nil
          ? " <span class=\"quiet\">(not in this archive)</span>" : "")
    }
    return reveals
      ? revealed(value, in: snapshot)
      : "<span class=\"type\">\(markup(outline(value)))</span>"
  }

  private func outline(_ value: ArchivedValue) -> String {
    ValueText(snapshot: snapshot, revealsValues: false).text(value)
  }

  private func revealed(_ value: ArchivedValue, in snapshot: RestorationSnapshot) -> String {
    func code(_ text: String) -> String { "<code>\(escaped(text))</code>" }
    switch value {
    case .null, .bool, .integer, .unsigned, .float, .double, .date:
      return code(ValueText(snapshot: snapshot, revealsValues: true).text(value))
    case .reference: return html(value, in: snapshot)
    case .string(let string):
      if string.isEmpty { return "<span class=\"quiet\">empty String</span>" }
      return "<code class=\"text\">\(markup(String(string.prefix(Self.longest.text))))</code>"
        + more(string.count - Self.longest.text, "characters")
    case .data(let data):
      let bytes = data.prefix(Self.longest.bytes).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      return "<span class=\"type\">\(markup(outline(value)))</span> "
        + code(bytes.joined(separator: " "))
        + more(data.count - Self.longest.bytes, "bytes")
    case .array(let elements):
      if elements.isEmpty { return "<span class=\"quiet\">empty Array</span>" }
      let items = elements.prefix(Self.longest.list).map {
        "<li>\(revealed($0, in: snapshot))</li>"
      }
      return "<ol start=\"0\">\(items.joined())</ol>"
        + more(elements.count - Self.longest.list, "elements")
    case .dictionary(let entries):
      if entries.isEmpty { return "<span class=\"quiet\">empty Dictionary</span>" }
      let rows = entries.prefix(Self.longest.list).map {
        "<dt>\(markup($0.key))</dt><dd>\(revealed($0.value, in: snapshot))</dd>"
      }
      return "<dl class=\"entries\">\(rows.joined())</dl>"
        + more(entries.count - Self.longest.list, "entries")
    }
  }

  private func more(_ count: Int, _ what: String) -> String {
    count > 0 ? " <span class=\"quiet\">… and \(count) \(what) more</span>" : ""
  }
}

/// The input of a report: the archive and the files beside it.
struct ReportSources {
  /// The archive that the report is about.
  let reading: ArchiveReading
  /// The application; `nil` for an archive outside a state folder.
  let application: String?
  /// The name of the archive's file, without its folder.
  let fileName: String
  /// The previous generation; `nil` when missing or unreadable.
  private(set) var previous: ArchiveReading?
  /// The reason why there is no comparison, in a sentence.
  private(set) var previousIssue: String?
  /// The pictures of this state; empty if they show another save.
  ///
  /// Also empty when there are none.
  private(set) var images: [LaunchImage] = []
  /// The reason why existing pictures are not shown, in a sentence.
  private(set) var imageIssue: String?

  /// Opens an archive, and the files beside it.
  ///
  /// - Throws: ``ToolFailure`` or `ArchiveError` when the archive itself cannot be opened.
  init(_ options: ArchiveOptions) throws {
    let location = try ArchiveLocation(
      argument: options.file, generation: options.generation, instance: options.instance,
      environment: ProcessInfo.processInfo.environment)
    let keys = try options.key.keys(of: location.application, for: location.archive)
    reading = try keys.open(location.archive)
    let folder = (location.archive as NSString).deletingLastPathComponent
    fileName = (location.archive as NSString).lastPathComponent
    application = folder.hasSuffix("/restoration") ? location.application : nil
    guard let file = StoredFile(name: fileName), file.content == .archive(.current) else {
      previousIssue = "Only the current archive is compared with the generation before."
      return
    }
    func beside(_ content: StoredFile.Content) -> String {
      folder + "/" + StoredFile(content, slot: file.slot).name
    }
    let previous = beside(.archive(.previous))
    if FileManager.default.fileExists(atPath: previous) {
      self.previous = try? keys.open(previous)
      if self.previous == nil {
        previousIssue = "The generation before this one cannot be opened."
      }
    } else {
      previousIssue = "There is no generation before this one."
    }
    do {
      try readImages(beside(.launchImage), keys)
    } catch {
      imageIssue = "There is a launch image that cannot be opened."
    }
  }

  private mutating func readImages(_ path: String, _ keys: ArchiveKeys) throws {
    guard let file = try PosixFileSystem().open(path, limit: ArchiveLimits.launchImageFileSize)
    else { return }
    var failure: ArchiveError?
    for key in keys.keys {
      do throws(ArchiveError) {
        if let images = try reading.state.launchImages(in: file, key: key) {
          self.images = images
        } else {
          imageIssue = "The launch image belongs to another save."
        }
        return
      } catch { failure = error }
    }
    if let failure { throw failure }
  }
}

/// Returns text that is safe in HTML or SVG.
///
/// It cannot break out of an element or an attribute. Unprintable characters appear as escapes, as
/// in ``printable(_:)``: they are not allowed in either language, or would change the direction of
/// writing.
func markup(_ text: String) -> String { escaped(printable(text)) }

/// Escapes text that is already printable, for HTML or SVG.
func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Returns a name as markup with line-break opportunities between its words.
func breakable(_ name: String) -> String {
  var result = ""
  var wasSmall = false
  for scalar in printable(name).unicodeScalars {
    if wasSmall, scalar.properties.isUppercase { result += "<wbr>" }
    result += escaped(String(scalar))
    wasSmall = scalar.properties.isLowercase
    if scalar == "." || scalar == "/" { result += "<wbr>" }
  }
  return result
}

/// Returns a number for markup, with at most two decimal places.
///
/// It does not depend on the locale.
func decimal(_ value: Double) -> String {
  let hundredths = Int((value * 100).rounded())
  let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
  let sign = hundredths < 0 ? "-" : ""
  if rest == 0 { return "\(sign)\(whole)" }
  return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest % 10 == 0 ? rest / 10 : rest)"
}
