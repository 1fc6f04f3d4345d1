// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport

/// Widget classes of which nothing is kept, and why.
package struct UnkeptClasses: Sendable {
  /// The GObject type names of the classes.
  package let typeNames: [String]
  /// What such a widget does; the sentence begins with the widget.
  package let reason: String
}

extension WidgetKinds {
  /// The classes that only arrange other widgets.
  static let arranging = [
    "GtkAspectFrame", "GtkBox", "GtkCenterBox", "GtkFixed", "GtkFlowBoxChild", "GtkFrame",
    "GtkGraphicsOffload", "GtkGrid", "GtkHeaderBar", "GtkListBoxRow", "GtkOverlay",
    "GtkViewport", "GtkWindowControls", "GtkWindowHandle", "AdwActionRow", "AdwBin",
    "AdwBreakpointBin", "AdwClamp", "AdwClampScrollable", "AdwHeaderBar", "AdwLayoutSlot",
    "AdwNavigationPage", "AdwPreferencesGroup", "AdwPreferencesRow", "AdwSqueezer",
    "AdwToastOverlay", "AdwToolbarView", "AdwWrapBox",
  ]

  /// The other classes of GTK and libadwaita.
  package static let unkept = [
    UnkeptClasses(
      typeNames: arranging, reason: "arranges other widgets, which keep their own state"),
    UnkeptClasses(
      typeNames: ["GtkButton", "GtkLockButton", "AdwButtonRow", "AdwTabButton"],
      reason: "starts an action, and has no state"),
    UnkeptClasses(
      typeNames: [
        "GtkCellView", "GtkDragIcon", "GtkDrawingArea", "GtkGLArea", "GtkImage",
        "GtkInscription", "GtkPicture", "GtkProgressBar", "GtkSeparator", "GtkShortcutLabel",
        "GtkShortcutsGroup", "GtkShortcutsSection", "GtkShortcutsShortcut", "GtkSpinner",
        "GtkStatusbar", "GtkSvgWidget", "AdwAvatar", "AdwButtonContent", "AdwShortcutLabel",
        "AdwSpinner", "AdwWindowTitle",
      ], reason: "shows what the program gives it"),
    UnkeptClasses(
      typeNames: ["GtkLabel"],
      reason: "shows what the program gives it; GTK does not tell which links were visited"),
    UnkeptClasses(
      typeNames: [
        "GtkStackSidebar", "GtkStackSwitcher", "GtkTreeExpander", "AdwCarouselIndicatorDots",
        "AdwCarouselIndicatorLines", "AdwInlineViewSwitcher", "AdwTabBar", "AdwViewSwitcher",
        "AdwViewSwitcherBar", "AdwViewSwitcherSidebar", "AdwViewSwitcherTitle",
      ], reason: "shows the state of a stack, carousel, tab view or list, which keeps it"),
    UnkeptClasses(
      typeNames: [
        "GtkEmojiChooser", "GtkPopover", "GtkPopoverBin", "GtkPopoverMenu", "GtkPopoverMenuBar",
      ], reason: "is open for a moment; a menu button keeps whether its popover is open"),
    UnkeptClasses(
      typeNames: ["AdwAboutDialog", "AdwAlertDialog", "AdwDialog", "AdwShortcutsDialog"],
      reason: "is presented by the program; widgets inside keep their own state"),
    UnkeptClasses(
      typeNames: ["GtkMediaControls", "GtkVideo"],
      reason: "plays a stream of the program's; save its timestamp in an object of the program"),
    UnkeptClasses(
      typeNames: ["GtkAppChooserButton", "GtkAppChooserWidget"],
      reason: "chooses an application, and GTK has no call that selects one"),
  ]

  /// Returns why nothing is kept of a widget; `nil` for classes of other libraries.
  @MainActor static func reasonForNothing(of widget: WidgetPointer) -> String? {
    var type = unsafe widget.type
    while type != 0 {
      let name = unsafe String(cString: g_type_name(type))
      if let classes = unkept.first(where: { $0.typeNames.contains(name) }) {
        return classes.reason
      }
      type = g_type_parent(type)
    }
    return nil
  }
}
#endif
