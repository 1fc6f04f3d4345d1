// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0
//
// The portal that gives a sandboxed application a secret of its own. Included by shim.h.
#include <gio/gunixfdlist.h>
#include <gio/gunixinputstream.h>
#include <glib-unix.h>
#include <unistd.h>

#define CSECRET_PORTAL_NAME "org.freedesktop.portal.Desktop"
#define CSECRET_PORTAL_PATH "/org/freedesktop/portal/desktop"

// Whether the portal gives secrets; it is started if the bus can do so.
static inline gboolean csecret_has_portal(int milliseconds) {
  GDBusConnection *connection = csecret_connect(NULL, NULL);
  if (connection == NULL) return FALSE;
  GVariant *reply = g_dbus_connection_call_sync(
      connection, CSECRET_PORTAL_NAME, CSECRET_PORTAL_PATH, "org.freedesktop.DBus.Properties",
      "Get", g_variant_new("(ss)", "org.freedesktop.portal.Secret", "version"),
      G_VARIANT_TYPE("(v)"), G_DBUS_CALL_FLAGS_NONE, milliseconds, NULL, NULL);
  if (reply != NULL) g_variant_unref(reply);
  csecret_disconnect(connection);
  return reply != NULL;
}

// What the portal answers: 0 done, 1 refused by the user, 2 ended otherwise; else there is an error.
#define CSECRET_PORTAL_WAITS (-1)

static inline void csecret_portal_answered(
    GDBusConnection *connection, const char *sender, const char *path, const char *interface,
    const char *signal, GVariant *parameters, gpointer answer) {
  guint32 response = 2;
  if (g_variant_is_of_type(parameters, G_VARIANT_TYPE("(ua{sv})"))) {
    g_variant_get(parameters, "(u@a{sv})", &response, NULL);
  }
  *(int *)answer = response <= 2 ? (int)response : 2;
}

// A portal that ends does not answer any more.
static inline void csecret_portal_changed_owner(
    GDBusConnection *connection, const char *sender, const char *path, const char *interface,
    const char *signal, GVariant *parameters, gpointer answer) {
  const char *owner = NULL;
  if (!g_variant_is_of_type(parameters, G_VARIANT_TYPE("(sss)"))) return;
  g_variant_get(parameters, "(&s&s&s)", NULL, NULL, &owner);
  if (*owner == 0 && *(int *)answer == CSECRET_PORTAL_WAITS) *(int *)answer = 2;
}

// Reads to the end, at most `capacity` bytes; FALSE when cancelled or unreadable.
static inline gboolean csecret_portal_read(
    int file, guint8 *buffer, gsize capacity, gsize *count, GCancellable *cancellable,
    GError **error) {
  GInputStream *stream = g_unix_input_stream_new(file, FALSE);
  gboolean done = g_input_stream_read_all(stream, buffer, capacity, count, cancellable, error);
  g_object_unref(stream);
  return done;
}

// Asks the portal for the application's secret, and waits until it answers or is cancelled: it may
// have to ask the user first. Opens a connection of its own, on which no other request is answered.
static inline int csecret_portal_secret(
    guint8 *buffer, gsize capacity, gsize *count, GCancellable *cancellable, GError **error) {
  int ends[2];
  if (!g_unix_open_pipe(ends, FD_CLOEXEC, error)) return CSECRET_PORTAL_WAITS;
  // The list owns the end that the portal writes to.
  GUnixFDList *files = g_unix_fd_list_new_from_array(&ends[1], 1);
  GMainContext *context = g_main_context_new();
  g_main_context_push_thread_default(context);
  int answer = CSECRET_PORTAL_WAITS;
  GDBusConnection *connection = csecret_connect(cancellable, error);
  if (connection != NULL) {
    g_dbus_connection_signal_subscribe(
        connection, CSECRET_PORTAL_NAME, "org.freedesktop.portal.Request", "Response", NULL, NULL,
        G_DBUS_SIGNAL_FLAGS_NONE, csecret_portal_answered, &answer, NULL);
    g_dbus_connection_signal_subscribe(
        connection, "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged",
        "/org/freedesktop/DBus", CSECRET_PORTAL_NAME, G_DBUS_SIGNAL_FLAGS_NONE,
        csecret_portal_changed_owner, &answer, NULL);
    GVariant *reply = g_dbus_connection_call_with_unix_fd_list_sync(
        connection, CSECRET_PORTAL_NAME, CSECRET_PORTAL_PATH, "org.freedesktop.portal.Secret",
        "RetrieveSecret", g_variant_new("(ha{sv})", 0, NULL), G_VARIANT_TYPE("(o)"),
        G_DBUS_CALL_FLAGS_NONE, -1, files, NULL, cancellable, error);
    // Else the pipe would not end.
    g_clear_object(&files);
    if (reply != NULL) {
      g_variant_unref(reply);
      GSource *wake = g_cancellable_source_new(cancellable);
      g_source_set_dummy_callback(wake);
      g_source_attach(wake, context);
      while (answer == CSECRET_PORTAL_WAITS && !g_dbus_connection_is_closed(connection) &&
             !g_cancellable_is_cancelled(cancellable)) {
        g_main_context_iteration(context, TRUE);
      }
      g_source_destroy(wake);
      g_source_unref(wake);
      if (answer == 0 &&
          !csecret_portal_read(ends[0], buffer, capacity, count, cancellable, error)) {
        answer = CSECRET_PORTAL_WAITS;
      }
    }
    csecret_disconnect(connection);
  }
  g_clear_object(&files);
  close(ends[0]);
  // Signals that were received before are still delivered, to an answer that still exists.
  while (g_main_context_iteration(context, FALSE)) {}
  g_main_context_pop_thread_default(context);
  g_main_context_unref(context);
  return answer;
}
