// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration

extension PreservationReport.Result {
  /// Why an object was saved in part; `nil` if it was not.
  var incompleteReason: String? { if case .incomplete(let reason) = self { reason } else { nil } }

  /// Why an object was left out; `nil` if it was not.
  var leftOutReason: String? { if case .leftOut(let reason) = self { reason } else { nil } }
}

extension RestorationReport.Result {
  /// Why an object was dropped; `nil` if it was not.
  var droppedReason: String? { if case .dropped(let reason) = self { reason } else { nil } }

  /// Why an object kept its defaults; `nil` if it did not.
  var defaultedReason: String? { if case .defaulted(let reason) = self { reason } else { nil } }
}
