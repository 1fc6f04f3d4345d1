// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Server
import ArgumentParser
import Foundation
import Hummingbird
import Logging
import Mustache
import Sessions

#if PostgreSQL
import PostgresSessions
#endif

/// One node of the server.
@main struct Proposals: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "proposals",
    abstract:
      "Takes proposals for a conference, and loses none, whichever process or machine dies.",
    discussion: """
      Without options it keeps proposals in a folder of yours and serves them on this machine. Several nodes \
      share a database and a file of keys.
      """)

  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen on.")
  var port = 8080

  @Option(
    help: """
      Where proposals are kept: a folder, or postgresql://… (trait PostgreSQL). By default \
      org.example.Proposals in your folder for programs' state.
      """)
  var store: String?

  @Option(help: "The file of keys; made if there is none. By default it lies beside that folder.")
  var keys: String?

  @Option(
    help: "The code of invited speakers. With a code, visitors can log in with it.")
  var code: String?

  @Flag(
    help: "Sends the visitor's cookie over HTTPS alone; for servers behind one that speaks it.")
  var secure = false

  @Option(help: .init("The release of the program.", visibility: .hidden))
  var release = "1.0"

  @Option(
    help: .init(
      "Ends this process in a call of a proposal with this name, as a fault in a release does.",
      visibility: .hidden))
  var fault: String?

  func run() async throws {
    var logger = Logger(label: "proposals")
    logger.logLevel = .notice
    let folder = stateFolder
    let keyFile = keys ?? folder + "/keys"
    if !FileManager.default.fileExists(atPath: keyFile) {
      logger.notice(
        "Making new keys in \(keyFile). They find no proposal that was kept with other keys.")
    }
    var options = SessionOptions()
    // The age for which a browser keeps its cookie.
    options.age = Site.age
    let sessions = SessionHost(
      store: try await opened(store ?? folder + "/proposals", logger),
      keys: SessionKeyFile(path: keyFile),
      for: ApplicationDescription(identifier: "org.example.Proposals", version: release),
      options: options, logger: logger
    ) { Proposal(registeringWith: $0) }
    let resources = Bundle.module.bundlePath + "/Resources"
    let site = Site(
      sessions: sessions,
      templates: try await Markup.templates(in: resources + "/templates"),
      wordings: try Wording.all(in: resources + "/words"), code: code, isSecure: secure)
    let application = Application(
      router: site.router(publicFolder: resources + "/public", fault: fault, logger),
      configuration: .init(address: .hostname(host, port: port)),
      // Stops after the server's last answer; then all sessions are saved and released.
      services: [sessions],
      onServerRunning: { _ in
        print("Serving http://\(host):\(port)/")
        try? FileHandle.standardOutput.synchronize()
      }, logger: logger)
    try await application.runService()
  }

  private var stateFolder: String {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"] ?? NSHomeDirectory()
    return (environment["XDG_STATE_HOME"] ?? home + "/.local/state") + "/org.example.Proposals"
  }

  private func opened(_ place: String, _ logger: Logger) async throws -> any SessionStore {
    guard place.hasPrefix("postgresql://") || place.hasPrefix("postgres://") else {
      return try FolderSessionStore(folder: place)
    }
    #if PostgreSQL
    let store = try PostgresSessionStore(place, logger: logger)
    for step in try await store.prepareSchema() {
      logger.notice("Made in the database: \(step)")
    }
    return store
    #else
    throw ValidationError("This build cannot use databases; build it with --traits PostgreSQL.")
    #endif
  }
}
#endif
