// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// A test names what its program consists of: one import is enough.
@_exported public import StateRestoration
