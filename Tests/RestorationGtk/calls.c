// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls every function of restoration-gtk.h, rightly and wrongly, in a program that Scripts/languages runs three
// times: the second run finds what the first has left, and the third finds nothing.
#include <restoration-gtk.h>

static GtkApplication *application;

// A wrong call.

static void expect(const char *pattern) {
  g_test_expect_message("RestorationGtk", G_LOG_LEVEL_CRITICAL, pattern);
}

static void expect_error(gboolean is_done, GError *error, int code, const char *message) {
  g_assert_false(is_done);
  g_assert_error(error, G_IO_ERROR, code);
  g_assert_cmpstr(error->message, ==, message);
  g_error_free(error);
}

static void calls_before_the_start_say_so(void) {
  GtkWidget *window = gtk_window_new();
  for (int call = 0; call < 7; call++) expect("restoration_gtk_*: call restoration_gtk_start first");
  restoration_gtk_restore(window);
  restoration_gtk_keep_actions(G_ACTION_GROUP(application), NULL, "Actions");
  restoration_gtk_set_window_maker("Note", NULL, NULL, NULL);
  g_assert_false(restoration_gtk_restore_windows());
  restoration_gtk_set_value("key", g_variant_new_int32(1));
  g_assert_null(restoration_gtk_dup_value("key"));
  g_assert_null(restoration_gtk_dup_report());
  g_test_assert_expected_messages();
  GError *error = NULL;
  gboolean is_done = restoration_gtk_flush(&error);
  expect_error(is_done, error, G_IO_ERROR_INVALID_ARGUMENT, "call restoration_gtk_start first");
  // Without a place for the error it is a line in the log.
  expect("restoration_gtk_discard: call restoration_gtk_start first");
  g_assert_false(restoration_gtk_discard(NULL));
  g_test_assert_expected_messages();
  gtk_window_destroy(GTK_WINDOW(window));
}

static void start_refuses_what_is_no_application(void) {
  GError *error = NULL;
  gboolean is_done = restoration_gtk_start(NULL, "1", &error);
  expect_error(is_done, error, G_IO_ERROR_INVALID_ARGUMENT, "the application is NULL");
  GtkWidget *label = g_object_ref_sink(gtk_label_new(NULL));
  error = NULL;
  is_done = restoration_gtk_start((GtkApplication *)label, "1", &error);
  expect_error(is_done, error, G_IO_ERROR_INVALID_ARGUMENT, "the application is not a GtkApplication");
  g_object_unref(label);
  GtkApplication *nameless = gtk_application_new(NULL, (GApplicationFlags)0);
  error = NULL;
  is_done = restoration_gtk_start(nameless, "1", &error);
  expect_error(is_done, error, G_IO_ERROR_INVALID_ARGUMENT, "the application has no identifier");
  g_object_unref(nameless);
  error = NULL;
  is_done = restoration_gtk_start(application, NULL, &error);
  expect_error(is_done, error, G_IO_ERROR_INVALID_ARGUMENT, "the version is NULL");
}

static void after_a_failed_start_calls_are_quiet(void) {
  // Too long for a folder.
  char *name = g_strnfill(200, 'a'), *id = g_strconcat("org.example.", name, NULL);
  GtkApplication *homeless = gtk_application_new(id, G_APPLICATION_NON_UNIQUE);
  GError *error = NULL;
  g_assert_false(restoration_gtk_start(homeless, "1", &error));
  g_assert_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_clear_error(&error);
  // A message would fail the test.
  restoration_gtk_set_value("key", g_variant_new_int32(1));
  g_assert_null(restoration_gtk_dup_value("key"));
  g_assert_false(restoration_gtk_restore_windows());
  g_assert_false(restoration_gtk_discard(NULL));
  g_assert_false(restoration_gtk_flush(&error));
  g_assert_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_clear_error(&error);
  g_object_unref(homeless);
  g_free(id);
  g_free(name);
}

static void a_program_starts_once(void) {
  GError *error = NULL;
  g_assert_true(restoration_gtk_start(application, "1", &error));
  g_assert_no_error(error);
  gboolean is_done = restoration_gtk_start(application, "1", &error);
  expect_error(is_done, error, G_IO_ERROR_INVALID_ARGUMENT, "the program has started already");
}

static void a_null_is_a_line_in_the_log(void) {
  for (int call = 0; call < 9; call++) expect("restoration_gtk_*: the widget is NULL");
  restoration_gtk_restore(NULL);
  restoration_gtk_set_identifier(NULL, "Name");
  restoration_gtk_set_kept_properties(NULL, NULL);
  restoration_gtk_set_model_identifier_func(NULL, NULL, NULL, NULL);
  restoration_gtk_set_text_subject(NULL, "Subject");
  restoration_gtk_mark_text_saved(NULL);
  restoration_gtk_set_keeps_value(NULL, FALSE);
  restoration_gtk_set_unrestored_text_func(NULL, NULL, NULL, NULL);
  restoration_gtk_answer_unrestored_text(NULL, TRUE);
  expect("restoration_gtk_set_window_document: the window is NULL");
  restoration_gtk_set_window_document(NULL, "Document");
  expect("restoration_gtk_set_window_maker: the identifier is NULL");
  restoration_gtk_set_window_maker(NULL, NULL, NULL, NULL);
  expect("restoration_gtk_set_model_identifier: the item is NULL");
  restoration_gtk_set_model_identifier(NULL, "Name");
  expect("restoration_gtk_keep_actions: the group is NULL");
  restoration_gtk_keep_actions(NULL, NULL, "Actions");
  expect("restoration_gtk_keep_actions: the identifier is NULL");
  restoration_gtk_keep_actions(G_ACTION_GROUP(application), NULL, NULL);
  expect("restoration_gtk_keep_actions: the names are NULL");
  restoration_gtk_keep_actions(G_ACTION_GROUP(application), NULL, "Actions");
  expect("restoration_gtk_keep_actions: the identifier contains a slash");
  restoration_gtk_keep_actions(G_ACTION_GROUP(application), (const char *const[]){"quit", NULL}, "a/b");
  expect("restoration_gtk_set_value: the key is NULL");
  restoration_gtk_set_value(NULL, NULL);
  expect("restoration_gtk_dup_value: the key is NULL");
  g_assert_null(restoration_gtk_dup_value(NULL));
  g_test_assert_expected_messages();
}

static char *name_nothing(GObject *item, gpointer data) {
  (void)item;
  (void)data;
  return NULL;
}

static void a_wrong_class_is_a_line_in_the_log(void) {
  expect("restoration_gtk_set_identifier: the widget is not a GtkWidget");
  restoration_gtk_set_identifier((GtkWidget *)application, "Name");
  expect("restoration_gtk_restore: the widget is not a GtkWidget");
  restoration_gtk_restore((GtkWidget *)application);
  expect("restoration_gtk_keep_actions: the group is not a GActionGroup");
  expect("restoration_gtk_set_window_document: the window is not a GtkWindow");
  expect("restoration_gtk_mark_text_saved: the widget is not a text widget");
  GtkWidget *tree = g_object_ref_sink(gtk_tree_view_new());
  restoration_gtk_keep_actions((GActionGroup *)tree, NULL, "Actions");
  restoration_gtk_set_window_document((GtkWindow *)tree, "Document");
  restoration_gtk_mark_text_saved(tree);
  expect("restoration_gtk_set_model_identifier_func: the items of a GtkTreeModel are not objects");
  restoration_gtk_set_model_identifier_func(tree, name_nothing, NULL, NULL);
  g_object_unref(tree);
  g_test_assert_expected_messages();
}

static gpointer call_beside(gpointer widget) {
  restoration_gtk_set_identifier(widget, "Name");
  restoration_gtk_set_value("key", g_variant_new_int32(1));
  GError *error = NULL;
  gboolean is_done = restoration_gtk_flush(&error);
  expect_error(is_done, error, G_IO_ERROR_INVALID_ARGUMENT, "call it on the main thread");
  return NULL;
}

static void another_thread_is_refused(void) {
  GtkWidget *label = g_object_ref_sink(gtk_label_new(NULL));
  expect("restoration_gtk_set_identifier: call it on the main thread");
  expect("restoration_gtk_set_value: call it on the main thread");
  g_thread_join(g_thread_new(NULL, call_beside, label));
  g_test_assert_expected_messages();
  g_assert_null(restoration_gtk_dup_value("key"));
  g_object_unref(label);
}

// Functions of the program and their data.

static void count(gpointer data) { *(int *)data += 1; }

static void hear(GtkWidget *widget, const char *text, gpointer data) {
  (void)widget;
  (void)text;
  (void)data;
}

static void data_is_destroyed_once(void) {
  int replaced = 0, gone = 0, refused = 0, absent = 0;
  GtkWidget *entry = g_object_ref_sink(gtk_entry_new());
  restoration_gtk_set_unrestored_text_func(entry, hear, &replaced, count);
  restoration_gtk_set_model_identifier_func(entry, name_nothing, &gone, count);
  g_assert_cmpint(replaced, ==, 0);
  restoration_gtk_set_unrestored_text_func(entry, hear, &gone, count);
  g_assert_cmpint(replaced, ==, 1);
  restoration_gtk_set_unrestored_text_func(entry, NULL, &absent, count);
  g_assert_cmpint(absent, ==, 1);
  g_assert_cmpint(gone, ==, 1);
  g_object_unref(entry);
  g_assert_cmpint(gone, ==, 2);
  expect("*the widget is NULL");
  restoration_gtk_set_unrestored_text_func(NULL, hear, &refused, count);
  g_test_assert_expected_messages();
  g_assert_cmpint(refused, ==, 1);
  g_assert_cmpint(replaced, ==, 1);
}

// Values.

static void expect_value(const char *key, GVariant *wanted) {
  g_variant_ref_sink(wanted);
  GVariant *value = restoration_gtk_dup_value(key);
  g_assert_nonnull(value);
  g_assert_false(g_variant_is_floating(value));
  g_assert_true(g_variant_equal(value, wanted));
  g_variant_unref(value);
  g_variant_unref(wanted);
}

static void values_are_there_at_once(void) {
  GVariant *value = g_variant_ref_sink(g_variant_new("(sd)", "a \"quoted\" text", 0.1));
  restoration_gtk_set_value("pair", value);
  expect_value("pair", value);
  g_variant_unref(value);
  restoration_gtk_set_value("number", g_variant_new_uint64(G_MAXUINT64));
  restoration_gtk_set_value("gone", g_variant_new_boolean(TRUE));
  restoration_gtk_set_value("gone", NULL);
  g_assert_null(restoration_gtk_dup_value("gone"));
  expect("restoration_gtk_set_value: a file handle means nothing in the next launch");
  restoration_gtk_set_value("handle", g_variant_new_handle(1));
  g_test_assert_expected_messages();
}

static void values_come_back(void) {
  expect_value("pair", g_variant_new("(sd)", "a \"quoted\" text", 0.1));
  expect_value("number", g_variant_new_uint64(G_MAXUINT64));
  g_assert_null(restoration_gtk_dup_value("gone"));
}

// A window.

static GtkWidget *window, *note, *message, *own, *setting, *label, *metric, *paper;
static char *offered;

static void offer(GtkWidget *widget, const char *text, gpointer data) {
  (void)widget;
  (void)data;
  g_free(offered);
  offered = g_strdup(text);
}

static char *name_item(GObject *item, gpointer prefix) {
  return g_strconcat(prefix, gtk_string_object_get_string(GTK_STRING_OBJECT(item)), NULL);
}

static GtkWidget *get(GtkBuilder *builder, const char *id) { return GTK_WIDGET(gtk_builder_get_object(builder, id)); }

static void count_frame(GdkFrameClock *clock, int *frames) {
  (void)clock;
  *frames += 1;
}

// What changes before the first frame is the program's, not the user's.
static void show(GtkWidget *window) {
  int frames = 0;
  restoration_gtk_restore(window);
  gtk_widget_realize(window);
  GdkFrameClock *clock = gtk_widget_get_frame_clock(window);
  gulong handler = g_signal_connect(clock, "after-paint", G_CALLBACK(count_frame), &frames);
  gtk_window_present(GTK_WINDOW(window));
  while (frames == 0) g_main_context_iteration(NULL, TRUE);
  while (g_main_context_iteration(NULL, FALSE)) continue;
  g_signal_handler_disconnect(clock, handler);
}

static GSimpleActionGroup *actions;

static void make_actions(void) {
  actions = g_simple_action_group_new();
  GSimpleAction *dark = g_simple_action_new_stateful("dark", NULL, g_variant_new_boolean(FALSE));
  g_action_map_add_action(G_ACTION_MAP(actions), G_ACTION(dark));
  g_object_unref(dark);
  restoration_gtk_keep_actions(G_ACTION_GROUP(actions), (const char *const[]){"dark", NULL}, "actions");
}

static gboolean is_dark(void) {
  GVariant *state = g_action_group_get_action_state(G_ACTION_GROUP(actions), "dark");
  gboolean is_dark = g_variant_get_boolean(state);
  g_variant_unref(state);
  return is_dark;
}

static void show_window(const char *text, const char *const *metrics, const char *const *papers) {
  GtkBuilder *builder = gtk_builder_new_from_string(
      "<interface>"
      "  <object class='GtkWindow' id='window'><child><object class='GtkBox'>"
      "    <child><object class='GtkEntry' id='note'/></child>"
      "    <child><object class='GtkEntry' id='message'/></child>"
      "    <child><object class='GtkEntry' id='own'/></child>"
      "    <child><object class='GtkCheckButton' id='setting'/></child>"
      "    <child><object class='GtkLabel' id='label'>"
      "      <property name='label'>none</property></object></child>"
      "    <child><object class='GtkDropDown' id='metric'/></child>"
      "    <child><object class='GtkDropDown' id='paper'/></child>"
      "  </object></child></object>"
      "</interface>", -1);
  make_actions();
  window = get(builder, "window");
  note = get(builder, "note");
  message = get(builder, "message");
  own = get(builder, "own");
  setting = get(builder, "setting");
  label = get(builder, "label");
  metric = get(builder, "metric");
  paper = get(builder, "paper");
  restoration_gtk_set_identifier(metric, "choice of a metric");
  restoration_gtk_set_kept_properties(label, (const char *const[]){"label", "selectable", NULL});
  restoration_gtk_set_keeps_value(own, FALSE);
  restoration_gtk_set_keeps_value(setting, FALSE);
  restoration_gtk_set_unrestored_text_func(note, offer, NULL, NULL);
  gtk_editable_set_text(GTK_EDITABLE(note), text);
  GtkStringList *list = gtk_string_list_new(metrics);
  for (guint place = 0; place < g_list_model_get_n_items(G_LIST_MODEL(list)); place++) {
    GtkStringObject *item = g_list_model_get_item(G_LIST_MODEL(list), place);
    // The part that is the same in every language.
    const char *text = gtk_string_object_get_string(item);
    restoration_gtk_set_model_identifier(G_OBJECT(item), strchr(text, ' '));
    g_object_unref(item);
  }
  gtk_drop_down_set_model(GTK_DROP_DOWN(metric), G_LIST_MODEL(list));
  g_object_unref(list);
  list = gtk_string_list_new(papers);
  gtk_drop_down_set_model(GTK_DROP_DOWN(paper), G_LIST_MODEL(list));
  g_object_unref(list);
  restoration_gtk_set_model_identifier_func(paper, name_item, g_strdup("paper "), g_free);
  show(window);
  g_object_unref(builder);
}

static void expect_text(GtkWidget *entry, const char *text) {
  g_assert_cmpstr(gtk_editable_get_text(GTK_EDITABLE(entry)), ==, text);
}

static void flush(void) {
  GError *error = NULL;
  g_assert_true(restoration_gtk_flush(&error));
  g_assert_no_error(error);
}

static void a_window_is_used(void) {
  show_window("old", (const char *const[]){"Meter m", "Mile mi", NULL}, (const char *const[]){"A4", "A5", NULL});
  gtk_editable_set_text(GTK_EDITABLE(note), "typed");
  restoration_gtk_set_text_subject(message, "Room 1");
  gtk_editable_set_text(GTK_EDITABLE(message), "about room 1");
  restoration_gtk_set_text_subject(message, "Room 2");
  gtk_editable_set_text(GTK_EDITABLE(message), "sent to room 2");
  restoration_gtk_mark_text_saved(message);
  gtk_editable_set_text(GTK_EDITABLE(own), "saved by the program");
  gtk_check_button_set_active(GTK_CHECK_BUTTON(setting), TRUE);
  gtk_label_set_text(GTK_LABEL(label), "kept");
  gtk_drop_down_set_selected(GTK_DROP_DOWN(metric), 1);
  gtk_drop_down_set_selected(GTK_DROP_DOWN(paper), 1);
  g_action_group_activate_action(G_ACTION_GROUP(actions), "dark", NULL);
  flush();
}

static void a_window_comes_back(void) {
  show_window(
      "new", (const char *const[]){"Meile mi", "Meter m", NULL}, (const char *const[]){"A3", "A4", "A5", NULL});
  restoration_gtk_set_text_subject(message, "Room 2");
  expect_text(message, "");
  restoration_gtk_set_text_subject(message, "Room 1");
  expect_text(message, "about room 1");
  expect_text(own, "");
  g_assert_false(gtk_check_button_get_active(GTK_CHECK_BUTTON(setting)));
  g_assert_cmpstr(gtk_label_get_text(GTK_LABEL(label)), ==, "kept");
  g_assert_cmpuint(gtk_drop_down_get_selected(GTK_DROP_DOWN(metric)), ==, 0);
  g_assert_cmpuint(gtk_drop_down_get_selected(GTK_DROP_DOWN(paper)), ==, 2);
  g_assert_true(is_dark());
  char *report = restoration_gtk_dup_report();
  g_assert_nonnull(strstr(report, " restored"));
  g_assert_nonnull(strstr(report, "\nwindow/note: restored"));
  g_assert_nonnull(strstr(report, "\nwindow/choice of a metric: restored"));
  g_free(report);
}

static void a_waiting_text_is_offered(void) {
  expect_text(note, "new");
  g_assert_cmpstr(offered, ==, "typed");
  restoration_gtk_answer_unrestored_text(note, TRUE);
  expect_text(note, "typed");
  g_assert_null(offered);
}

// Windows of one kind.

static GtkWidget *notes[2];
static int note_count;

static GtkWindow *make_note(const char *document, GtkWindow *parent, gpointer data) {
  (void)parent;
  GtkWidget *made = gtk_window_new(), *text = gtk_entry_new();
  restoration_gtk_set_identifier(made, data);
  restoration_gtk_set_window_document(GTK_WINDOW(made), document);
  gtk_widget_set_name(text, "Text");
  gtk_window_set_child(GTK_WINDOW(made), text);
  notes[note_count++] = text;
  return GTK_WINDOW(made);
}

static int destroyed;
static void destroy_kind(gpointer kind) {
  destroyed += 1;
  g_free(kind);
}

static void set_note_maker(void) {
  restoration_gtk_set_window_maker("Note", make_note, g_strdup("Note"), destroy_kind);
}

static void no_maker_is_kept_for_null(void) {
  int replaced = 0, absent = 0;
  restoration_gtk_set_window_maker("Gone", make_note, &replaced, count);
  restoration_gtk_set_window_maker("Gone", NULL, &absent, count);
  g_assert_cmpint(replaced, ==, 1);
  g_assert_cmpint(absent, ==, 1);
}

static void notes_are_used(void) {
  set_note_maker();
  set_note_maker();
  g_assert_cmpint(destroyed, ==, 1);
  g_assert_false(restoration_gtk_restore_windows());
  for (int place = 0; place < 2; place++) {
    const char *document = place == 0 ? "a/1" : "b:2";
    show(GTK_WIDGET(make_note(document, NULL, "Note")));
    gtk_editable_set_text(GTK_EDITABLE(notes[place]), document);
  }
}

static GtkWindow *make_note_after_a_wrong_call(const char *document, GtkWindow *parent, gpointer data) {
  expect("restoration_gtk_restore_windows: a window maker has called it");
  g_assert_false(restoration_gtk_restore_windows());
  g_test_assert_expected_messages();
  return make_note(document, parent, data);
}

static void notes_come_back(void) {
  restoration_gtk_set_window_maker("Note", make_note_after_a_wrong_call, g_strdup("Note"), destroy_kind);
  g_assert_true(restoration_gtk_restore_windows());
  g_assert_cmpint(note_count, ==, 2);
  expect_text(notes[0], "a/1");
  expect_text(notes[1], "b:2");
}

static void all_state_is_discarded(void) {
  GError *error = NULL;
  g_assert_true(restoration_gtk_discard(&error));
  g_assert_no_error(error);
}

static void nothing_comes_back(void) {
  g_assert_null(restoration_gtk_dup_value("pair"));
  show_window("old", (const char *const[]){"Meter m", "Mile mi", NULL}, (const char *const[]){"A4", "A5", NULL});
  expect_text(note, "old");
  g_assert_null(offered);
  restoration_gtk_answer_unrestored_text(note, FALSE);
  g_assert_cmpuint(gtk_drop_down_get_selected(GTK_DROP_DOWN(metric)), ==, 0);
  g_assert_false(is_dark());
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  gtk_init();
  application = gtk_application_new("org.example.Calls", G_APPLICATION_NON_UNIQUE);
  const char *run = argc > 1 ? argv[1] : "";
  if (g_str_equal(run, "first")) {
    g_test_add_func("/before-start", calls_before_the_start_say_so);
    g_test_add_func("/start-refuses", start_refuses_what_is_no_application);
    g_test_add_func("/start-fails", after_a_failed_start_calls_are_quiet);
    g_test_add_func("/start-once", a_program_starts_once);
    g_test_add_func("/wrong-null", a_null_is_a_line_in_the_log);
    g_test_add_func("/wrong-class", a_wrong_class_is_a_line_in_the_log);
    g_test_add_func("/wrong-thread", another_thread_is_refused);
    g_test_add_func("/destroy-notify", data_is_destroyed_once);
    g_test_add_func("/values-at-once", values_are_there_at_once);
    g_test_add_func("/no-maker", no_maker_is_kept_for_null);
    g_test_add_func("/notes-used", notes_are_used);
    g_test_add_func("/window-used", a_window_is_used);
  } else if (g_str_equal(run, "second")) {
    g_test_add_func("/start", a_program_starts_once);
    g_test_add_func("/values-back", values_come_back);
    g_test_add_func("/notes-back", notes_come_back);
    g_test_add_func("/window-back", a_window_comes_back);
    g_test_add_func("/window-offered-text", a_waiting_text_is_offered);
    g_test_add_func("/discard", all_state_is_discarded);
  } else {
    g_test_add_func("/start", a_program_starts_once);
    g_test_add_func("/nothing-back", nothing_comes_back);
  }
  return g_test_run();
}
