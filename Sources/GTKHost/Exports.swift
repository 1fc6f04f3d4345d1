// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// A program with this host has an application with controllers: one import is enough.
@_exported public import ViewControllers
