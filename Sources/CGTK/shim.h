// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0
//
// What Swift cannot import by itself: type macros, and calls with variable arguments. Everything is
// inline, so that this stays a header without a C target of its own.
#pragma once
#include <gio/gunixfdlist.h>
#include <glib-unix.h>
#include <gtk/gtk.h>

// The file descriptor that becomes readable when the main dispatch queue has work, and the call
// that does the work: the two that Foundation's run loop uses for the same purpose.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

static inline GType cgtk_type_boolean(void) { return G_TYPE_BOOLEAN; }
static inline GType cgtk_type_int(void) { return G_TYPE_INT; }
static inline GType cgtk_type_string(void) { return G_TYPE_STRING; }

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
