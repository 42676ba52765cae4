// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Names of matrices.
#pragma once

#include <string>

#include "formats/generate/Sporos_Generate.hpp"

namespace sporos::perf {

/// \brief The name of a matrix in results: the description, or the name of the file without folder and extension.
inline std::string matrix_name(const std::string& input) {
  if (is_generator(input)) return input;
  std::string name = input.substr(input.find_last_of('/') + 1);
  for (const std::string extension : {".gz", ".mtx"}) {
    const std::size_t length = extension.size();
    if (name.size() > length && name.compare(name.size() - length, length, extension) == 0) {
      name.resize(name.size() - length);
    }
  }
  return name;
}

}  // namespace sporos::perf
