// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtk/gtk.h>
