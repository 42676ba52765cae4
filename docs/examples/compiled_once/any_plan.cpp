// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// any_plan.cpp
#include "any_plan.hpp"

template class sporos::AnyPlanParts<Exec, Any>;
template class sporos::AnyPlanProduct<Exec, Any>;
