// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// A program that loads storyboards has controllers: one import is enough.
@_exported public import ViewControllers
