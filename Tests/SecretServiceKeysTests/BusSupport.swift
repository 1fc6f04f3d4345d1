// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if SecretService
import CSecret
import Foundation
import Testing

/// A program that runs beside the test.
final class Program: Sendable {
  let process = Process()
  private let output = Pipe()

  private let input = Pipe()

  init(
    _ path: String, _ arguments: [String], environment: [String: String],
    input text: String = "", keepsInput: Bool = false
  ) throws {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = environment
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = input
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    if !keepsInput { try input.fileHandleForWriting.close() }
  }

  /// Returns the first line that the program prints.
  func firstLine() -> String? {
    var line = Data()
    while let byte = try? output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8),
      !byte.isEmpty
    { line += byte }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }

  func end() {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

/// A private bus for this process.
///
/// It is never the bus of the user who runs the tests.
enum PrivateBus {
  static let address: String = {
    let folder = NSTemporaryDirectory() + "bus-\(UUID().uuidString)"
    let configuration = """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig><type>session</type><listen>unix:path=\(folder)/bus</listen><auth>EXTERNAL</auth>
      <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/>
      <allow own="*"/></policy></busconfig>
      """
    // However this process ends, its end of the pipe closes, and then the bus ends.
    let script = """
      mkdir -m 700 "$0" && echo "$1" >"$0/bus.conf" || exit
      dbus-daemon --config-file="$0/bus.conf" --nofork --print-address=1 </dev/null &
      cat >/dev/null; kill $!; wait; rm -rf "$0"
      """
    guard
      let program = try? Program(
        "/bin/sh", ["-c", script, folder, configuration],
        environment: ["PATH": "/usr/bin:/bin"], keepsInput: true),
      let address = program.firstLine()
    else { fatalError("The private bus did not start.") }
    setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
    running = program
    return address
  }()

  private nonisolated(unsafe) static var running: Program?

  static func start() { _ = address }
}

/// A connection to the private bus, closed with this object.
final class Connection {
  let pointer: OpaquePointer?
  private let service: UnsafeMutablePointer<SecretService>?

  init() { (pointer, service) = (csecret_connect(nil, nil), nil) }

  /// Borrows a service's connection.
  init(of service: UnsafeMutablePointer<SecretService>) {
    self.service = service
    pointer = csecret_service_connection(service)
  }

  deinit { if let pointer, service == nil { csecret_disconnect(pointer) } }

  /// A parameter of a D-Bus call.
  indirect enum Parameter {
    case path(String)
    case array([Parameter])
    case variant(OpaquePointer)

    var value: OpaquePointer? {
      switch self {
      case .path(let path): return g_variant_new_object_path(path)
      case .variant(let variant): return variant
      case .array(let elements):
        let values = elements.map(\.value)
        return g_variant_new_array(nil, values, gsize(values.count))
      }
    }
  }

  func call(
    _ path: String, _ interface: String, _ method: String, _ parameters: [Parameter],
    on name: String = CSECRET_NAME
  ) throws -> OpaquePointer {
    let values = parameters.map(\.value)
    var error: UnsafeMutablePointer<GError>?
    let reply = g_dbus_connection_call_sync(
      pointer, name, path, interface, method, g_variant_new_tuple(values, gsize(values.count)),
      nil, GDBusCallFlags(rawValue: 0), -1, nil, &error)
    let message = error?.pointee.message.map { String(cString: $0) } ?? ""
    g_clear_error(&error)
    return try #require(reply, "\(message)")
  }
}
#endif
