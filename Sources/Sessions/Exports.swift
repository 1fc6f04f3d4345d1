// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// A session is an object with declared state: one import is enough.
@_exported public import StateRestoration
