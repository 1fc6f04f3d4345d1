// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// One element of a collection view.
@MainActor open class CollectionViewCell: ReusableCell {}
