// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "perf_tests/fem/RunCase.hpp"

template sporos_fem::Case sporos_fem::run_case<double>(const Settings&, int, const Progress&, Picture*);
