// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  public import CGTK
  public import RestorationArchive

  /// The kept state of a widget class unknown to this package.
  ///
  /// ```swift
  /// enum Chart: WidgetKind {
  ///   static let typeName = "AcmeChart"
  ///   static let restoredProperties = ["zoom", "series"]
  /// }
  /// WidgetRestoration.register(Chart.self)
  /// ```
  ///
  /// For a single widget, its `restoredProperties` do the same without a type. The state that its
  /// superclasses keep is kept as well. A kind applies only to widgets that have a
  /// `restorationIdentifier`.
  @MainActor public protocol WidgetKind {
    /// The GObject type name of the class or interface, such as `AcmeChart`.
    static var typeName: String { get }

    /// Names of properties that are saved and restored; default: none.
    ///
    /// The values are saved under the same names. Each property is readable and writable, and its
    /// type is a Boolean, a number, a string, an enumeration, flags, a `GdkRGBA`, a
    /// `PangoFontDescription` or a `GDateTime`. A change is saved soon after its `notify::` signal.
    static var restoredProperties: [String] { get }

    /// Signals that tell of changes in further state; default: none.
    ///
    /// Further state is what ``encode(_:with:)`` writes.
    static var changeSignals: [String] { get }

    /// Writes state beyond the properties; the default writes nothing.
    ///
    /// - Parameters:
    ///   - widget: Alive during the call.
    ///   - coder: Belongs to this widget, and is valid during this call. The names of the
    ///     properties are taken.
    static func encode(_ widget: UnsafeMutablePointer<GtkWidget>, with coder: RestorationEncoder)

    /// Reads the state that ``encode(_:with:)`` wrote.
    ///
    /// - Parameter coder: Belongs to this widget, and is valid during this call.
    /// - Returns: A closure that applies the state to the widget, called when it is the widget's
    ///   turn; `nil`, the default, for nothing.
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
    /// Registers a kind of widgets.
    ///
    /// If it is registered before the first ``restore(_:)``, it applies to all windows. It replaces
    /// an earlier kind with the same type name.
    ///
    /// - Parameter kind: Defines the kept state.
    public static func register(_ kind: any WidgetKind.Type) { WidgetKinds.register(kind) }
  }
#endif
