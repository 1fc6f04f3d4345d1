// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FILE_WRITEBACK_H
#define FILE_WRITEBACK_H

#include <stdint.h>

/// Has the system begin to bring a part of a file to the disk, if it can, without waiting for it.
///
/// Promises nothing: a sync still has to follow, which waits for less then, and also tells what failed.
void restoration_begin_writeback(int descriptor, int64_t offset, int64_t count);

/// Renames a file unless the new name is taken.
///
/// Returns 0, or -1 with `errno`: `EEXIST` when it is, `EINVAL` or `ENOSYS` where that cannot be done.
int restoration_rename_to_new(const char *path, const char *new_path);

#endif
