// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The visitors' requests and answers, in order.
///
/// A session is a list. Each call either adds a token of its own or reads; its answer is the list
/// after the call. So checking linearizability needs no search. The calls are linearizable exactly
/// if all answers are prefixes of one list, each answer to an addition ends with its token, and no
/// answer is shorter than one given before its call was made.
final class History: Sendable {
  private let state = Mutex(State())

  private struct State {
    var calls: [Call] = []
    var moment = 0
    var log: [String] = []
  }

  private struct Call {
    let session: String
    /// The token to add; `nil` for a read.
    let token: Int?
    let asked: Int
    var answered: Int?
    var seen: [Int] = []
  }

  /// Records a request.
  ///
  /// - Returns: The number that identifies the call.
  func ask(_ session: String, _ token: Int?) -> Int {
    state.withLock { state in
      state.moment += 1
      state.calls.append(Call(session: session, token: token, asked: state.moment))
      return state.calls.count - 1
    }
  }

  func answer(_ call: Int, _ seen: [Int]) {
    state.withLock { state in
      state.moment += 1
      (state.calls[call].answered, state.calls[call].seen) = (state.moment, seen)
      state.log.append("\(state.calls[call].session) \(seen)")
    }
  }

  func note(_ what: String) { state.withLock { $0.log.append(what) } }

  var answerCount: Int { state.withLock { $0.calls.count { $0.answered != nil } } }
  var log: [String] { state.withLock { $0.log } }

  /// Returns contradictions to each session being one list.
  func problems() -> [String] {
    let calls = state.withLock { $0.calls }
    return Set(calls.map(\.session)).sorted().flatMap { session in
      Self.problems(of: calls.filter { $0.session == session && $0.answered != nil })
    }
  }

  private static func problems(of calls: [Call]) -> [String] {
    var problems: [String] = []
    let bySize = calls.sorted { $0.seen.count < $1.seen.count }
    for (shorter, longer) in zip(bySize, bySize.dropFirst())
    where !longer.seen.starts(with: shorter.seen) {
      problems.append("A change that was answered is lost: \(shorter.seen), then \(longer.seen)")
    }
    for call in calls {
      if let token = call.token, call.seen.last != token {
        problems.append("The answer to \(token) is \(call.seen)")
      }
      if Set(call.seen).count != call.seen.count {
        problems.append("A change was made twice: \(call.seen)")
      }
      for earlier in calls where earlier.answered.map({ $0 < call.asked }) == true {
        let isNewer = call.seen.count - earlier.seen.count >= (call.token == nil ? 0 : 1)
        if !isNewer {
          problems.append("After \(earlier.seen) a call that came later saw \(call.seen)")
        }
      }
    }
    return problems
  }
}
