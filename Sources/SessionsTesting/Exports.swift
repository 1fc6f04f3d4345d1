// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// A test of a store of sessions moves a clock: one import is enough.
@_exported public import RestorationTesting
@_exported public import Sessions
