// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * SECTION:restoration-gtk
 * @title: RestorationGtk
 * @short_description: A killed GTK program comes back exactly where its user was.
 *
 * A program calls restoration_gtk_start() once, and restoration_gtk_restore() with each window before it shows it. From
 * then on every change is saved within a second. Everything is saved when
 * the user leaves the program's windows, when the last window closes, when the application shuts down or the session
 * ends, and on SIGTERM, SIGINT and SIGHUP.
 *
 * The library handles these three signals from the first restored window on: it saves, and quits the application. A
 * handler of the program's own may not run; use the signal #GApplication::shutdown. The state is saved before, so what
 * changes there, values of the program's own included, is not saved.
 *
 * All functions are called on the main thread, where GTK runs. A wrong call does nothing. It is an error if the
 * function has one and the caller wants it, and else a critical message in the log. All errors are in the domain
 * %G_IO_ERROR.
 */

/**
 * RestorationGtkModelIdentifierFunc:
 * @item: an item of the list's model, or the row of a #GtkListBox or a #GtkFlowBox
 * @user_data: the data given with the function
 *
 * Names an item of a list in the program's data.
 *
 * Returns: (transfer full) (nullable): the name, unique in its list; %NULL for an item that cannot be found again
 */
typedef char *(*RestorationGtkModelIdentifierFunc)(GObject *item, gpointer user_data);

/**
 * RestorationGtkTextFunc:
 * @widget: the text widget
 * @text: (nullable): the typed text that waits; %NULL when none waits any more
 * @user_data: the data given with the function
 *
 * Shows that a typed text waits, since the program has set another text than the one that it was typed into.
 */
typedef void (*RestorationGtkTextFunc)(GtkWidget *widget, const char *text, gpointer user_data);

/**
 * RestorationGtkWindowMaker:
 * @document: (nullable): the document that the window showed, as in restoration_gtk_set_window_document()
 * @parent: (nullable): the window that it lay in front of as a dialog
 * @user_data: the data given with the function
 *
 * Makes a window that was open when the program ended.
 *
 * Returns: (transfer none) (nullable): the window, restored and shown or not; %NULL if there is none in this launch
 */
typedef GtkWindow *(*RestorationGtkWindowMaker)(const char *document, GtkWindow *parent, gpointer user_data);

/**
 * restoration_gtk_start:
 * @application: the application; its identifier names the folder of the saved state
 * @version: the version of the program, in any form
 * @error: return location for an error
 *
 * Begins to keep the state of the program's widgets.
 *
 * Call it once, at the beginning of the signal #GApplication::startup: a second process of an application, which only
 * wakes the first, does not get there. State is in the XDG state folder, sealed with a key from a file.
 *
 * If the program crashes while state is restored, or within ten seconds of the first frame, the next launch leaves out
 * what was being restored.
 *
 * Returns: whether it has begun; if not, the program runs without saved state, and the other functions do nothing,
 *   without a message unless this call was wrong
 */
gboolean restoration_gtk_start(GtkApplication *application, const char *version, GError **error);

/**
 * restoration_gtk_set_identifier:
 * @widget: a widget
 * @identifier: (nullable): its name in saved state; %NULL keeps nothing, whatever its ID or name is
 *
 * Gives a widget its name in saved state, which distinguishes it from its siblings.
 *
 * A widget is found by its path: the identifiers of the widgets around it, from the window's on, and its own. An
 * identifier that is empty or contains a `/` counts as none. Set it before the widget is restored, and keep it from
 * one version of the program to the next.
 */
void restoration_gtk_set_identifier(GtkWidget *widget, const char *identifier);

/**
 * restoration_gtk_set_kept_properties:
 * @widget: a widget with an identifier
 * @names: (nullable) (array zero-terminated=1): names of properties; %NULL for none
 *
 * Keeps further properties of a widget, besides what is kept of its class.
 *
 * Use it for a class that the library does not know. Numbers, truth values, texts, enumerations, flags, colors, fonts
 * and dates can be kept. Call it before the widget is restored. The log names a property that cannot be kept.
 */
void restoration_gtk_set_kept_properties(GtkWidget *widget, const char *const *names);

/**
 * restoration_gtk_set_model_identifier:
 * @item: an item of a list's model, or a row
 * @identifier: (nullable): its name, unique in its list; %NULL for none
 *
 * Names an item of a list in the program's data.
 *
 * A selection is saved by these names, so it is found again in a list that was sorted again or has other items.
 * Without one, a #GtkStringObject is known by its string, a row by its identifier, and other items by position.
 */
void restoration_gtk_set_model_identifier(GObject *item, const char *identifier);

/**
 * restoration_gtk_set_model_identifier_func:
 * @list: a list or another widget with a model, but none with a #GtkTreeModel
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): names an item; %NULL for none
 * @user_data: data for @func
 * @destroy: (nullable): called once, when @func is replaced or the widget goes
 *
 * Names all items of a list in the program's data, as restoration_gtk_set_model_identifier() names one.
 */
void restoration_gtk_set_model_identifier_func(
    GtkWidget *list, RestorationGtkModelIdentifierFunc func, gpointer user_data, GDestroyNotify destroy);

/**
 * restoration_gtk_set_text_subject:
 * @widget: a text widget
 * @subject: (nullable): names the subject in every launch; %NULL for a text without one
 *
 * Says what the text in a widget belongs to, such as a room, a mail or a note.
 *
 * A typed text is kept once for each subject, and goes only into a widget that shows its subject. Set it where you
 * create the widget, and when the widget turns to another subject, before you put in a text of that subject.
 */
void restoration_gtk_set_text_subject(GtkWidget *widget, const char *subject);

/**
 * restoration_gtk_mark_text_saved:
 * @widget: a text widget
 *
 * Says that the text in a widget is the program's, and saved elsewhere.
 *
 * Call it after the program has stored or sent the text, and after it has set another one. This text is not put into
 * any widget again, not even into an empty one. What is typed later is kept as before.
 */
void restoration_gtk_mark_text_saved(GtkWidget *widget);

/**
 * restoration_gtk_set_keeps_value:
 * @widget: a widget
 * @keeps: whether its text or value is kept; %TRUE by default
 *
 * Says whether the text in a widget is kept, besides cursor and scroll position, or the value of a switch, a scale, a
 * list with one choice and the like.
 *
 * Turn it off for what the program itself saves at every change, and for a property that is bound to a setting with
 * g_settings_bind(). Set it before the widget is restored.
 */
void restoration_gtk_set_keeps_value(GtkWidget *widget, gboolean keeps);

/**
 * restoration_gtk_set_unrestored_text_func:
 * @widget: a text widget
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): called when a typed text waits, or none
 *   waits any more; %NULL for none
 * @user_data: data for @func
 * @destroy: (nullable): called once, when @func is replaced or the widget goes
 *
 * Offers a typed text that was not restored, since the program has set another text than the one it was typed into.
 *
 * Such a text is saved until the program calls restoration_gtk_answer_unrestored_text(). Set the function before the
 * widget is restored.
 */
void restoration_gtk_set_unrestored_text_func(
    GtkWidget *widget, RestorationGtkTextFunc func, gpointer user_data, GDestroyNotify destroy);

/**
 * restoration_gtk_answer_unrestored_text:
 * @widget: a text widget
 * @takes: whether the typed text that waits replaces the text in the widget; if not, it is discarded
 *
 * Takes or discards the typed text that waits, if there is one.
 */
void restoration_gtk_answer_unrestored_text(GtkWidget *widget, gboolean takes);

/**
 * restoration_gtk_restore:
 * @widget: a window, as a rule
 *
 * Restores a widget and all its descendants that have a name.
 *
 * Call it with a complete window, right before you present it: then everything is in its place from the first frame
 * on. A widget without an identifier gets one: its ID in the #GtkBuilder file or template, or else its name
 * (gtk_widget_set_name()). In a row of a list that is made in code or from a template, give the row an identifier that
 * says which element it shows: without one, nothing inside gets a name. The log counts the widgets that keep state and
 * have no name.
 *
 * Widgets with an identifier that come into a window later, and windows that are shown without this call, are restored
 * before the next frame. Widgets change as if the program set them: they emit the signals of a change, but none that
 * GTK emits for the user alone, such as #GtkColorButton::color-set. State of widgets that do not exist yet waits for
 * them.
 */
void restoration_gtk_restore(GtkWidget *widget);

/**
 * restoration_gtk_set_window_maker:
 * @identifier: the identifier of the windows of one kind
 * @maker: (nullable) (scope notified) (closure user_data) (destroy destroy): makes such a window; %NULL removes it
 * @user_data: data for @maker
 * @destroy: (nullable): called once, when @maker is replaced
 *
 * Says how the windows of one kind are made again.
 *
 * Set a maker for each kind at every launch, before restoration_gtk_restore_windows(). From then on the program keeps
 * which windows are open, their documents, their order, and which of them are dialogs.
 */
void restoration_gtk_set_window_maker(
    const char *identifier, RestorationGtkWindowMaker maker, gpointer user_data, GDestroyNotify destroy);

/**
 * restoration_gtk_set_window_document:
 * @window: a window
 * @document: (nullable): names the document in every launch, such as its path; %NULL for a window without one
 *
 * Says which document a window shows.
 *
 * Windows with one identifier and different documents have a state each. Set it where you create the window, and again
 * when the window shows another document.
 */
void restoration_gtk_set_window_document(GtkWindow *window, const char *document);

/**
 * restoration_gtk_restore_windows:
 *
 * Makes the windows that were open, restores them, and shows them in their former order.
 *
 * Call it at launch, when all makers are set, instead of opening the first window. A call from a maker is wrong.
 *
 * Returns: whether a window was made; if not, open the first window as usual
 */
gboolean restoration_gtk_restore_windows(void);

/**
 * restoration_gtk_keep_actions:
 * @group: an application, an application window, or a group of its own
 * @names: (array zero-terminated=1): names of stateful actions, without the group's prefix
 * @identifier: the name of the group in saved state, unique among windows
 *
 * Keeps the states of some actions, such as the check marks and choices of menus.
 *
 * A state goes back only if the action has the state again that the user changed it from. The action of a setting keeps
 * nothing here. Call it where you make the group's window, before you restore that, or before the first window is
 * restored. Each group needs an identifier of its own: that of a window with a document has the document in it. An
 * identifier is not empty and contains no `/`.
 */
void restoration_gtk_keep_actions(GActionGroup *group, const char *const *names, const char *identifier);

/**
 * restoration_gtk_set_value:
 * @key: the name of the value
 * @value: (nullable): the value, without file handles; a floating reference is taken; %NULL removes the value
 *
 * Keeps a value of the program's own, such as the folder that is open.
 *
 * It is saved within a second, as long as a window is open.
 */
void restoration_gtk_set_value(const char *key, GVariant *value);

/**
 * restoration_gtk_dup_value:
 * @key: the name of the value
 *
 * Returns a value of the program's own, also one of an earlier launch.
 *
 * Returns: (transfer full) (nullable): the value; %NULL when there is none
 */
GVariant *restoration_gtk_dup_value(const char *key);

/**
 * restoration_gtk_dup_report:
 *
 * Says what came back, what did not, and why, for those who write the program.
 *
 * The first line counts. Each further line is about one widget or problem.
 *
 * Returns: (transfer full) (nullable): the report; %NULL before the first window is restored
 */
char *restoration_gtk_dup_report(void);

/**
 * restoration_gtk_flush:
 * @error: return location for an error
 *
 * Saves all changes now, and waits until they are durable.
 *
 * No program needs it in its usual course. While no window is open, or after restoration_gtk_discard(), it saves
 * nothing, not even the program's own values, and returns %TRUE: the saved state is that of the last window. Called
 * while state is restored or saved, it saves right after that.
 *
 * Returns: whether there was no error; if there was, the older state is intact, and saving is tried again later
 */
gboolean restoration_gtk_flush(GError **error);

/**
 * restoration_gtk_discard:
 * @error: return location for an error
 *
 * Deletes all saved state, and stops saving in this process.
 *
 * It gives the user a way out of a state that does not work. Quit the program afterwards.
 *
 * Returns: whether everything was deleted
 */
gboolean restoration_gtk_discard(GError **error);

G_END_DECLS
