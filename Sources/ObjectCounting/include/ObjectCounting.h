// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OBJECT_COUNTING_H
#define OBJECT_COUNTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Exported by Swift's runtime, which reads weak references with it.
void *_Nullable swift_tryRetain(void *_Nonnull object);

/// Exported by Swift's runtime.
bool swift_isDeallocating(void *_Nonnull object);

/// Counts a Swift object once more, unless it has begun to go.
///
/// The object's memory must be kept, as an `unowned` reference keeps it.
static inline bool restoration_retain_if_alive(void *_Nonnull object) {
  return swift_tryRetain(object) != 0;
}

/// Whether a Swift object has not begun to go, without counting it: another thread may let go of it
/// in the next moment.
///
/// The object's memory must be kept, as an `unowned` reference keeps it.
static inline bool restoration_is_alive(void *_Nonnull object) {
  return !swift_isDeallocating(object);
}

struct restoration_extents {
  size_t negative, positive;
};

/// Exported by Swift's runtime.
struct restoration_extents _swift_getSwiftClassInstanceExtents(const void *_Nonnull type);

/// How many bytes the objects of a Swift class have.
static inline size_t restoration_instance_size(const void *_Nonnull type) {
  return _swift_getSwiftClassInstanceExtents(type).positive;
}

/// Asks the processor for memory that is read soon, without waiting for it.
///
/// Any address will do: asking for memory that is not there does nothing.
static inline void restoration_prefetch(uintptr_t address) {
  __builtin_prefetch((const void *)address);
}

/// A word of an object, read as an atomic, since it may be another thread's to write.
static inline uintptr_t restoration_word(const void *_Nonnull object, size_t index) {
  return __atomic_load_n((const uintptr_t *)object + index, __ATOMIC_RELAXED);
}

#endif
