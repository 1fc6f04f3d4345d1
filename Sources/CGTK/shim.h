// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0
//
// What Swift cannot import by itself: type macros, and calls with variable arguments. Everything is
// inline, so that this stays a header without a C target of its own.
#pragma once
// Windows are promised on GTK 4.8, so what later versions deprecate is no mistake here: GtkTreeView and its
// like stay, since programs use them. Where a newer call does the same, it is chosen below by version.
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#include <dlfcn.h>
#include <gio/gunixfdlist.h>
#include <glib-unix.h>
#include <gtk/gtk.h>
#include <libintl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The file descriptor that becomes readable when the main dispatch queue has work, and the call
// that does the work: the two that Foundation's run loop uses for the same purpose.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

static inline GType cgtk_type_boolean(void) { return G_TYPE_BOOLEAN; }
static inline GType cgtk_type_char(void) { return G_TYPE_CHAR; }
static inline GType cgtk_type_uchar(void) { return G_TYPE_UCHAR; }
static inline GType cgtk_type_int(void) { return G_TYPE_INT; }
static inline GType cgtk_type_uint(void) { return G_TYPE_UINT; }
static inline GType cgtk_type_long(void) { return G_TYPE_LONG; }
static inline GType cgtk_type_ulong(void) { return G_TYPE_ULONG; }
static inline GType cgtk_type_int64(void) { return G_TYPE_INT64; }
static inline GType cgtk_type_uint64(void) { return G_TYPE_UINT64; }
static inline GType cgtk_type_float(void) { return G_TYPE_FLOAT; }
static inline GType cgtk_type_double(void) { return G_TYPE_DOUBLE; }
static inline GType cgtk_type_enum(void) { return G_TYPE_ENUM; }
static inline GType cgtk_type_flags(void) { return G_TYPE_FLAGS; }
static inline GType cgtk_type_string(void) { return G_TYPE_STRING; }
static inline GType cgtk_type_object(void) { return G_TYPE_OBJECT; }

// Flags. Newer GLib marks these enumerations, and Swift then imports them as option sets: their names are no
// longer in scope, and raw values have another sign. Constants of their types are the same for all.
static const GBindingFlags cgtk_binding_one_way = G_BINDING_SYNC_CREATE;
static const GBindingFlags cgtk_binding_both_ways = G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL;
static const GBusNameWatcherFlags cgtk_bus_name_watcher_none = G_BUS_NAME_WATCHER_FLAGS_NONE;
static const GDBusCallFlags cgtk_dbus_call_none = G_DBUS_CALL_FLAGS_NONE;
static const GDBusCallFlags cgtk_dbus_call_no_auto_start = G_DBUS_CALL_FLAGS_NO_AUTO_START;
static const GDBusConnectionFlags cgtk_dbus_connection_client =
    G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION;
static const GDBusSignalFlags cgtk_dbus_signal_none = G_DBUS_SIGNAL_FLAGS_NONE;
static const GFileQueryInfoFlags cgtk_file_query_info_none = G_FILE_QUERY_INFO_NONE;
static const GIOCondition cgtk_io_in = G_IO_IN;
static const GLogLevelFlags cgtk_log_critical = G_LOG_LEVEL_CRITICAL;
static const GLogLevelFlags cgtk_log_warning = G_LOG_LEVEL_WARNING;
static const GLogLevelFlags cgtk_log_message = G_LOG_LEVEL_MESSAGE;
static const GLogLevelFlags cgtk_log_info = G_LOG_LEVEL_INFO;
static const GLogLevelFlags cgtk_log_debug = G_LOG_LEVEL_DEBUG;
static const GParamFlags cgtk_param_read_write = G_PARAM_READWRITE;

static inline void cgtk_log(const char *domain, GLogLevelFlags level, const char *message) {
  g_log(domain, level, "%s", message);
}

static inline gboolean cgtk_is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }

// Whether a property can be read, and set at any time.
static inline gboolean cgtk_param_can_change(const GParamSpec *spec) {
  return (spec->flags & (G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY)) == G_PARAM_READWRITE;
}

static inline void cgtk_css_provider_load(GtkCssProvider *provider, const char *css) {
#if GTK_CHECK_VERSION(4, 12, 0)
  gtk_css_provider_load_from_string(provider, css);
#else
  gtk_css_provider_load_from_data(provider, css, -1);
#endif
}

// GTK has nothing newer that looks up a named colour.
static inline gboolean cgtk_widget_look_up_color(GtkWidget *widget, const char *name, GdkRGBA *color) {
  return gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), name, color);
}

static inline void cgtk_widget_get_color(GtkWidget *widget, GdkRGBA *color) {
#if GTK_CHECK_VERSION(4, 10, 0)
  gtk_widget_get_color(widget, color);
#else
  gtk_style_context_get_color(gtk_widget_get_style_context(widget), color);
#endif
}

static inline void cgtk_object_set_boolean(void *object, const char *name, gboolean value) {
  g_object_set(object, name, value, NULL);
}

static inline gboolean cgtk_object_get_boolean(void *object, const char *name) {
  gboolean value = FALSE;
  g_object_get(object, name, &value, NULL);
  return value;
}

// To be freed; NULL where the property has none.
static inline char *cgtk_object_copy_string(void *object, const char *name) {
  char *value = NULL;
  g_object_get(object, name, &value, NULL);
  return value;
}

static inline double cgtk_object_get_double(void *object, const char *name) {
  double value = 0;
  g_object_get(object, name, &value, NULL);
  return value;
}

static inline guint cgtk_object_get_uint(void *object, const char *name) {
  guint value = 0;
  g_object_get(object, name, &value, NULL);
  return value;
}

static inline int cgtk_object_get_int(void *object, const char *name) {
  int value = 0;
  g_object_get(object, name, &value, NULL);
  return value;
}

static inline void cgtk_object_set_string(void *object, const char *name, const char *value) {
  g_object_set(object, name, value, NULL);
}

static inline void cgtk_object_set_uint(void *object, const char *name, guint value) {
  g_object_set(object, name, value, NULL);
}

// To be unreferenced; NULL where the property has none. Lists that a widget makes when it is asked go
// with the last reference.
static inline void *cgtk_object_dup_object(void *object, const char *name) {
  void *value = NULL;
  g_object_get(object, name, &value, NULL);
  return value;
}

// For what the object owns; NULL where the property has none.
static inline void *cgtk_object_peek_object(void *object, const char *name) {
  void *value = NULL;
  g_object_get(object, name, &value, NULL);
  if (value != NULL) g_object_unref(value);
  return value;
}

static inline void cgtk_object_set_object(void *object, const char *name, void *value) {
  g_object_set(object, name, value, NULL);
}

// Calls of libadwaita, in programs that use it; nothing is linked.
// Emits a signal without arguments.
static inline void cgtk_object_emit(void *object, const char *signal) { g_signal_emit_by_name(object, signal); }

static inline void *cgtk_symbol(const char *name) { return dlsym(dlopen(NULL, RTLD_LAZY), name); }

static inline void cgtk_carousel_scroll_to(GtkWidget *carousel, GtkWidget *page) {
  void (*scroll_to)(GtkWidget *, GtkWidget *, gboolean) =
      (void (*)(GtkWidget *, GtkWidget *, gboolean))cgtk_symbol("adw_carousel_scroll_to");
  if (scroll_to != NULL) scroll_to(carousel, page, FALSE);
}

static inline void cgtk_tab_view_set_pinned(GtkWidget *view, void *page, gboolean is_pinned) {
  void (*set_pinned)(GtkWidget *, void *, gboolean) =
      (void (*)(GtkWidget *, void *, gboolean))cgtk_symbol("adw_tab_view_set_page_pinned");
  if (set_pinned != NULL) set_pinned(view, page, is_pinned);
}

static inline void cgtk_tab_view_reorder(GtkWidget *view, void *page, int place) {
  gboolean (*reorder)(GtkWidget *, void *, int) =
      (gboolean (*)(GtkWidget *, void *, int))cgtk_symbol("adw_tab_view_reorder_page");
  if (reorder != NULL) reorder(view, page, place);
}

// A view without the call is none of libadwaita's, and takes any name.
static inline gboolean cgtk_multi_layout_view_has_layout(GtkWidget *view, const char *name) {
  void *(*layout)(GtkWidget *, const char *) =
      (void *(*)(GtkWidget *, const char *))cgtk_symbol("adw_multi_layout_view_get_layout_by_name");
  return layout == NULL || layout(view, name) != NULL;
}

// As above.
static inline gboolean cgtk_navigation_view_has_page(GtkWidget *view, const char *tag) {
  void *(*page)(GtkWidget *, const char *) =
      (void *(*)(GtkWidget *, const char *))cgtk_symbol("adw_navigation_view_find_page");
  return page == NULL || page(view, tag) != NULL;
}

static inline GtkWidget *cgtk_widget_new(GType type, GtkAccessibleRole role) {
  return GTK_WIDGET(g_object_new(type, "accessible-role", role, NULL));
}

// NULL gives the widget back what it says by itself.
static inline void cgtk_accessible_set_label(GtkWidget *widget, const char *label) {
  if (label == NULL)
    gtk_accessible_reset_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
  else
    gtk_accessible_update_property(
        GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

// Counted from 1.
static inline void cgtk_accessible_set_position(GtkWidget *widget, int position, int count) {
  gtk_accessible_update_relation(
      GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_POS_IN_SET, position,
      GTK_ACCESSIBLE_RELATION_SET_SIZE, count, -1);
}

static inline void cgtk_accessible_set_selected(GtkWidget *widget, gboolean is_selected) {
  gtk_accessible_update_state(
      GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_SELECTED, is_selected, -1);
}

static inline void cgtk_accessible_set_hidden(GtkWidget *widget, gboolean is_hidden) {
  gtk_accessible_update_state(
      GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_HIDDEN, is_hidden, -1);
}

// Another widget says what this one is; NULL for none.
static inline void cgtk_accessible_set_labelled_by(GtkWidget *widget, GtkWidget *label) {
  if (label == NULL)
    gtk_accessible_reset_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  else
    gtk_accessible_update_relation(
        GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
}

static inline gboolean cgtk_accessible_has_label(GtkWidget *widget, const char *label) {
  char *other = gtk_test_accessible_check_property(
      GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, NULL);
  g_free(other);
  return other == NULL;
}
