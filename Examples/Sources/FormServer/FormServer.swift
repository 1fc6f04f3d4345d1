// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0
// The server of the article "A form that survives".

#if Server
import Hummingbird
import Sessions

/// The letter of one visitor.
final class Letter: StateRestoring {
  @Restorable var text = ""
  /// The visitor who has logged in; empty before.
  @Restorable var author = ""

  init(registeringWith coordinator: RestorationCoordinator) {
    coordinator.registerObject(forStateRestoration: self, restorationIdentifier: "Letter")
  }
}

@main struct FormServer {
  static func main() async throws {
    let sessions = SessionHost(
      store: try FolderSessionStore(folder: "sessions"), keys: SessionKeyFile(path: "keys"),
      for: ApplicationDescription(identifier: "org.example.Letters", version: "1.0")
    ) { Letter(registeringWith: $0) }

    let router = Router()
    router.get("/") { request, _ in
      let visitor = visitor(of: request) ?? newVisitor()
      let (text, author) = try await sessions.with(visitor) { ($0.text, $0.author) }
      var response = page(text, by: author)
      response.setCookie(cookie(visitor))
      return response
    }
    router.post("/") { request, context in
      guard let visitor = visitor(of: request) else { throw HTTPError(.preconditionRequired) }
      let form = try await form(of: request, context)
      guard let text = form["text"] else { throw HTTPError(.badRequest) }
      try await sessions.with(visitor) { $0.text = text }
      return Response(status: .noContent)
    }
    router.post("/log-in") { request, context in
      let form = try await form(of: request, context)
      guard let former = visitor(of: request), let visitor = visitor(named: form["next"]),
        let author = form["author"]
      else { throw HTTPError(.badRequest) }
      // Your server checks a password here.
      do { try await sessions.moveSession(former, to: visitor) } catch let error as SessionError
        where error.code == .identifierInUse
      {
        // The form was sent before, and its answer was lost.
      }
      try await sessions.with(visitor) { $0.author = author }
      var response = Response.redirect(to: "/")
      response.setCookie(cookie(visitor))
      return response
    }
    router.get("/health") { _, _ in
      Response(status: await sessions.health.isServing ? .ok : .serviceUnavailable)
    }
    try await Application(router: router, services: [sessions]).runService()
  }
}

/// The visitor in the cookie.
func visitor(of request: Request) -> String? { visitor(named: request.cookies["letter"]?.value) }

/// Returns an identifier from a browser; `nil` if `newVisitor()` never made it.
func visitor(named text: String?) -> String? {
  guard let text, text.utf8.count == 39, text.utf8.allSatisfy({ (48...57).contains($0) })
  else { return nil }
  return text
}

/// Returns an identifier of 128 random bits, too long to guess.
func newVisitor() -> String {
  let number = UInt128.random(in: .min ... .max)
  let digits = String(number)
  return String(repeating: "0", count: 39 - digits.count) + digits
}

func cookie(_ visitor: String) -> Cookie {
  Cookie(name: "letter", value: visitor, maxAge: 7_776_000, path: "/", sameSite: .lax)
}

func form(of request: Request, _ context: BasicRequestContext) async throws -> [String: String] {
  try await URLEncodedFormDecoder().decode(
    [String: String].self, from: request, context: context)
}

/// A form that is sent after each pause of typing, and one to log in.
func page(_ text: String, by author: String) -> Response {
  let logIn = """
    <form method="post" action="/log-in"><input type="hidden" name="next" value="\(newVisitor())">
    <input name="author" placeholder="Your name" required> <button>Log in</button></form>
    """
  let html = """
    <!DOCTYPE html><meta charset="utf-8"><title>Letter</title>
    \(author.isEmpty ? logIn : "<p>A letter by \(escaped(author))</p>")
    <form><textarea name="text" rows="12" cols="60">
    \(escaped(text))</textarea><p id="state">Kept</p></form>
    <script>
    const field = document.querySelector("textarea"), state = document.getElementById("state");
    let timer, sent = Promise.resolve();
    field.oninput = () => {
      state.textContent = "…";
      clearTimeout(timer);
      timer = setTimeout(() => { sent = sent.then(keep); }, 300);
    };
    async function keep() {
      const text = field.value;
      const answer = await fetch("/", { method: "POST", body: new URLSearchParams({ text }) })
        .catch(() => null);
      if (field.value !== text) return;
      state.textContent = answer?.ok ? "Kept" : "Not kept. Trying again …";
      if (!answer?.ok) timer = setTimeout(() => { sent = sent.then(keep); }, 1000);
    }
    </script>
    """
  return Response(
    status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
    body: .init(byteBuffer: ByteBuffer(string: html)))
}

func escaped(_ text: String) -> String {
  text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
}
#else
@main enum FormServer {
  static func main() { print("Build FormServer with --traits Server.") }
}
#endif
