// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// A test names what its program consists of, and the suites check stores of both modules: one import is enough.
@_exported public import Sessions
@_exported public import ViewControllers
