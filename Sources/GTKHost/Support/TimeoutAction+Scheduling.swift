// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import GTKSupport
  import ViewControllers

  extension TimeoutAction: ScheduledAction {}
#endif
