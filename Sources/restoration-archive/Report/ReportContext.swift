// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
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
    names = ObjectNames(forest, in: sources.reading.snapshot, revealsPaths: reveals)
  }

  /// Returns an object's name, linked if the page has the object.
  func link(_ address: RestorationAddress) -> String {
    let name = "<span class=\"name\">\(markup(names.name(address)))</span>"
    let record = forest[address].flatMap { forest.nodes[$0].record }
    return record.map { "<a href=\"#\(Self.anchor($0))\">\(name)</a>" } ?? name
  }

  /// Returns the anchor of an object's values.
  static func anchor(_ record: ObjectRecord) -> String {
    "object-\(record.number.rawValue + 1)"
  }

  /// Returns the kind of an object.
  static func kind(_ address: RestorationAddress) -> String {
    "<span class=\"kind\">\(address.kind.word)</span> "
  }

  /// Returns badges for an object's outcomes other than "saved".
  func badges(of node: ObjectForest.Node) -> String {
    node.outcomes(newest: reading.origin).filter { $0 != "saved" }.map {
      " <span class=\"badge \($0 == "carried" ? "note" : "warning")\">\($0)</span>"
    }.joined()
  }

  /// Returns a bar that shows a part of a whole.
  static func bar(_ part: Int, of whole: Int) -> String {
    "<meter max=\"\(max(1, whole))\" value=\"\(max(0, part))\"></meter>"
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
  /// The number of characters of a value that are shown.
  ///
  /// A report is read by people.
  private static let longest = 4_000

  /// Returns a value as markup, or only its type and size.
  func html(_ value: ArchivedValue) -> String {
    if case .reference(let number) = value {
      guard let address = snapshot.address(of: number) else {
        return "<span class=\"quiet\">an unknown object</span>"
      }
      return "<span class=\"quiet\">→</span> " + link(address)
        + (snapshot.holds(number) ? "" : " <span class=\"quiet\">(not in this archive)</span>")
    }
    let text = ValueText(snapshot: snapshot, revealsValues: reveals).text(value)
    guard reveals else { return "<span class=\"type\">\(escaped(text))</span>" }
    let rest = text.count - Self.longest
    return "<code class=\"text\">\(escaped(String(text.prefix(Self.longest))))</code>"
      + (rest > 0 ? " <span class=\"quiet\">… and \(rest) characters more</span>" : "")
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
#endif
