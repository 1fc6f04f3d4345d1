// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK && compiler(>=6.3)
import CGTK
import GTKSupport
import RestorationArchive

/// A call that the C interface does not allow.
struct Misuse: Error, CustomStringConvertible {
  /// What is wrong, as part of a sentence.
  let description: String

  init(_ description: String) { self.description = description }

  /// Writes it into the log, as a bug of the program.
  ///
  /// - Parameter function: The function that was called.
  func log(_ function: String) {
    let name = function.prefix { $0 != "(" }  // without Swift's argument labels
    unsafe cgtk_log(GLibLog.domain, cgtk_log_critical, "\(name): \(self)")
  }
}

/// Runs a function of the C interface; a wrong call is a line in the log.
///
/// Any other error is that of the start, which the program has heard of.
///
/// - Parameters:
///   - arguments: The function's arguments.
///   - nothing: What the function returns after an error.
///   - function: The function's name.
///   - body: The function.
/// - Returns: What `body` returns.
func run<Arguments, Value>(
  _ arguments: Arguments, otherwise nothing: Value, _ function: String = #function,
  _ body: @MainActor (Arguments) throws -> Value
) -> Value {
  do {
    return try onMainThread(arguments, body)
  } catch {
    (error as? Misuse)?.log(function)
    return nothing
  }
}

/// Runs a function of the C interface that returns nothing; a wrong call is a line in the log.
func run<Arguments>(
  _ arguments: Arguments, _ function: String = #function,
  _ body: @MainActor (Arguments) throws -> Void
) {
  run(arguments, otherwise: (), function, body)
}

/// Runs a function of the C interface that gives errors to its caller.
///
/// - Parameters:
///   - arguments: The function's arguments.
///   - location: Where the caller wants an error; `nil` if it wants none. Then a wrong call is a
///     line in the log.
///   - function: The function's name.
///   - body: The function.
/// - Returns: Whether there was no error.
func attempt<Arguments>(
  _ arguments: Arguments, _ location: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?,
  _ function: String = #function,
  _ body: @MainActor (Arguments) throws -> Void
) -> gboolean {
  do {
    try onMainThread(arguments, body)
    return 1
  } catch {
    if unsafe location == nil { (error as? Misuse)?.log(function) }
    let code = (error as? ArchiveError)?.codeOfGIO ?? G_IO_ERROR_INVALID_ARGUMENT
    unsafe g_set_error_literal(location, g_io_error_quark(), Int32(code.rawValue), "\(error)")
    return 0
  }
}

private func onMainThread<Arguments, Value>(
  _ arguments: Arguments, _ body: @MainActor (Arguments) throws -> Value
) throws -> Value {
  guard cgtk_is_main_thread() != 0 else { throw Misuse("call it on the main thread") }
  let arguments = Carried(value: arguments)
  return try MainActor.assumeIsolated { Carried(value: try body(arguments.value)) }.value
}

/// Pointers that reach the main actor, and come back, without leaving their thread.
private struct Carried<Value>: @unchecked Sendable {
  let value: Value
}

/// Returns an argument that has to be a widget.
func checked(_ widget: WidgetPointer?) throws -> WidgetPointer {
  try unsafe checked(widget?.raw, gtk_widget_get_type(), "widget")
    .assumingMemoryBound(to: GtkWidget.self)
}

/// Returns an argument that has to be an object of a class.
///
/// - Parameters:
///   - object: The argument.
///   - type: The class.
///   - name: The argument's name.
/// - Returns: The object.
/// - Throws: `Misuse`, also for `NULL`.
func checked(_ object: UnsafeMutableRawPointer?, _ type: GType, _ name: String) throws
  -> UnsafeMutableRawPointer
{
  guard let object = unsafe object else { throw Misuse("the \(name) is NULL") }
  guard unsafe isA(object, [type]) else {
    throw Misuse("the \(name) is not a \(unsafe string(g_type_name(type)) ?? "object")")
  }
  return unsafe object
}

/// Returns whether an object has one of some classes or interfaces.
func isA(_ object: UnsafeMutableRawPointer, _ types: [GType]) -> Bool {
  types.contains {
    unsafe g_type_check_instance_is_a(object.assumingMemoryBound(to: GTypeInstance.self), $0) != 0
  }
}

/// Returns an argument that has to be a text.
///
/// - Parameters:
///   - text: The argument.
///   - name: Its name.
/// - Returns: The text.
/// - Throws: `Misuse` for `NULL`.
func checked(_ text: UnsafePointer<CChar>?, _ name: String) throws -> String {
  guard let text = unsafe string(text) else { throw Misuse("the \(name) is NULL") }
  return text
}

/// Returns an argument that is a text or `NULL`.
func string(_ text: UnsafePointer<CChar>?) -> String? {
  unsafe text.map { unsafe String(cString: $0) }
}

/// Returns an argument that is a list of texts, ended by `NULL`, or `NULL` itself.
func strings(_ texts: UnsafePointer<UnsafePointer<CChar>?>?) -> [String] {
  var (strings, next) = unsafe ([String](), texts)
  while let text = unsafe string(next?.pointee) {
    strings.append(text)
    unsafe next = unsafe next?.successor()
  }
  return strings
}

/// The data of a function that the program has given.
///
/// Destroyed with the closure that calls the function, or at once if there is none.
@safe final class UserData: Sendable {
  nonisolated(unsafe) let pointer: gpointer?
  private let destroy: GDestroyNotify?

  init(_ pointer: gpointer?, _ destroy: GDestroyNotify?) {
    unsafe (self.pointer, self.destroy) = unsafe (pointer, destroy)
  }

  deinit { unsafe destroy?(pointer) }
}

extension ArchiveError {
  /// The nearest of GIO's error codes.
  fileprivate var codeOfGIO: GIOErrorEnum {
    switch code {
    case .invalidIdentifier: G_IO_ERROR_INVALID_ARGUMENT
    case .keyLocked, .keyUnavailable: G_IO_ERROR_PERMISSION_DENIED
    case .inUse: G_IO_ERROR_BUSY
    case .deadlineExceeded: G_IO_ERROR_TIMED_OUT
    case _ where systemError != 0: g_io_error_from_errno(systemError)
    default: G_IO_ERROR_FAILED
    }
  }
}
#endif
