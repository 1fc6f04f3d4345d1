// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OBJECT_COUNTING_H
#define OBJECT_COUNTING_H

#include <stdbool.h>

/// Exported by Swift's runtime, which reads weak references with it.
void *_Nullable swift_tryRetain(void *_Nonnull object);

/// Counts a Swift object once more, unless it has begun to go.
///
/// The object's memory must be kept, as an `unowned` reference keeps it.
static inline bool restoration_retain_if_alive(void *_Nonnull object) {
  return swift_tryRetain(object) != 0;
}

#endif
