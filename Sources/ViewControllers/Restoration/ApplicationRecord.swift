// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

/// Forwards the engine's questions about the application record to the delegate.
///
/// A delegate that did not opt in answers `false` to both questions.
@MainActor final class ApplicationRecord: @MainActor RestorationCoordinatorDelegate {
  weak var application: Application?

  func shouldPreserve(with coder: RestorationEncoder) -> Bool {
    ask(otherwise: false) { $1.application($0, shouldSaveApplicationState: coder) }
  }

  func willPreserve(with coder: RestorationEncoder) {
    ask(otherwise: ()) { $1.application($0, willEncodeRestorableStateWith: coder) }
  }

  func shouldRestore(with coder: RestorationDecoder) -> Bool {
    ask(otherwise: false) { $1.application($0, shouldRestoreApplicationState: coder) }
  }

  func didRestore(with coder: RestorationDecoder) {
    ask(otherwise: ()) { $1.application($0, didDecodeRestorableStateWith: coder) }
  }

  private func ask<Answer>(
    otherwise fallback: Answer,
    _ question: (Application, any StateRestoringApplicationDelegate) -> Answer
  ) -> Answer {
    guard let application,
      let delegate = application.delegate as? any StateRestoringApplicationDelegate
    else { return fallback }
    return question(application, delegate)
  }
}
