// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive

  /// Whether something is on or open: one property that is true or false.
  class FlagParticipant: WidgetParticipant {
    private var pending: Bool?

    /// The name of the property, which is its key, too.
    class var property: String { "active" }

    override func observe() { unsafe invalidate(on: "notify::" + Self.property) }

    override func encodeRestorableState(with coder: RestorationEncoder) {
      unsafe coder.encode(
        pending ?? (cgtk_object_get_boolean(widget.raw, Self.property) != 0), forKey: Self.property)
    }

    override func decodeRestorableState(with coder: RestorationDecoder) {
      pending = coder.decode(Bool.self, forKey: Self.property)
    }

    override func apply() {
      guard let flag = pending else { return }
      pending = nil
      guard unsafe flag != (cgtk_object_get_boolean(widget.raw, Self.property) != 0) else { return }
      applying { unsafe cgtk_object_set_boolean(widget.raw, Self.property, flag.gboolean) }
    }
  }

  final class ToggleButtonParticipant: FlagParticipant {}

  final class CheckButtonParticipant: FlagParticipant {}

  final class SwitchParticipant: FlagParticipant {}

  final class ExpanderParticipant: FlagParticipant {
    override class var property: String { "expanded" }
    override var stage: Stage { .structure }
  }

  final class RevealerParticipant: FlagParticipant {
    override class var property: String { "reveal-child" }
    override var stage: Stage { .structure }
  }

  final class SearchBarParticipant: FlagParticipant {
    override class var property: String { "search-mode-enabled" }
    override var stage: Stage { .structure }
  }
#endif
