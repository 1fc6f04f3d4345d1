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
  /// Whether the cookie is sent over HTTPS only.
  let isSecure: Bool

  /// The time for which an unopened proposal is kept.
  static let age = Duration.seconds(90 * 24 * 3600)

  typealias Context = BasicRequestContext

  func router(publicFolder: String, _ logger: Logger) -> Router<Context> {
    let router = Router(context: Context.self)
    router.add(middleware: Failures(site: self))
    router.add(middleware: OwnForms())
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
        let page = StepPage(Proposal(), number, preferred, of: wordings, link: identifier.link)
        var response = answer(page, "step")
        response.setCookie(cookie(identifier))
        return response
      }
      let page = try await sessions.with(identifier.text) { proposal in
        if proposal.step != number { (proposal.step, proposal.focus) = (number, "") }
        let wording = wordings.first { $0.language == proposal.language } ?? preferred
        return StepPage(proposal, number, wording, of: wordings, link: identifier.link)
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
    router.post("/forget") { request, _ in
      try await sessions.remove(visitor(of: request))
      var response = redirect(to: "/")
      response.setCookie(cookie(Identifier()))
      return response
    }
    return router
  }

  // MARK: Requests

  private func identifier(of request: Request) -> Identifier? {
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
  var link: String { "/go-on/\(text)" }

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
