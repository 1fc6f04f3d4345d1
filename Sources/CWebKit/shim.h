// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0
//
// What WebView needs of WebKit, with untyped pointers: the types are GTK's, and a Swift file that
// sees them through two modules cannot tell them apart. Everything is inline, as in CGTK.
#pragma once
#include <webkit/webkit.h>

// A new, floating web view whose every page runs a script in a world of its own. The script posts to
// the handler of that name; its messages arrive as the signal "script-message-received" of the view's
// content manager.
static inline void *_Nonnull cwebkit_web_view_new(
    const char *script, const char *world, const char *handler) {
  WebKitUserContentManager *manager = webkit_user_content_manager_new();
  webkit_user_content_manager_register_script_message_handler(manager, handler, world);
  WebKitUserScript *content = webkit_user_script_new_for_world(
      script, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME, WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START,
      world, NULL, NULL);
  webkit_user_content_manager_add_script(manager, content);
  webkit_user_script_unref(content);
  void *view = g_object_new(WEBKIT_TYPE_WEB_VIEW, "user-content-manager", manager, NULL);
  g_object_unref(manager);
  return view;
}

static inline void *cwebkit_web_view_content_manager(void *view) {
  return webkit_web_view_get_user_content_manager(WEBKIT_WEB_VIEW(view));
}

static inline void cwebkit_web_view_load(void *view, const char *uri) {
  webkit_web_view_load_uri(WEBKIT_WEB_VIEW(view), uri);
}

// The argument of "load-changed" when the history has the page.
static inline int cwebkit_load_committed(void) { return WEBKIT_LOAD_COMMITTED; }

// The argument of "load-changed" when a page has arrived, or could not.
static inline int cwebkit_load_finished(void) { return WEBKIT_LOAD_FINISHED; }

static inline void cwebkit_web_view_reload(void *view) {
  webkit_web_view_reload(WEBKIT_WEB_VIEW(view));
}

static inline const char *cwebkit_web_view_uri(void *view) {
  return webkit_web_view_get_uri(WEBKIT_WEB_VIEW(view));
}

static inline const char *cwebkit_web_view_title(void *view) {
  return webkit_web_view_get_title(WEBKIT_WEB_VIEW(view));
}

static inline gboolean cwebkit_web_view_is_loading(void *view) {
  return webkit_web_view_is_loading(WEBKIT_WEB_VIEW(view));
}

static inline gboolean cwebkit_web_view_can_go_back(void *view) {
  return webkit_web_view_can_go_back(WEBKIT_WEB_VIEW(view));
}

static inline gboolean cwebkit_web_view_can_go_forward(void *view) {
  return webkit_web_view_can_go_forward(WEBKIT_WEB_VIEW(view));
}

static inline void cwebkit_web_view_go_back(void *view) {
  webkit_web_view_go_back(WEBKIT_WEB_VIEW(view));
}

static inline void cwebkit_web_view_go_forward(void *view) {
  webkit_web_view_go_forward(WEBKIT_WEB_VIEW(view));
}

static inline double cwebkit_web_view_zoom(void *view) {
  return webkit_web_view_get_zoom_level(WEBKIT_WEB_VIEW(view));
}

static inline void cwebkit_web_view_set_zoom(void *view, double zoom) {
  webkit_web_view_set_zoom_level(WEBKIT_WEB_VIEW(view), zoom);
}

// The view's history in bytes; the caller unrefs. NULL when there is none.
static inline GBytes *cwebkit_web_view_history(void *view) {
  WebKitWebViewSessionState *state = webkit_web_view_get_session_state(WEBKIT_WEB_VIEW(view));
  if (!state) return NULL;
  GBytes *bytes = webkit_web_view_session_state_serialize(state);
  webkit_web_view_session_state_unref(state);
  return bytes;
}

static inline WebKitBackForwardListItem *cwebkit_web_view_current_item(void *view) {
  return webkit_back_forward_list_get_current_item(
      webkit_web_view_get_back_forward_list(WEBKIT_WEB_VIEW(view)));
}

// The object whose signal "changed" tells of pages that are new in the history.
static inline void *cwebkit_web_view_history_list(void *view) {
  return webkit_web_view_get_back_forward_list(WEBKIT_WEB_VIEW(view));
}

// The number of pages before the current one.
static inline int cwebkit_web_view_history_index(void *view) {
  GList *before = webkit_back_forward_list_get_back_list(
      webkit_web_view_get_back_forward_list(WEBKIT_WEB_VIEW(view)));
  int count = (int)g_list_length(before);
  g_list_free(before);
  return count;
}

// The address of a page, counted from the current one, which is 0; NULL when there is none.
static inline const char *cwebkit_web_view_history_uri(void *view, int distance) {
  WebKitBackForwardListItem *item = webkit_back_forward_list_get_nth_item(
      webkit_web_view_get_back_forward_list(WEBKIT_WEB_VIEW(view)), distance);
  return item ? webkit_back_forward_list_item_get_uri(item) : NULL;
}

// Restores a history without loading a page. The address of its current page; NULL when the bytes
// are none or it has no page.
static inline const char *cwebkit_web_view_restore_history(
    void *view, const void *bytes, gsize count) {
  GBytes *data = g_bytes_new(bytes, count);
  WebKitWebViewSessionState *state = webkit_web_view_session_state_new(data);
  g_bytes_unref(data);
  if (!state) return NULL;
  webkit_web_view_restore_session_state(WEBKIT_WEB_VIEW(view), state);
  webkit_web_view_session_state_unref(state);
  WebKitBackForwardListItem *item = cwebkit_web_view_current_item(view);
  return item ? webkit_back_forward_list_item_get_uri(item) : NULL;
}

// Loads the current page of the history.
static inline void cwebkit_web_view_load_current(void *view) {
  WebKitBackForwardListItem *item = cwebkit_web_view_current_item(view);
  if (item) webkit_web_view_go_to_back_forward_list_item(WEBKIT_WEB_VIEW(view), item);
}

static inline void cwebkit_web_view_run(void *view, const char *script, const char *world) {
  webkit_web_view_evaluate_javascript(
      WEBKIT_WEB_VIEW(view), script, -1, world, NULL, NULL, NULL, NULL);
}

// Reads a message that is an array of two numbers, a page's address, which the caller frees, and whether
// the user has done something there; NULL for anything else.
static inline char *cwebkit_message_position(
    const void *value, double *x, double *y, bool *has_input) {
  JSCValue *message = JSC_VALUE((void *)value);
  if (!jsc_value_is_array(message)) return NULL;
  JSCValue *first = jsc_value_object_get_property_at_index(message, 0);
  JSCValue *second = jsc_value_object_get_property_at_index(message, 1);
  JSCValue *third = jsc_value_object_get_property_at_index(message, 2);
  JSCValue *fourth = jsc_value_object_get_property_at_index(message, 3);
  char *address = NULL;
  if (jsc_value_is_number(first) && jsc_value_is_number(second) && jsc_value_is_string(third)
      && jsc_value_is_boolean(fourth)) {
    *x = jsc_value_to_double(first);
    *y = jsc_value_to_double(second);
    *has_input = jsc_value_to_boolean(fourth);
    address = jsc_value_to_string(third);
  }
  g_object_unref(first);
  g_object_unref(second);
  g_object_unref(third);
  g_object_unref(fourth);
  return address;
}
