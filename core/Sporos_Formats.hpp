// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Every storage format with its conversions and its products.
#pragma once

#include "core/Sporos_FormatPlan.hpp"
#include "core/launch/formats/Sporos_LaunchBsr.hpp"
#include "core/launch/formats/Sporos_LaunchCoo.hpp"
#include "core/launch/formats/Sporos_LaunchCsr5.hpp"
#include "core/launch/formats/Sporos_LaunchDeltaCrs.hpp"
#include "core/launch/formats/Sporos_LaunchDia.hpp"
#include "core/launch/formats/Sporos_LaunchEll.hpp"
#include "core/launch/formats/Sporos_LaunchHyb.hpp"
#include "core/launch/formats/Sporos_LaunchPacket.hpp"
#include "core/launch/formats/Sporos_LaunchSell.hpp"
#include "core/launch/formats/Sporos_LaunchSymmetric.hpp"
