// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// Controllers use coders and declared state everywhere: one import is enough.
@_exported public import StateRestoration
