// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// A key provider is made for an archiver: one import is enough.
@_exported public import RestorationArchive
