// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

//! A note whose window, texts, choices and stars survive kill -9, in Rust.
//!
//! It uses GTK's C interface, so that it needs no crate. A program with gtk4-rs declares the functions of the second
//! block alone, and passes `widget.as_ptr()`.

use std::ffi::{c_void, CStr, CString};
use std::os::raw::{c_char, c_int};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

type Object = *mut c_void;

#[repr(C)]
struct Error {
    domain: u32,
    code: c_int,
    message: *const c_char,
}

#[link(name = "gtk-4")]
#[link(name = "gio-2.0")]
#[link(name = "gobject-2.0")]
#[link(name = "glib-2.0")]
extern "C" {
    fn gtk_application_new(id: *const c_char, flags: c_int) -> Object;
    fn gtk_application_get_active_window(application: Object) -> Object;
    fn gtk_application_add_window(application: Object, window: Object);
    fn gtk_builder_new_from_file(path: *const c_char) -> Object;
    fn gtk_builder_get_object(builder: Object, id: *const c_char) -> Object;
    fn gtk_button_set_label(button: Object, label: *const c_char);
    fn gtk_window_present(window: Object);
    fn g_application_run(application: Object, count: c_int, arguments: *const *const c_char) -> c_int;
    fn g_object_unref(object: Object);
    fn g_signal_connect_data(
        object: Object, signal: *const c_char, handler: extern "C" fn(Object, Object), data: Object,
        destroy: Object, flags: c_int) -> u64;
    fn g_variant_new_int32(value: i32) -> Object;
    fn g_variant_get_int32(value: Object) -> i32;
    fn g_variant_unref(value: Object);
    fn g_error_free(error: *mut Error);
}

#[link(name = "RestorationGtk")]
extern "C" {
    fn restoration_gtk_start(application: Object, version: *const c_char, error: *mut *mut Error) -> c_int;
    fn restoration_gtk_restore(widget: Object);
    fn restoration_gtk_set_value(key: *const c_char, value: Object);
    fn restoration_gtk_dup_value(key: *const c_char) -> Object;
}

/// A text for C.
macro_rules! c {
    ($text:literal) => { concat!($text, "\0").as_ptr() as *const c_char };
}

static STARS: AtomicI32 = AtomicI32::new(0);

fn show(button: Object) {
    let stars = STARS.load(Relaxed);
    let label = CString::new(format!("Stars: {stars}")).unwrap();
    unsafe {
        gtk_button_set_label(button, label.as_ptr());
        restoration_gtk_set_value(c!("stars"), g_variant_new_int32(stars));
    }
}

extern "C" fn add_star(button: Object, _: Object) {
    STARS.fetch_add(1, Relaxed);
    show(button);
}

extern "C" fn startup(application: Object, _: Object) {
    unsafe {
        let mut error = null_mut();
        if restoration_gtk_start(application, c!("1.0"), &mut error) == 0 {
            eprintln!("Nothing is kept: {}", CStr::from_ptr((*error).message).to_string_lossy());
            g_error_free(error);
        }
    }
}

extern "C" fn activate(application: Object, _: Object) {
    unsafe {
        let active = gtk_application_get_active_window(application);
        if !active.is_null() {
            return gtk_window_present(active);
        }
        let builder = gtk_builder_new_from_file(c!("notes.ui"));
        let window = gtk_builder_get_object(builder, c!("window"));
        let button = gtk_builder_get_object(builder, c!("stars"));
        let saved = restoration_gtk_dup_value(c!("stars"));
        if !saved.is_null() {
            STARS.store(g_variant_get_int32(saved), Relaxed);
            g_variant_unref(saved);
        }
        show(button);
        g_signal_connect_data(button, c!("clicked"), add_star, null_mut(), null_mut(), 0);
        gtk_application_add_window(application, window);
        restoration_gtk_restore(window);
        gtk_window_present(window);
        g_object_unref(builder);
    }
}

fn main() {
    unsafe {
        let application = gtk_application_new(c!("org.example.NotesInRust"), 0);
        g_signal_connect_data(application, c!("startup"), startup, null_mut(), null_mut(), 0);
        g_signal_connect_data(application, c!("activate"), activate, null_mut(), null_mut(), 0);
        let status = g_application_run(application, 0, null());
        g_object_unref(application);
        std::process::exit(status);
    }
}
