// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import StateRestoration

/// This package, with its defaults: files, a key file, names and references.
final class PackageKeeper: Keeper {
  private let place: CorpusPlace
  private var program: RunningProgram?

  init(_ corpus: Corpus, folder: String) throws {
    place = CorpusPlace.folder(folder)
    let program = RunningProgram(corpus, savingTo: place)
    try program.saveTwice()
    self.program = program
  }

  func beginSaving(_ index: Int) -> () throws -> Void {
    program?.invalidate(index)
    // Only this thread uses the program until the caller has waited.
    nonisolated(unsafe) let pass = program?.preserveChanged()
    let completion = Completion()
    Task.immediate {
      do {
        try await pass?.commit()
        completion.finish(.success(()))
      } catch {
        completion.finish(.failure(error))
      }
    }
    return completion.wait
  }

  func relaunch() -> RestoredProgram {
    program = nil
    let program = RelaunchedProgram(from: place)
    program.restore()
    return program
  }
}
