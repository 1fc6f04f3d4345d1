// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0
//
// A note whose window, texts, choices and stars survive kill -9, in C.
#include <restoration-gtk.h>

static int stars;

static void show(GtkButton *button) {
  char *label = g_strdup_printf("Stars: %d", stars);
  gtk_button_set_label(button, label);
  g_free(label);
  restoration_gtk_set_value("stars", g_variant_new_int32(stars));
}

static void add_star(GtkButton *button) {
  stars += 1;
  show(button);
}

static void startup(GtkApplication *application) {
  GError *error = NULL;
  if (!restoration_gtk_start(application, "1.0", &error)) g_printerr("Nothing is kept: %s\n", error->message);
  g_clear_error(&error);
}

static void activate(GtkApplication *application) {
  GtkWindow *window = gtk_application_get_active_window(application);
  if (window != NULL) return gtk_window_present(window);
  GtkBuilder *builder = gtk_builder_new_from_file("notes.ui");
  window = GTK_WINDOW(gtk_builder_get_object(builder, "window"));
  GtkButton *button = GTK_BUTTON(gtk_builder_get_object(builder, "stars"));
  GVariant *saved = restoration_gtk_dup_value("stars");
  if (saved != NULL) stars = g_variant_get_int32(saved);
  g_clear_pointer(&saved, g_variant_unref);
  show(button);
  g_signal_connect(button, "clicked", G_CALLBACK(add_star), NULL);
  gtk_application_add_window(application, window);
  restoration_gtk_restore(GTK_WIDGET(window));
  gtk_window_present(window);
  g_object_unref(builder);
}

int main(int argc, char **argv) {
  GtkApplication *application = gtk_application_new("org.example.NotesInC", (GApplicationFlags)0);
  g_signal_connect(application, "startup", G_CALLBACK(startup), NULL);
  g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
  int status = g_application_run(G_APPLICATION(application), argc, argv);
  g_object_unref(application);
  return status;
}
