// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Server
import Hummingbird
import Logging
import Mustache
import Sessions

/// The pages, and their effects on a visitor's session.
struct Site: Sendable {
  let sessions: SessionHost<Proposal>
  let templates: MustacheLibrary
  let wordings: [Wording]
  /// The code of invited speakers; `nil` if nobody can log in.
  let code: String?
  /// Whether the cookie is sent over HTTPS only.
  let isSecure: Bool

  /// The time for which an unopened proposal is kept.
  static let age = Duration.seconds(90 * 24 * 3600)

  typealias Context = BasicRequestContext

  /// Returns the routes of all pages; `fault` is the name of a proposal whose calls end this process.
  func router(publicFolder: String, fault: String?, _ logger: Logger) -> Router<Context> {
    let router = Router(context: Context.self)
    router.add(middleware: Failures(site: self))
    router.add(middleware: OwnForms())
    if let fault { router.add(middleware: Fault(site: self, name: fault)) }
    // Serves a file if no route matches.
    router.add(middleware: FileMiddleware(publicFolder, logger: logger))
    router.get("/") { request, _ in
      guard let identifier = identifier(of: request) else { return redirect(to: "/step/1") }
      let step = try await sessions.with(identifier.text) { $0.step }
      return redirect(to: "/step/\(step)")
    }
    router.get("/step/:number") { request, context in
      let number = try number(context)
      let (preferred, wordings) = (wording(for: request), wordings)
      guard let identifier = identifier(of: request) else {
        // A new visitor gets an identifier here; a session begins with the first form.
        let identifier = Identifier()
        let page = StepPage(
          Proposal(), number, preferred, of: wordings, link: link(to: identifier, request),
          logIn: nil)
        var response = answer(page, "step")
        response.setCookie(cookie(identifier))
        return response
      }
      let link = link(to: identifier, request)
      // Whoever logs in from this page gets this identifier, however often the form is sent.
      let next = code == nil ? nil : Identifier().text
      let page = try await sessions.with(identifier.text) { proposal in
        if proposal.step != number { (proposal.step, proposal.focus) = (number, "") }
        let wording = wordings.first { $0.language == proposal.language } ?? preferred
        return StepPage(proposal, number, wording, of: wordings, link: link, logIn: next)
      }
      return answer(page, "step")
    }
    router.post("/step/:number") { request, context in
      let number = try number(context)
      let form = try await form(of: request, context)
      let step = try await sessions.with(visitor(of: request)) { proposal in
        guard proposal.accepts(form) else { return proposal.step }
        proposal.update(from: form)
        proposal.step = number
        switch form["go"] ?? "stay" {
        case "next": proposal.step = min(number + 1, Proposal.steps.count)
        case "previous": proposal.step = max(number - 1, 1)
        case "attach": proposal.attach(form["attachment"] ?? "")
        case "submit": if proposal.missing.isEmpty { proposal.isSubmitted = true }
        case let go where go.hasPrefix("detach "):
          if let index = Int(go.dropFirst(7)), proposal.attachments.indices.contains(index) {
            proposal.attachments.remove(at: index)
          }
        default: break
        }
        return proposal.step
      }
      return redirect(to: "/step/\(step)")
    }
    // Saves the text typed so far. The answer confirms that it is saved.
    router.post("/draft") { request, context in
      let form = try await form(of: request, context)
      try await sessions.with(visitor(of: request)) { proposal in
        if proposal.accepts(form) { proposal.update(from: form) }
      }
      return Response(status: .noContent)
    }
    router.post("/language") { request, context in
      let language = try await form(of: request, context)["language"] ?? ""
      let step = try await sessions.with(visitor(of: request)) { proposal in
        proposal.language = String(language.prefix(2))
        return proposal.step
      }
      return redirect(to: "/step/\(step)")
    }
    router.get("/go-on/:identifier") { request, context in
      guard let identifier = Identifier(context.parameters.get("identifier")) else {
        throw HTTPError(.notFound)
      }
      // A link on its own changes nothing. It may come from a stranger, who could then read the
      // text that the visitor types next.
      let page = MessagePage(
        "goOnTitle", "goOnAsk", about: identifier.text, wording(for: request), of: wordings)
      return answer(page, "message")
    }
    router.post("/go-on") { request, context in
      let form = try await form(of: request, context)
      guard let identifier = Identifier(form["identifier"]) else { throw HTTPError(.notFound) }
      var response = redirect(to: "/")
      response.setCookie(cookie(identifier))
      return response
    }
    router.post("/log-in") { request, context in
      let form = try await form(of: request, context)
      let former = try visitor(of: request)
      guard let code, let next = Identifier(form["next"]) else { throw HTTPError(.notFound) }
      guard form["code"] == code else {
        let page = MessagePage("wrongCode", "wrongCodeText", wording(for: request), of: wordings)
        return answer(page, "message", status: .forbidden)
      }
      // From here on, whoever knew the former identifier, or planted it, finds nothing.
      do { try await sessions.moveSession(former, to: next.text) } catch let error as SessionError
        where error.code == .identifierInUse
      {
        // The form was sent before, and its answer was lost.
      }
      try await sessions.with(next.text) { $0.isInvited = true }
      var response = redirect(to: "/")
      response.setCookie(cookie(next))
      return response
    }
    // For load balancers and people who run the server; a proxy should show it to nobody else.
    router.get("/health") { _, _ in
      let health = await sessions.health
      return Response(
        status: health.isServing ? .ok : .serviceUnavailable,
        headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
        body: .init(byteBuffer: .init(string: health.lines.joined(separator: "\n") + "\n")))
    }
    router.post("/forget") { request, _ in
      try await sessions.remove(visitor(of: request))
      var response = redirect(to: "/")
      response.setCookie(cookie(Identifier()))
      return response
    }
    return router
  }

  // MARK: Requests

  func identifier(of request: Request) -> Identifier? {
    Identifier(request.cookies["proposal"]?.value)
  }

  /// Returns the identifier of the session that a form belongs to.
  ///
  /// - Throws: An error if the browser keeps no cookie, since its forms could not be saved.
  private func visitor(of request: Request) throws -> String {
    guard let identifier = identifier(of: request) else { throw HTTPError(.preconditionRequired) }
    return identifier.text
  }

  func wording(for request: Request) -> Wording {
    Wording.preferred(by: request.headers[.acceptLanguage], among: wordings)
  }

  private func number(_ context: Context) throws -> Int {
    guard let number = context.parameters.get("number", as: Int.self),
      (1...Proposal.steps.count).contains(number)
    else { throw HTTPError(.notFound) }
    return number
  }

  private func form(of request: Request, _ context: Context) async throws -> [String: String] {
    try await URLEncodedFormDecoder().decode(
      [String: String].self, from: request, context: context)
  }

  /// Returns the address that continues a proposal in another browser.
  private func link(to identifier: Identifier, _ request: Request) -> String {
    let host = request.head.authority.map { "\(isSecure ? "https" : "http")://\($0)" } ?? ""
    return "\(host)/go-on/\(identifier.text)"
  }

  // MARK: Answers

  private func redirect(to location: String) -> Response {
    var response = Response.redirect(to: location)
    response.headers[.cacheControl] = "no-store"
    return response
  }

  private func cookie(_ identifier: Identifier) -> Cookie {
    Cookie(
      name: "proposal", value: identifier.text, maxAge: Int(Self.age / .seconds(1)), path: "/",
      secure: isSecure, httpOnly: true, sameSite: .lax)
  }

  func answer(
    _ page: some Sendable, _ template: String, status: HTTPResponse.Status = .ok
  ) -> Response {
    let text = templates.render(page, withTemplate: template) ?? ""
    var headers: HTTPFields = [
      .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
    ]
    headers[.contentSecurityPolicy] =
      "default-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    return Response(
      status: status, headers: headers, body: .init(byteBuffer: .init(string: text)))
  }
}

/// A session's name: 32 random bytes, which cannot be guessed.
struct Identifier: Sendable {
  let text: String

  init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<32).map { _ in
      let byte = UInt8.random(in: .min ... .max, using: &generator)
      return String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }

  /// Reads an identifier from a browser; `nil` for other text.
  init?(_ text: String?) {
    guard let text, text.utf8.count == 64,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    self.text = text
  }
}

extension SessionHealth {
  /// One fact a line.
  fileprivate var lines: [String] {
    let standby = hasStandby.map { $0 ? "there" : "missing" } ?? "none, or unknown"
    return [
      "serving: \(isServing ? "yes" : "no")",
      "lease: \(Int(lease / .milliseconds(1))) ms",
      "draining: \(isDraining ? "yes" : "no")",
      "store: \(storeError.map { "\($0)" } ?? "answers")",
      "standby: \(standby)",
      "waiting: \(waiting)",
      "awake: \(awake)",
      "resting: \(resting)",
    ]
  }
}

extension SessionError {
  /// Whether the same request may succeed soon.
  fileprivate var mayPass: Bool {
    let codes: Set<Code> = [
      .draining, .busy, .timedOut, .storeUnavailable, .keysUnavailable, .endsItsNode,
    ]
    return codes.contains(code)
  }
}

/// Refuses forms sent by pages of other sites.
private struct OwnForms: RouterMiddleware {
  @concurrent func handle(
    _ request: Request, context: Site.Context,
    next: @concurrent (Request, Site.Context) async throws -> Response
  ) async throws -> Response {
    // Browsers mark such requests in a header that no page can change.
    let isForeign = request.headers.contains {
      $0.name.canonicalName == "sec-fetch-site" && $0.value == "cross-site"
    }
    guard request.method != .post || !isForeign else { throw HTTPError(.forbidden) }
    return try await next(request, context)
  }
}

/// Shows a page that tells the visitor what failed.
private struct Failures: RouterMiddleware {
  let site: Site

  @concurrent func handle(
    _ request: Request, context: Site.Context,
    next: @concurrent (Request, Site.Context) async throws -> Response
  ) async throws -> Response {
    do { return try await next(request, context) } catch let error as SessionError {
      context.logger.error("A session could not be used: \(error)")
      guard error.mayPass else {
        return page(
          "unavailable", "unavailableText", request,
          error.code == .tooLarge ? .contentTooLarge : .internalServerError)
      }
      var response = page("unavailable", "unavailableText", request, .serviceUnavailable)
      response.headers[.retryAfter] = "1"
      return response
    } catch let error as HTTPError where error.status == .preconditionRequired {
      return page("cookies", "cookiesText", request, .preconditionRequired)
    } catch let error as HTTPError where error.status == .notFound {
      return page("missingPage", "missingPage", request, .notFound)
    }
  }

  private func page(
    _ heading: String, _ text: String, _ request: Request, _ status: HTTPResponse.Status
  ) -> Response {
    let page = MessagePage(heading, text, site.wording(for: request), of: site.wordings)
    return site.answer(page, "message", status: status)
  }
}
#endif
