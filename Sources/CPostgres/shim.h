// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0
//
// libpq, and what Swift cannot import of it by itself.
#pragma once
#include <libpq-fe.h>
#include <string.h>

// Counts warnings. A commit that was not replicated says so in a warning alone.
static inline void cpostgres_note_notice(void *warnings, const PGresult *result) {
  const char *severity = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
  if (severity != NULL && strcmp(severity, "WARNING") == 0) *(int *)warnings += 1;
}

static inline void cpostgres_count_warnings(PGconn *connection, int *warnings) {
  PQsetNoticeReceiver(connection, cpostgres_note_notice, warnings);
}

// Macros of libpq-fe.h that have a type cast.
static inline const char *cpostgres_code(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

static inline const char *cpostgres_message(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}
