// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CFrameWindow
  import Corpus
  import StateRestoration

  /// Shows an animation, changes objects, saves or does not, and notes when frames came.
  @MainActor final class Measurement {
    private enum Kind: CaseIterable {
      case none, one, all

      var what: String {
        switch self {
        case .none: "nothing is saved"
        case .one: "one change is saved"
        case .all: "all objects are saved"
        }
      }
    }

    private static let phase: Duration = .milliseconds(1_500)
    private static let pause: guint = 250

    private let program: RunningProgram
    private let phases: Int
    private let window = AnimatedWindow()
    private var index = 0
    private var phaseBegan = ContinuousClock.now
    private var lastFrame: ContinuousClock.Instant?
    private var gaps: [Kind: [Duration]] = [:]
    /// The longest of each phase.
    private var longest: [Kind: [Duration]] = [:]
    private var passes: [Kind: [Duration]] = [:]
    private var turn = 0

    init(objects: Int, phases: Int, folder: String) {
      program = RunningProgram(Corpus(count: objects), savingTo: .folder(folder))
      self.phases = phases
    }

    /// Goes through all phases.
    ///
    /// - Returns: What was measured; `nil` without a display.
    func run() -> [Figure]? {
      guard gtk_init_check() != 0 else { return nil }
      window.show { [unowned self] in frame() }
      g_timeout_add(
        Self.pause,
        { data in
          guard let data else { return 0 }
          let measurement = Unmanaged<Measurement>.fromOpaque(data).takeUnretainedValue()
          MainActor.assumeIsolated { measurement.change() }
          return 1
        }, Unmanaged.passUnretained(self).toOpaque())
      phaseBegan = .now
      while index < phases * Kind.allCases.count { g_main_context_iteration(nil, 1) }
      return Kind.allCases.flatMap { figures(of: $0) }
    }

    private var kind: Kind { Kind.allCases[index % Kind.allCases.count] }

    private func frame() {
      let now = ContinuousClock.now
      if let lastFrame {
        gaps[kind, default: []].append(now - lastFrame)
        longest[kind, default: []][index / Kind.allCases.count] =
          max(longest[kind]?[index / Kind.allCases.count] ?? .zero, now - lastFrame)
      } else {
        longest[kind, default: []].append(.zero)
      }
      lastFrame = now
      guard now - phaseBegan >= Self.phase else { return }
      index += 1
      (phaseBegan, lastFrame) = (now, nil)
    }

    /// Changes all objects in every phase, and saves what the phase is for.
    private func change() {
      let items = program.corpus.items
      for item in items { item.position &+= 1 }
      turn = (turn + 7) % items.count
      let began = ContinuousClock.now
      let pass: PreservationPass
      switch kind {
      case .none: return
      case .one:
        program.coordinator.invalidate(items[turn])
        pass = program.preserveChanged()
      case .all: pass = program.preserveAll()
      }
      passes[kind, default: []].append(ContinuousClock.now - began)
      Task.detached { try await pass.commit() }
    }

    private func figures(of kind: Kind) -> [Figure] {
      func figure(_ name: String, _ what: String, _ times: [Duration], at part: Double) -> Figure {
        let sorted = times.sorted()
        let place = min(sorted.count - 1, Int(Double(sorted.count) * part))
        return Figure(
          name: "frames.\(kind).\(name)",
          value: sorted.isEmpty ? 0 : sorted[place] / .nanoseconds(1),
          what: "\(kind.what): \(what)")
      }
      let (gaps, passes) = (gaps[kind] ?? [], passes[kind] ?? [])
      let ofFrames = [
        figure("gap", "from frame to frame, median", gaps, at: 0.5),
        figure("gap.p99", "from frame to frame, p99", gaps, at: 0.99),
        figure("longest", "longest gap in a phase, median", longest[kind] ?? [], at: 0.5),
        figure("longest.all", "longest gap of all", gaps, at: 1),
      ]
      guard !passes.isEmpty else { return ofFrames }
      return ofFrames + [
        figure("pass", "pass on the main actor, median", passes, at: 0.5),
        figure("pass.p99", "pass on the main actor, p99", passes, at: 0.99),
      ]
    }
  }
#endif
