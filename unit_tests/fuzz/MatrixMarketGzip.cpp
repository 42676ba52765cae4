// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The input is text, which is packed here, because any change that a fuzzer makes in a gzip file breaks its checksum.
// One byte gives the number of members, another how the packed file is damaged, and the rest is the text.
#include <algorithm>
#include <string>

#include "unit_tests/fuzz/MatrixMarketChecks.hpp"

namespace {

using namespace sporos_fuzz;
using sporos::detail::FilePointer;
using sporos::detail::GzipDeflater;

void pack(const std::string& path, std::string_view text, std::size_t members) {
  const FilePointer file(std::fopen(path.c_str(), "wb"));
  demand(file != nullptr, "cannot write ", path);
  const std::size_t each = text.size() / members;
  for (std::size_t member = 0; member < members; ++member) {
    GzipDeflater deflater(file.get());
    const std::size_t begin = member * each;
    const std::size_t length = member + 1 < members ? each : text.size() - begin;
    demand(deflater.write(text.substr(begin, length)) && deflater.finish(), "cannot pack into ", path);
  }
}

// Cuts the file short, adds bytes or changes one bit; returns false if there was nothing to do.
bool damage(const std::string& path, int how) {
  if (how < 64) return false;
  const auto size = std::filesystem::file_size(path);
  if (how < 128) {
    std::filesystem::resize_file(path, size * static_cast<unsigned>(how - 64) / 64);
  } else if (how < 192) {
    std::ofstream(path, std::ios::binary | std::ios::app) << std::string(static_cast<std::size_t>(how) - 127, 'x');
  } else {
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    const auto place = static_cast<std::streamoff>(size * static_cast<unsigned>(how - 192) / 64);
    file.seekg(place);
    const int byte = file.get();
    file.seekp(place);
    file.put(static_cast<char>(byte ^ (1 << how % 8)));
  }
  return true;
}

template <class Value, class Column, class Offset>
void check(const std::string& packed, const std::string& plain, bool damaged) {
  const auto from_packed = read_or_refuse<Value, Column, Offset>(packed);
  const auto from_plain = read_or_refuse<Value, Column, Offset>(plain);
  if (damaged) return;
  demand(from_packed.has_value() == from_plain.has_value(), "packed it is ", from_packed ? "read" : "refused",
         ", but plain it is not");
  demand(!from_packed || same_matrix(*from_packed, *from_plain), "packed it is another matrix than plain");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ScratchFile packed(".mtx.gz");
  static const ScratchFile plain(".mtx");
  Bytes bytes(data, size);
  const auto members = static_cast<std::size_t>(1 + bytes.below(4));
  const int how = bytes.next();
  const std::string_view text = text_of(data, size).substr(std::min<std::size_t>(size, 2));
  if (sporos::detail::is_gzip(text)) return 0;  // the plain file would not be one
  pack(packed.path(), text, members);
  plain.fill(text);
  const bool damaged = damage(packed.path(), how);
  check<Kokkos::complex<double>, int, int>(packed.path(), plain.path(), damaged);
  check<double, signed char, unsigned char>(packed.path(), plain.path(), damaged);
  return 0;
}
