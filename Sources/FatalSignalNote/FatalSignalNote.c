// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "FatalSignalNote.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static const int noted_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
enum { noted_count = sizeof noted_signals / sizeof noted_signals[0] };

/// The action that a signal had before, in the order of `noted_signals`.
static struct sigaction previous_actions[noted_count];
static atomic_flag is_installed = ATOMIC_FLAG_INIT;

/// Large enough for a handler before ours that collects a backtrace.
static char alternate_stack[64 * 1024] __attribute__((aligned(16)));

/// Descriptor + 1 and offset in one word, so that a handler never sees half of each; 0 is none.
static _Atomic uint64_t target;

/// Whose end is noted: a forked child has the same file open.
static _Atomic pid_t target_process;

static uint64_t target_word(int descriptor, uint32_t offset) {
  return (uint64_t)(uint32_t)(descriptor + 1) << 32 | offset;
}

static void note(uint8_t end) {
  uint64_t word = atomic_load(&target);
  if (word >> 32 == 0 || atomic_load(&target_process) != getpid()) return;
  int saved_errno = errno;
  ssize_t count;
  do {
    count = pwrite((int)(word >> 32) - 1, &end, 1, (off_t)(uint32_t)word);
  } while (count < 0 && errno == EINTR);
  errno = saved_errno;
}

static void note_exit(void) { note(RESTORATION_NOTE_IN_ORDER); }

void restoration_note_set_target(int descriptor, uint32_t offset) {
  static atomic_flag is_registered = ATOMIC_FLAG_INIT;
  if (!atomic_flag_test_and_set(&is_registered)) atexit(note_exit);
  atomic_store(&target_process, getpid());
  atomic_store(&target, target_word(descriptor, offset));
}

void restoration_note_clear_target(int descriptor) {
  uint64_t word = atomic_load(&target);
  if (word >> 32 == target_word(descriptor, 0) >> 32)
    atomic_compare_exchange_strong(&target, &word, 0);
}

void restoration_note_fatal_signal(int signal) { note((uint8_t)signal); }

/// The number of handlers that run, each on a thread of its own. One that a jump leaves counts for ever.
static atomic_int handling;

static void handle(int, siginfo_t *, void *);

/// Takes the note back after an earlier handler has returned, if the process goes on or comes here again.
///
/// The note stays after SIGABRT, since `abort` ends the process nevertheless; if the earlier handler has set another
/// action, which may end it; and while another thread is here, since it may have noted its own end.
static void take_back(int number) {
  struct sigaction now;
  if (atomic_load(&handling) == 1 && number != SIGABRT && sigaction(number, NULL, &now) == 0 &&
      now.sa_flags & SA_SIGINFO && now.sa_sigaction == handle) {
    note(0);
    // A thread that came meanwhile may have lost its note.
    if (atomic_fetch_sub(&handling, 1) > 1) note((uint8_t)number);
  } else {
    atomic_fetch_sub(&handling, 1);
  }
}

static void handle(int number, siginfo_t *info, void *context) {
  atomic_fetch_add(&handling, 1);
  note((uint8_t)number);
  int index = 0;
  while (index < noted_count - 1 && noted_signals[index] != number) index++;
  struct sigaction *previous = &previous_actions[index];
  if (previous->sa_flags & SA_SIGINFO) {
    previous->sa_sigaction(number, info, context);
    take_back(number);
  } else if (previous->sa_handler == SIG_IGN && info->si_code <= 0) {
    take_back(number);
  } else if (previous->sa_handler != SIG_DFL && previous->sa_handler != SIG_IGN) {
    previous->sa_handler(number);
    take_back(number);
  } else {
    // What the machine refused is refused again when this returns; what was sent is sent again, and
    // so is a breakpoint, after which a processor may go on: GLib ends programs with one. A fault is
    // fatal even where its signal is ignored.
    struct sigaction default_action = {.sa_handler = SIG_DFL};
    sigaction(number, &default_action, NULL);
    if (info->si_code <= 0 || number == SIGTRAP) raise(number);
  }
}

bool restoration_note_install(void) {
  if (atomic_flag_test_and_set(&is_installed)) return true;
  stack_t stack;
  if (sigaltstack(NULL, &stack) == 0 && stack.ss_flags & SS_DISABLE) {
    stack = (stack_t){.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
    if (sigaltstack(&stack, NULL) != 0) return false;
  }
  bool is_complete = true;
  for (int index = 0; index < noted_count; index++) {
    struct sigaction *previous = &previous_actions[index];
    sigaction(noted_signals[index], NULL, previous);
    // Only what the earlier handler asked for is blocked. Swift's backtracer reads memory that may be unmapped: if the
    // fault is blocked then, the system ends it.
    struct sigaction action = {
        .sa_sigaction = handle,
        .sa_flags = SA_SIGINFO | SA_ONSTACK | (previous->sa_flags & SA_NODEFER),
        .sa_mask = previous->sa_mask};
    if (sigaction(noted_signals[index], &action, NULL) != 0) is_complete = false;
  }
  return is_complete;
}
