// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// The stores are for session hosts and archivers: one import is enough.
@_exported public import Sessions
