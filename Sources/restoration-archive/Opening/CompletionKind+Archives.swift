// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RestorationArchive

extension CompletionKind {
  /// Applications with state on this machine, and files.
  static var archives: CompletionKind {
    .custom { _, _, prefix in
      let applications =
        (try? StateFolder.applications(environment: ProcessInfo.processInfo.environment)) ?? []
      let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
      let files =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
      return (applications + files.sorted().map { folder + $0 }).filter { $0.hasPrefix(prefix) }
    }
  }

  /// Applications with state on this machine.
  static var applications: CompletionKind {
    .custom { _, _, prefix in
      let applications = try? StateFolder.applications(
        environment: ProcessInfo.processInfo.environment)
      return (applications ?? []).filter { $0.hasPrefix(prefix) }
    }
  }
}
