// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK && compiler(>=6.3)
package import CGTK
import CRestorationGtk
import GTKWidgets
import RestorationArchive
import StateRestoration

// The functions of restoration-gtk.h that are about the whole program.

@c @implementation
package func restoration_gtk_start(
  _ application: UnsafeMutablePointer<GtkApplication>?, _ version: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
) -> gboolean {
  unsafe attempt((application, version), error) { application, version in
    let object = try unsafe checked(
      UnsafeMutableRawPointer(application), gtk_application_get_type(), "application")
    let identifier = unsafe g_application_get_application_id(
      object.assumingMemoryBound(to: GApplication.self))
    guard let identifier = unsafe string(identifier) else {
      throw Misuse("the application has no identifier")
    }
    try Program.start(
      ApplicationDescription(identifier: identifier, version: unsafe checked(version, "version")))
  }
}

@c @implementation
package func restoration_gtk_restore(_ widget: UnsafeMutablePointer<GtkWidget>?) {
  unsafe run(widget) { widget in
    _ = try unsafe Program.current.restoration.restoreEverything(in: checked(widget))
  }
}

@c @implementation
package func restoration_gtk_keep_actions(
  _ group: OpaquePointer?, _ names: UnsafePointer<UnsafePointer<CChar>?>?,
  _ identifier: UnsafePointer<CChar>?
) {
  unsafe run((group, names, identifier)) { group, names, identifier in
    let object = try unsafe checked(
      UnsafeMutableRawPointer(group), g_action_group_get_type(), "group")
    let restoration = try Program.current.restoration
    let identifier = try unsafe checked(identifier, "identifier")
    if let flaw = RestorationIdentifier.flaw(of: identifier) {
      throw Misuse("the identifier \(flaw)")
    }
    guard unsafe names != nil else { throw Misuse("the names are NULL") }
    unsafe restoration.restoreActions(
      strings(names), of: OpaquePointer(object), restorationIdentifier: identifier)
  }
}

@c @implementation
package func restoration_gtk_set_value(_ key: UnsafePointer<CChar>?, _ value: OpaquePointer?) {
  // A floating value is the caller's gift.
  unsafe value.map { unsafe _ = g_variant_ref_sink($0) }
  defer { unsafe value.map { unsafe g_variant_unref($0) } }
  unsafe run((key, value)) { key, value in
    let program = try Program.current
    let text = try unsafe value.map { try unsafe textForm(of: $0) }
    guard try unsafe program.values.set(text, forKey: checked(key, "key")) else { return }
    program.restoration.coordinator.invalidate(program.values)
  }
}

@c @implementation
package func restoration_gtk_dup_value(_ key: UnsafePointer<CChar>?) -> OpaquePointer? {
  unsafe run(key, otherwise: nil) { key in
    try unsafe Program.current.values.value(forKey: checked(key, "key"))
  }
}

@c @implementation
package func restoration_gtk_dup_report() -> UnsafeMutablePointer<CChar>? {
  unsafe run((), otherwise: nil) {
    guard let report = try Program.current.restoration.report else { return nil }
    let incidents = report.incidents.map { "\($0)" }
    let lines = [report.summary] + report.outcomes.map(\.line) + incidents + report.diagnostics
    return unsafe g_strdup(lines.joined(separator: "\n"))
  }
}

@c @implementation
package func restoration_gtk_flush(
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
) -> gboolean {
  unsafe attempt((), error) { try Program.current.restoration.save() }
}

@c @implementation
package func restoration_gtk_discard(
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
) -> gboolean {
  unsafe attempt((), error) { try Program.current.restoration.forceQuit() }
}

/// Returns a value in the text form of a `GVariant`, with types.
private func textForm(of value: OpaquePointer) throws -> String {
  guard unsafe string(g_variant_get_type_string(value))?.contains("h") == false else {
    throw Misuse("a file handle means nothing in the next launch")
  }
  let text = unsafe g_variant_print(value, 1)
  defer { unsafe g_free(text) }
  return unsafe string(text) ?? ""
}
#endif
