// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// The coders, archivers and reports that every program uses come with this module: one import is enough.
@_exported public import RestorationArchive
