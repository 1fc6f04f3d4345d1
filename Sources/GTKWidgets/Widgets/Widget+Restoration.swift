// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  public import CGTK
  import GTKSupport

  /// What makes a widget take part; set it where the widget is made.
  extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// The widget's name among its siblings in saved state; `nil`, the default, keeps nothing (R9).
    ///
    /// The widget's path is made of the identifiers of the widgets around it, its window's first,
    /// and its own; widgets without one add nothing. Kept with the widget itself, and read when it is
    /// restored: by ``WidgetRestoration/restore(_:)``, or as ``WidgetRestoration/restoresArrivals`` says. An identifier that is empty or contains a `/`
    /// counts as none, and the log says so (R12).
    @MainActor public var restorationIdentifier: String? {
      get {
        unsafe g_object_get_data(cast(), identifierKey).map {
          unsafe String(cString: $0.assumingMemoryBound(to: CChar.self))
        }
      }
      nonmutating set {
        // Said again, as declarative toolkits do with every update, it is no arrival.
        guard unsafe newValue != restorationIdentifier else { return }
        unsafe g_object_set_data_full(
          cast(), identifierKey, newValue.map { unsafe UnsafeMutableRawPointer(g_strdup($0)) },
          unsafe g_free)
        if newValue != nil { unsafe announceArrivals() }
      }
    }

    /// Names of this widget's properties that are kept, beside what its kind keeps; none by default.
    ///
    /// For a widget of a class that this package does not know, or a property that it does not keep:
    /// `flap.restoredProperties = ["reveal-flap"]`. See ``WidgetKind/restoredProperties`` for the types.
    /// Set it before the widget is restored. The log names a property that cannot be kept.
    @MainActor public var restoredProperties: [String] {
      get { unsafe attachment(propertiesKey, as: PropertyNames.self)?.names ?? [] }
      nonmutating set {
        unsafe attach(newValue.isEmpty ? nil : PropertyNames(newValue), propertiesKey)
      }
    }

    /// Says what name an element of this list has in the program's own data (R106).
    ///
    /// The selection is saved by these names, so that it is found again in a list that was sorted
    /// anew or has other elements now. The closure gets an item of the list's model, or for a
    /// `GtkListBox` and a `GtkFlowBox` the row, and returns `nil` for one that cannot be found again.
    /// In a tree it gets the element that a row is for; the names of all that lead to it tell a row.
    /// For a `GtkTreeView` it gets a `GtkTreeIter` of its model, which is valid during the call.
    ///
    /// Without a closure an element is known by its own name, see
    /// ``WidgetRestoration/setModelIdentifier(_:forElement:)``; without that a `GtkStringObject` by its
    /// string, an `AdwEnumListItem` by its nick, a row by its ``restorationIdentifier``, and anything else
    /// by its position (R107).
    @MainActor public var modelIdentifierForElement:
      (@MainActor (UnsafeMutableRawPointer) -> String?)?
    {
      get { unsafe attachment(modelIdentifierKey, as: ModelIdentifier.self)?.body }
      nonmutating set {
        unsafe attach(newValue.map { unsafe ModelIdentifier($0) }, modelIdentifierKey)
      }
    }

    /// Whether the text that stands in a text widget is saved with its selection; the default is
    /// `true`.
    ///
    /// For a text that the program keeps itself and puts in at every launch, say `false`: where the
    /// cursor was still comes back, if the text is long enough (R102, R186).
    @MainActor public var restoresText: Bool {
      get { unsafe g_object_get_data(cast(), withoutTextKey) == nil }
      nonmutating set { unsafe g_object_set_data(cast(), withoutTextKey, newValue ? nil : raw) }
    }
  }

  extension WidgetRestoration {
    /// Gives an element of a list its name in the program's own data.
    ///
    /// A drop-down list whose strings are translated finds its choice again in another language:
    /// `WidgetRestoration.setModelIdentifier("metric", forElement: element)`. A closure that the widget has
    /// as its `modelIdentifierForElement` goes before it.
    ///
    /// - Parameters:
    ///   - identifier: The name, of the element alone in its list; `nil` for none.
    ///   - element: A `GObject`; keeps the name as long as it lives.
    public static func setModelIdentifier(
      _ identifier: String?, forElement element: UnsafeMutableRawPointer
    ) {
      unsafe g_object_set_data_full(
        element.assumingMemoryBound(to: GObject.self), elementKey,
        identifier.map { unsafe UnsafeMutableRawPointer(g_strdup($0)) }, unsafe g_free)
    }

    /// The name that an element was given.
    static func modelIdentifier(forElement element: UnsafeMutableRawPointer) -> String? {
      unsafe g_object_get_data(element.assumingMemoryBound(to: GObject.self), elementKey).map {
        unsafe String(cString: $0.assumingMemoryBound(to: CChar.self))
      }
    }
  }

  private let elementKey = "restoration-element"
  private let identifierKey = "restoration-identifier"
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
    /// Gives an object to the widget, which owns it from now on; replaces the one before.
    @MainActor func attach(_ object: AnyObject?, _ key: String) {
      unsafe g_object_set_data_full(
        cast(), key, object.map { unsafe Unmanaged.passRetained($0).toOpaque() }
      ) {
        if let object = unsafe $0 { unsafe Unmanaged<AnyObject>.fromOpaque(object).release() }
      }
    }

    /// The object that was given to the widget under a key.
    @MainActor func attachment<Object: AnyObject>(_ key: String, as type: Object.Type) -> Object? {
      unsafe g_object_get_data(cast(), key).flatMap {
        unsafe Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() as? Object
      }
    }

    /// Who stands for the widget in saved state.
    @MainActor var participant: WidgetParticipant? {
      unsafe attachment(WidgetParticipant.key, as: WidgetParticipant.self)
    }

    /// Whether the widget is of a class, or of one below it, or has an interface.
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
#endif
