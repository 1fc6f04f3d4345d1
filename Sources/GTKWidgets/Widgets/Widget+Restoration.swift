// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
public import CGTK
import GTKSupport
import RestorationArchive
import StateRestoration

/// Properties that let a widget take part in restoration.
///
/// Set them where you create the widget.
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The widget's name in saved state; `nil`, the default, keeps nothing.
  ///
  /// It distinguishes the widget from its siblings. The widget's path consists of the identifiers
  /// of the widgets around it, from the window's on, and of its own; widgets without one add
  /// nothing. The widget stores its identifier. It is read when the widget is restored: by
  /// ``WidgetRestoration/restore(_:)``, or as ``WidgetRestoration/restoresArrivals`` describes.
  /// An identifier that is empty or contains a `/` counts as none, with a warning in the log. A
  /// widget whose identifier was set to `nil` gets none from
  /// ``WidgetRestoration/restoreEverything(in:)`` either.
  ///
  /// A widget that was removed and is still referenced is saved until another one comes to its
  /// path, and again when it is put back.
  @MainActor public var restorationIdentifier: String? {
    get {
      unsafe g_object_get_data(cast(), identifierKey).map {
        unsafe String(cString: $0.assumingMemoryBound(to: CChar.self))
      }
    }
    nonmutating set {
      unsafe g_object_set_data(cast(), refusesNamesKey, newValue == nil ? raw : nil)
      // Declarative toolkits set the same identifier with every update; that is no arrival.
      guard unsafe newValue != restorationIdentifier else { return }
      unsafe g_object_set_data_full(
        cast(), identifierKey, newValue.map { unsafe UnsafeMutableRawPointer(g_strdup($0)) },
        unsafe g_free)
      if newValue != nil { unsafe announceArrivals() }
    }
  }

  /// Whether the program has taken the identifier away, or has said that there is none.
  @MainActor var refusesNames: Bool {
    unsafe g_object_get_data(cast(), refusesNamesKey) != nil
  }

  /// The places of this widget in earlier versions of the program.
  ///
  /// See `StateRestoring` for the form: a former identifier; `Box/Entry`, if the container `Box`
  /// was removed; the empty text for a container that was inserted. Set it with the identifier.
  @MainActor public var formerRestorationIdentifiers: [String] {
    get { unsafe attachment(formerKey, as: PropertyNames.self)?.names ?? [] }
    nonmutating set {
      unsafe attach(newValue.isEmpty ? nil : PropertyNames(newValue), formerKey)
    }
  }

  /// Names of further properties of this widget to keep; default: none.
  ///
  /// Use it for a widget whose class this package does not know, or for a property that it does
  /// not keep: `flap.restoredProperties = ["reveal-flap"]`. ``WidgetKind/restoredProperties``
  /// lists the types. Set it before the widget is restored. The log names a property that cannot
  /// be kept.
  @MainActor public var restoredProperties: [String] {
    get { unsafe attachment(propertiesKey, as: PropertyNames.self)?.names ?? [] }
    nonmutating set {
      unsafe attach(newValue.isEmpty ? nil : PropertyNames(newValue), propertiesKey)
    }
  }

  /// A closure that names a list element in the program's data.
  ///
  /// The selection is saved by these names. So it is found again in a list that was sorted again
  /// or has other elements now. The closure gets an item of the list's model, or the row of a
  /// `GtkListBox` or a `GtkFlowBox`. It returns `nil` for an element that cannot be found again.
  /// In a tree it gets the element that a row shows; a row is known by the names of all elements
  /// that lead to it. For a `GtkTreeView` it gets a `GtkTreeIter` of the view's model, valid
  /// during the call. The closure is removed when the window is destroyed, so it may refer to the
  /// window.
  ///
  /// Without a closure, an element is known by its own name, see
  /// ``WidgetRestoration/setModelIdentifier(_:forElement:)``. Without that, a `GtkStringObject`
  /// is known by its string, an `AdwEnumListItem` by its nick, a row by its
  /// ``restorationIdentifier``, and any other element by its position.
  @MainActor public var modelIdentifierForElement:
    (@MainActor (UnsafeMutableRawPointer) -> String?)?
  {
    get { unsafe attachment(modelIdentifierKey, as: ModelIdentifier.self)?.body }
    nonmutating set {
      unsafe attach(newValue.map { unsafe ModelIdentifier($0) }, modelIdentifierKey)
    }
  }

  /// Whether the text in a text widget is saved, besides the selection.
  ///
  /// The default is `true`. Set it to `false` for a text that the program keeps on its own and
  /// puts in at every launch. The cursor still comes back, if the text is long enough.
  @MainActor public var restoresText: Bool {
    get { unsafe g_object_get_data(cast(), withoutTextKey) == nil }
    nonmutating set { unsafe g_object_set_data(cast(), withoutTextKey, newValue ? nil : raw) }
  }
}

extension WidgetRestoration {
  /// Gives a list element its name in the program's data.
  ///
  /// For example, a drop-down list whose strings are translated finds its choice again in another
  /// language: `WidgetRestoration.setModelIdentifier("metric", forElement: element)`. The closure
  /// in the widget's `modelIdentifierForElement`, if there is one, takes precedence.
  ///
  /// - Parameters:
  ///   - identifier: The name, unique in its list; `nil` for none.
  ///   - element: A `GObject`; keeps the name as long as it lives.
  public static func setModelIdentifier(
    _ identifier: String?, forElement element: UnsafeMutableRawPointer
  ) {
    unsafe g_object_set_data_full(
      element.assumingMemoryBound(to: GObject.self), elementKey,
      identifier.map { unsafe UnsafeMutableRawPointer(g_strdup($0)) }, unsafe g_free)
  }

  /// Returns the name that an element was given.
  static func modelIdentifier(forElement element: UnsafeMutableRawPointer) -> String? {
    unsafe g_object_get_data(element.assumingMemoryBound(to: GObject.self), elementKey).map {
      unsafe String(cString: $0.assumingMemoryBound(to: CChar.self))
    }
  }
}

private let elementKey = "restoration-element"
private let formerKey = "restoration-former-identifiers"
private let identifierKey = "restoration-identifier"
private let refusesNamesKey = "restoration-refuses-names"
private let modelIdentifierKey = "restoration-model-identifier"
private let withoutTextKey = "restoration-without-text"
private let propertiesKey = "restoration-properties"

private final class PropertyNames {
  let names: [String]

  init(_ names: [String]) { self.names = names }
}

@safe private final class ModelIdentifier {
  let body: @MainActor (UnsafeMutableRawPointer) -> String?

  init(_ body: @escaping @MainActor (UnsafeMutableRawPointer) -> String?) {
    unsafe self.body = unsafe body
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Gives an object to the widget, replacing the previous one.
  ///
  /// The widget owns the object.
  @MainActor func attach(_ object: AnyObject?, _ key: String) {
    unsafe g_object_set_data_full(
      cast(), key, object.map { unsafe Unmanaged.passRetained($0).toOpaque() }
    ) {
      if let object = unsafe $0 { unsafe Unmanaged<AnyObject>.fromOpaque(object).release() }
    }
  }

  /// Returns the object that the widget owns under a key.
  @MainActor func attachment<Object: AnyObject>(_ key: String, as type: Object.Type) -> Object? {
    unsafe g_object_get_data(cast(), key).flatMap {
      unsafe Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() as? Object
    }
  }

  /// The widget's participant.
  @MainActor var participant: WidgetParticipant? {
    unsafe attachment(WidgetParticipant.key, as: WidgetParticipant.self)
  }

  /// Returns the widget itself, or the first widget inside, that has a class.
  @MainActor func part(_ type: GType) -> WidgetPointer? {
    unsafe isA(type) ? self : children.firstResult { unsafe $0.part(type) }
  }

  /// Returns whether the widget has a class or an interface.
  func isA(_ type: GType) -> Bool {
    unsafe g_type_check_instance_is_a(raw.assumingMemoryBound(to: GTypeInstance.self), type) != 0
  }

  /// The widget's class.
  var type: GType {
    unsafe raw.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class.pointee.g_type
  }

  /// The name of the widget's class, such as `GtkEntry`.
  var className: String {
    let type = unsafe raw.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class.pointee
      .g_type
    return unsafe g_type_name(type).map { unsafe String(cString: $0) } ?? "widget"
  }
}

/// The program's part in restoring the text of a text widget.
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Tells that the text is the program's and is saved elsewhere.
  ///
  /// Call it when the program has saved the typed text, and when it has put in another text after
  /// ``WidgetRestoration/restore(_:)``. From then on there is no typed text to restore: this text
  /// is not put into any widget again, not even into an empty one. What is typed later is saved as
  /// before. An empty text counts as the program's, too. In a widget without any such call, an
  /// empty text counts as none, and the saved text is put in.
  @MainActor public func markTextSaved() {
    unsafe attach(SavedText(TextDigest(wholeText ?? "")), savedKey)
    unsafe textParticipant?.markTextSaved()
  }

  /// What the text in a text widget belongs to, such as a room, a mail or a note.
  ///
  /// `nil`, the default, is a text without a subject. A typed text is kept once for each subject,
  /// a hundred at a time, and goes only into a widget that shows its subject. It can be any text
  /// that names the subject in every launch; it is sealed with the state. If a subject does not
  /// exist any more, call ``WidgetRestoration/markTextSaved(about:)``.
  ///
  /// Set it where you create the widget, and when the widget turns to another subject, before you
  /// put in a text of that subject. What was typed about the former subject is kept then, and the
  /// widget shows what was typed about the new one, or nothing. A text that you put in during the
  /// same turn of the loop is the program's own, and gets what was typed into it. Use one
  /// `GtkTextBuffer` for all subjects of a text view. While ``restoresText`` is `false`, the
  /// text stays.
  @MainActor public var textSubject: String? {
    get { unsafe attachment(subjectKey, as: TextSubject.self)?.name }
    nonmutating set {
      unsafe attach(newValue.map { TextSubject($0) }, subjectKey)
      unsafe textParticipant?.subjectDidChange()
    }
  }

  /// Forgets which text is saved, since another subject is shown.
  @MainActor func forgetSavedText() {
    if unsafe savedText != nil { unsafe attach(SavedText(nil), savedKey) }
  }

  /// The text that the program has last marked as saved; `nil` before the first call.
  ///
  /// The widget owns it, so that it outlives the widget's participant.
  @MainActor var savedText: SavedText? { unsafe attachment(savedKey, as: SavedText.self) }

  /// The whole text that the widget shows; `nil` unless it is a text widget.
  @MainActor var wholeText: String? {
    if unsafe isA(gtk_editable_get_type()) {
      let text = unsafe gtk_editable_get_delegate(opaque) ?? opaque
      return unsafe gtk_editable_get_text(text).map { unsafe String(cString: $0) }
    }
    guard unsafe isA(gtk_text_view_get_type()) else { return nil }
    let buffer = unsafe gtk_text_view_get_buffer(cast())
    var (start, end) = unsafe (GtkTextIter(), GtkTextIter())
    unsafe gtk_text_buffer_get_bounds(buffer, &start, &end)
    guard let text = unsafe gtk_text_buffer_get_text(buffer, &start, &end, 1) else { return nil }
    defer { unsafe g_free(text) }
    return unsafe String(cString: text)
  }

  /// The newest text that was typed into another text than now.
  ///
  /// It is saved until the program calls ``takeUnrestoredText()`` or ``discardUnrestoredText()``,
  /// or puts in the text that it was typed into. `nil` when no such text waits.
  @MainActor public var unrestoredText: String? { unsafe textParticipant?.unrestoredText }

  /// Called when ``unrestoredText`` has changed, also to `nil`.
  ///
  /// Set it before ``WidgetRestoration/restore(_:)``, to show that there is a text to take or
  /// discard. It is called when everything is restored, and removed when the window is destroyed.
  @MainActor public var onUnrestoredTextChange: (@MainActor (String?) -> Void)? {
    get { unsafe attachment(handlerKey, as: TextHandler.self)?.body }
    nonmutating set {
      unsafe attach(newValue.map { TextHandler($0) }, handlerKey)
      unsafe textParticipant?.handlerDidChange()
    }
  }

  /// Replaces the text by ``unrestoredText``, as typed by the user.
  @MainActor public func takeUnrestoredText() { unsafe textParticipant?.takeUnrestoredText() }

  /// Discards ``unrestoredText``; the text in the widget stays.
  @MainActor public func discardUnrestoredText() {
    unsafe textParticipant?.discardUnrestoredText()
  }

  @MainActor private var textParticipant: TextParticipant? {
    unsafe participant as? TextParticipant
  }
}

private let savedKey = "restoration-text-saved"
private let subjectKey = "restoration-text-subject"
private let handlerKey = "restoration-unrestored-text"

/// A text that is saved where it belongs.
final class SavedText {
  /// `nil` if the widget has turned to another subject since.
  let digest: TextDigest?

  init(_ digest: TextDigest?) { self.digest = digest }
}

private final class TextSubject {
  let name: String

  init(_ name: String) { self.name = name }
}

private final class TextHandler {
  let body: @MainActor (String?) -> Void

  init(_ body: @escaping @MainActor (String?) -> Void) { self.body = body }
}
#endif
