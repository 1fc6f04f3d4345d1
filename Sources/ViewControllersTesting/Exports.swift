// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// A test of controllers uses recorders, clocks and faults, too: one import is enough.
@_exported public import RestorationTesting
@_exported public import ViewControllers
