// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Server
import Foundation
import Hummingbird
import Sessions

/// Plays a release with a fault: a call of one proposal ends the process.
///
/// `Scripts/Release/kill-nodes` looks for what becomes of the other proposals.
struct Fault: RouterMiddleware {
  let site: Site
  /// The name of that proposal.
  let name: String

  @concurrent func handle(
    _ request: Request, context: Site.Context,
    next: @concurrent (Request, Site.Context) async throws -> Response
  ) async throws -> Response {
    if let identifier = site.identifier(of: request) {
      try await site.sessions.with(identifier.text) { proposal in
        if proposal.name == name { kill(getpid(), SIGKILL) }
      }
    }
    return try await next(request, context)
  }
}
#endif
