// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Every storage format with its conversions and its products.
#pragma once

#include "core/Sporos_FormatPlan.hpp"
#include "core/dispatch/Sporos_LaunchBsr.hpp"
#include "core/dispatch/Sporos_LaunchCoo.hpp"
#include "core/dispatch/Sporos_LaunchCsr5.hpp"
#include "core/dispatch/Sporos_LaunchDeltaCrs.hpp"
#include "core/dispatch/Sporos_LaunchDia.hpp"
#include "core/dispatch/Sporos_LaunchEll.hpp"
#include "core/dispatch/Sporos_LaunchHyb.hpp"
#include "core/dispatch/Sporos_LaunchPacket.hpp"
#include "core/dispatch/Sporos_LaunchSell.hpp"
#include "core/dispatch/Sporos_LaunchSymmetric.hpp"
