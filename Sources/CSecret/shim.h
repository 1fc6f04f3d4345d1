// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0
//
// What Swift cannot import by itself: calls with variable arguments. Everything is inline, so that
// this stays a header without a C target of its own.
//
// Collections and items are asked by plain D-Bus calls and not through libsecret's functions of the
// same purpose: on a locked collection those open a prompt and wait for the user.
#pragma once
#include <gio/gio.h>
#define SECRET_WITH_UNSTABLE 1
#define SECRET_API_SUBJECT_TO_CHANGE 1
#include <libsecret/secret.h>

// What our items are called by programs that show keyrings; the schema of their attributes.
#define CSECRET_SCHEMA "com.github.swift-state-restoration.ArchiveKey"
#define CSECRET_NAME "org.freedesktop.secrets"
#define CSECRET_PATH "/org/freedesktop/secrets"

// A connection of our own: the one that a process shares ends the process when the bus goes away.
static inline GDBusConnection *csecret_connect(GCancellable *cancellable, GError **error) {
  char *address = g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SESSION, cancellable, error);
  if (address == NULL) return NULL;
  GDBusConnection *connection = g_dbus_connection_new_for_address_sync(
      address,
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
      NULL, cancellable, error);
  g_free(address);
  return connection;
}

// The service, with a session in which secrets are sent encrypted. libsecret insists on the
// connection that the process shares.
static inline SecretService *csecret_open_service(GCancellable *cancellable, GError **error) {
  return secret_service_open_sync(
      SECRET_TYPE_SERVICE, NULL, SECRET_SERVICE_OPEN_SESSION, cancellable, error);
}

static inline GDBusConnection *csecret_service_connection(SecretService *service) {
  return g_dbus_proxy_get_connection(G_DBUS_PROXY(service));
}

static inline GVariant *csecret_call(
    GDBusConnection *connection, const char *path, const char *interface, const char *method,
    GVariant *parameters, const char *reply, GCancellable *cancellable, GError **error) {
  return g_dbus_connection_call_sync(
      connection, CSECRET_NAME, path, interface, method, parameters, G_VARIANT_TYPE(reply),
      G_DBUS_CALL_FLAGS_NONE, -1, cancellable, error);
}

// The path of the default collection, to be freed; "/" when there is none.
static inline char *csecret_default_collection(
    GDBusConnection *connection, GCancellable *cancellable, GError **error) {
  GVariant *reply = csecret_call(
      connection, CSECRET_PATH, "org.freedesktop.Secret.Service", "ReadAlias",
      g_variant_new("(s)", "default"), "(o)", cancellable, error);
  if (reply == NULL) return NULL;
  char *path = NULL;
  g_variant_get(reply, "(o)", &path);
  g_variant_unref(reply);
  return path;
}

// 1 locked, 0 unlocked, -1 when it cannot be told.
static inline int csecret_is_locked(
    GDBusConnection *connection, const char *collection, GCancellable *cancellable,
    GError **error) {
  GVariant *reply = csecret_call(
      connection, collection, "org.freedesktop.DBus.Properties", "Get",
      g_variant_new("(ss)", "org.freedesktop.Secret.Collection", "Locked"), "(v)", cancellable,
      error);
  if (reply == NULL) return -1;
  GVariant *value = NULL;
  g_variant_get(reply, "(v)", &value);
  int locked = g_variant_is_of_type(value, G_VARIANT_TYPE_BOOLEAN) ? g_variant_get_boolean(value) : 1;
  g_variant_unref(value);
  g_variant_unref(reply);
  return locked;
}

// What the service answers when it would have to ask the user first: a prompt, which nobody opens.
static inline gboolean csecret_was_done(const char *prompt, GError **error) {
  if (g_strcmp0(prompt, "/") == 0) return TRUE;
  g_set_error(
      error, SECRET_ERROR, SECRET_ERROR_IS_LOCKED, "The keyring would have to ask the user first");
  return FALSE;
}

// How many keys an application has in unlocked and in locked collections.
static inline gboolean csecret_count_items(
    GDBusConnection *connection, const char *application, int *unlocked, int *locked,
    GCancellable *cancellable, GError **error) {
  GVariantBuilder attributes;
  g_variant_builder_init(&attributes, G_VARIANT_TYPE("a{ss}"));
  g_variant_builder_add(&attributes, "{ss}", "xdg:schema", CSECRET_SCHEMA);
  g_variant_builder_add(&attributes, "{ss}", "application", application);
  GVariant *reply = csecret_call(
      connection, CSECRET_PATH, "org.freedesktop.Secret.Service", "SearchItems",
      g_variant_new("(a{ss})", &attributes), "(aoao)", cancellable, error);
  if (reply == NULL) return FALSE;
  GVariant *open = g_variant_get_child_value(reply, 0);
  GVariant *closed = g_variant_get_child_value(reply, 1);
  *unlocked = (int)g_variant_n_children(open);
  *locked = (int)g_variant_n_children(closed);
  g_variant_unref(open);
  g_variant_unref(closed);
  g_variant_unref(reply);
  return TRUE;
}

// An application's keys, a list of SecretItem; those in unlocked collections have their secret.
static inline GList *csecret_find_items(
    SecretService *service, const char *application, GCancellable *cancellable, GError **error) {
  static const SecretSchema schema = {
      CSECRET_SCHEMA,
      SECRET_SCHEMA_NONE,
      {{"application", SECRET_SCHEMA_ATTRIBUTE_STRING},
       {"number", SECRET_SCHEMA_ATTRIBUTE_INTEGER},
       {NULL, 0}}};
  GHashTable *attributes = g_hash_table_new(g_str_hash, g_str_equal);
  g_hash_table_insert(attributes, (gpointer)"application", (gpointer)application);
  GList *items = secret_service_search_sync(
      service, &schema, attributes, SECRET_SEARCH_ALL | SECRET_SEARCH_LOAD_SECRETS, cancellable,
      error);
  g_hash_table_unref(attributes);
  return items;
}

// The number in an item's attributes; 0 when there is none.
static inline guint64 csecret_item_number(SecretItem *item) {
  GHashTable *attributes = secret_item_get_attributes(item);
  const char *text = attributes ? g_hash_table_lookup(attributes, "number") : NULL;
  guint64 number = text ? g_ascii_strtoull(text, NULL, 10) : 0;
  if (attributes) g_hash_table_unref(attributes);
  return number;
}

static inline const char *csecret_item_path(SecretItem *item) {
  return g_dbus_proxy_get_object_path(G_DBUS_PROXY(item));
}

// Stores a key as an item of its own.
static inline gboolean csecret_create_item(
    SecretService *service, const char *collection, const char *application, guint64 number,
    const char *label, SecretValue *value, GCancellable *cancellable, GError **error) {
  char *digits = g_strdup_printf("%" G_GUINT64_FORMAT, number);
  GVariantBuilder attributes;
  g_variant_builder_init(&attributes, G_VARIANT_TYPE("a{ss}"));
  g_variant_builder_add(&attributes, "{ss}", "xdg:schema", CSECRET_SCHEMA);
  g_variant_builder_add(&attributes, "{ss}", "application", application);
  g_variant_builder_add(&attributes, "{ss}", "number", digits);
  g_free(digits);
  GVariantBuilder properties;
  g_variant_builder_init(&properties, G_VARIANT_TYPE("a{sv}"));
  g_variant_builder_add(
      &properties, "{sv}", "org.freedesktop.Secret.Item.Label", g_variant_new_string(label));
  g_variant_builder_add(
      &properties, "{sv}", "org.freedesktop.Secret.Item.Attributes",
      g_variant_builder_end(&attributes));
  GVariant *reply = csecret_call(
      csecret_service_connection(service), collection,
      "org.freedesktop.Secret.Collection", "CreateItem",
      g_variant_new(
          "(a{sv}@(oayays)b)", &properties, secret_service_encode_dbus_secret(service, value),
          FALSE),
      "(oo)", cancellable, error);
  if (reply == NULL) return FALSE;
  const char *prompt = NULL;
  g_variant_get(reply, "(&o&o)", NULL, &prompt);
  gboolean done = csecret_was_done(prompt, error);
  g_variant_unref(reply);
  return done;
}

// Deletes an item.
static inline gboolean csecret_delete_item(
    GDBusConnection *connection, const char *item, GCancellable *cancellable, GError **error) {
  GVariant *reply = csecret_call(
      connection, item, "org.freedesktop.Secret.Item", "Delete", NULL, "(o)", cancellable, error);
  if (reply == NULL) return FALSE;
  const char *prompt = NULL;
  g_variant_get(reply, "(&o)", &prompt);
  gboolean done = csecret_was_done(prompt, error);
  g_variant_unref(reply);
  return done;
}

// Whether a name is on a list of the bus: "ListNames", or "ListActivatableNames".
static inline gboolean csecret_is_listed(
    GDBusConnection *connection, const char *list, GCancellable *cancellable, GError **error) {
  GVariant *reply = g_dbus_connection_call_sync(
      connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", list,
      NULL, G_VARIANT_TYPE("(as)"), G_DBUS_CALL_FLAGS_NONE, -1, cancellable, error);
  if (reply == NULL) return FALSE;
  const char **names = NULL;
  g_variant_get(reply, "(^a&s)", &names);
  gboolean listed = g_strv_contains(names, CSECRET_NAME);
  g_free(names);
  g_variant_unref(reply);
  return listed;
}

static inline gboolean csecret_is_locked_error(const GError *error) {
  return g_error_matches(error, SECRET_ERROR, SECRET_ERROR_IS_LOCKED);
}

static inline gboolean csecret_is_absence(const GError *error) {
  return g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_SERVICE_UNKNOWN) ||
      g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_NAME_HAS_NO_OWNER);
}

// Has all signals reported that can mean another lock state: of the service's objects, and of the
// service coming and going.
static inline void csecret_watch(
    GDBusConnection *connection, GDBusSignalCallback callback, gpointer data) {
  g_dbus_connection_signal_subscribe(
      connection, CSECRET_NAME, "org.freedesktop.DBus.Properties", "PropertiesChanged", NULL, NULL,
      G_DBUS_SIGNAL_FLAGS_NONE, callback, data, NULL);
  g_dbus_connection_signal_subscribe(
      connection, CSECRET_NAME, "org.freedesktop.Secret.Service", NULL, CSECRET_PATH, NULL,
      G_DBUS_SIGNAL_FLAGS_NONE, callback, data, NULL);
  g_dbus_connection_signal_subscribe(
      connection, "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged",
      "/org/freedesktop/DBus", CSECRET_NAME, G_DBUS_SIGNAL_FLAGS_NONE, callback, data, NULL);
}

// Ends a connection of our own; signals that wait in a loop are still called.
static inline void csecret_disconnect(GDBusConnection *connection) {
  g_dbus_connection_close_sync(connection, NULL, NULL);
  g_object_unref(connection);
}

#include "portal.h"
