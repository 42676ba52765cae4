// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief All storage formats, with their conversions and products.
#pragma once

#include <variant>

#include "core/Sporos_FormatPlan.hpp"
#include "core/any_format/Sporos_CrsTraits.hpp"
#include "core/launch/Sporos_WrongConversions.hpp"
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

namespace sporos {
namespace detail {

/// \brief The list of the storage formats, in the order of all_formats(). To add one, add a line here, its header
/// above, and its name in policies/Sporos_Format.hpp. All other code uses its FormatTraits.
template <class V, class C, class O, class M, class... Own>
using StoredMatrix =
    std::variant<CrsView<V, C, O, M>, CooMatrix<V, C, O, M>, DiaMatrix<V, C, O, M>, EllMatrix<V, C, O, M>,
                 HybMatrix<V, C, O, M>, SellMatrix<V, C, O, M>, BsrMatrix<V, C, O, M>, Csr5Matrix<V, C, O, M>,
                 DeltaCrsMatrix<V, C, O, M>, PacketMatrix<V, C, O, M>, SymmetricMatrix<V, C, O, M>, Own...>;

}  // namespace detail
}  // namespace sporos
