// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0
//
// libadwaita's own calls. GTK's come from CGTK, which is imported first: were they declared here, too,
// Swift could not tell the two apart.
#pragma once
#pragma clang module import CGTK
#include <adwaita.h>
