// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// A program gives its GTK widgets to this module, and may register objects of its own: one import is enough.
@_exported public import StateRestoration

#if GTK
@_exported public import CGTK
#endif
