// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FATAL_SIGNAL_NOTE_H
#define FATAL_SIGNAL_NOTE_H

#include <stdbool.h>
#include <stdint.h>

/// Notes in an open file how this process ends (R193).
///
/// All functions may be called on any thread; those that say so also in a signal handler.

/// What is noted when the process ends by `exit` while a file is set.
#define RESTORATION_NOTE_IN_ORDER 255

/// Says where the end is noted: one byte, at a place in a file that stays open.
///
/// Replaces what was said before. It holds for the calling process: a forked child notes nothing.
void restoration_note_set_target(int descriptor, uint32_t offset);

/// Takes back what ``restoration_note_set_target`` said, unless it was replaced since.
///
/// To be called before the file is closed.
void restoration_note_clear_target(int descriptor);

/// Notes the signals that end a process that made a mistake, before whatever handled them before.
///
/// SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT and SIGTRAP. The handler runs on an alternate stack,
/// which this call gives the calling thread if it has none, and hands the signal on: to the handler
/// that was installed before, or to the system with the machine's state untouched, so that exit
/// status, core dump and backtrace are what they would have been. If that handler mends a fault and
/// returns, the note is taken back; if it leaves by a jump, the note stays. Without effect when it
/// was called before.
///
/// - Returns: `false` when the system refused.
bool restoration_note_install(void);

/// Notes that the process dies of a signal; for programs with a crash handler of their own.
///
/// May be called in a signal handler. Without effect while no file is set.
void restoration_note_fatal_signal(int signal);

#endif
