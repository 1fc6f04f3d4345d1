// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// Swift's Glibc does not have the call, which is Linux's own.
#define _GNU_SOURCE
#include "FileWriteback.h"

#include <fcntl.h>

void restoration_begin_writeback(int descriptor, int64_t offset, int64_t count) {
  sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE);
}
