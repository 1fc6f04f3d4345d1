// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// Swift's Glibc does not have the calls, which are Linux's own.
#define _GNU_SOURCE
#include "FileWriteback.h"

#include <fcntl.h>
#include <stdio.h>

void restoration_begin_writeback(int descriptor, int64_t offset, int64_t count) {
  sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE);
}

int restoration_rename_to_new(const char *path, const char *new_path) {
  return renameat2(AT_FDCWD, path, AT_FDCWD, new_path, RENAME_NOREPLACE);
}
