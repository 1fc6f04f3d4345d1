// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  public import CGTK
  public import RestorationArchive

  /// Says what is kept of widgets of a class that this package does not know.
  ///
  /// ```swift
  /// enum Chart: WidgetKind {
  ///   static let typeName = "AcmeChart"
  ///   static let restoredProperties = ["zoom", "series"]
  /// }
  /// WidgetRestoration.register(Chart.self)
  /// ```
  ///
  /// For a single widget, its `restoredProperties` do the same without a type.
  /// What the classes above keep is kept as well. A widget has a kind only if it has a
  /// `restorationIdentifier`.
  @MainActor public protocol WidgetKind {
    /// The name of the class, or of an interface, in GObject's type system, such as `AcmeChart`.
    static var typeName: String { get }

    /// Names of properties that are saved under these names, and set when the widget is restored.
    ///
    /// Each is readable and writable, and a Boolean, a number, a string, an enumeration, flags, a
    /// `GdkRGBA`, a `PangoFontDescription` or a `GDateTime`. A change is saved soon after its
    /// `notify::` signal. The default is none.
    static var restoredProperties: [String] { get }

    /// Signals that tell of changes in what ``encode(_:with:)`` writes; the default is none.
    static var changeSignals: [String] { get }

    /// Writes what properties do not tell; the default writes nothing.
    ///
    /// - Parameters:
    ///   - widget: Alive during the call.
    ///   - coder: Belongs to this widget, and to this call. The names of the properties are taken.
    static func encode(_ widget: UnsafeMutablePointer<GtkWidget>, with coder: RestorationEncoder)

    /// Reads what ``encode(_:with:)`` wrote.
    ///
    /// - Parameter coder: Belongs to this widget, and to this call.
    /// - Returns: Applies what was read to the widget, when it is its turn; `nil` for nothing. The
    ///   default is `nil`.
    static func decode(with coder: RestorationDecoder)
      -> (@MainActor (UnsafeMutablePointer<GtkWidget>) -> Void)?
  }

  extension WidgetKind {
    /// No properties.
    public static var restoredProperties: [String] { [] }

    /// No signals.
    public static var changeSignals: [String] { [] }

    /// Writes nothing.
    public static func encode(
      _ widget: UnsafeMutablePointer<GtkWidget>, with coder: RestorationEncoder
    ) {}

    /// Reads nothing.
    public static func decode(with coder: RestorationDecoder)
      -> (@MainActor (UnsafeMutablePointer<GtkWidget>) -> Void)?
    { nil }
  }

  extension WidgetRestoration {
    /// Has widgets of a kind taken in from now on.
    ///
    /// Registered before the first ``restore(_:)``, it counts for all windows. A kind of the same type
    /// name that was registered before is replaced.
    ///
    /// - Parameter kind: Says what is kept.
    public static func register(_ kind: any WidgetKind.Type) { WidgetKinds.register(kind) }
  }
#endif
