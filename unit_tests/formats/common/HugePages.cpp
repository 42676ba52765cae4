// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/common/Sporos_HugePages.hpp"

#include <gtest/gtest.h>

#include "formats/common/Sporos_Arrays.hpp"

#if defined(__linux__)
#include <sys/mman.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace huge_pages_tests {

using sporos::detail::advise_huge_pages;
using sporos::detail::huge_page;
using Host = Kokkos::DefaultHostExecutionSpace;
using Array = Kokkos::View<double*, Kokkos::HostSpace>;

// What the kernel says of the mapping that holds an address.
enum class Advice { unknown, none, huge };

Advice advice_at(const void* address) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  std::ifstream maps("/proc/self/smaps");
  std::string line;
  bool is_here = false;
  while (std::getline(maps, line)) {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    char dash = 0;
    std::istringstream words(line);
    if (words >> std::hex >> begin >> dash >> end && dash == '-') {
      is_here = begin <= wanted && wanted < end;
    } else if (is_here && line.rfind("VmFlags:", 0) == 0) {
      return (line + ' ').find(" hg ") == std::string::npos ? Advice::none : Advice::huge;
    }
  }
  return Advice::unknown;
}

// Memory that no allocator has advised; a huge page begins where it begins.
class Mapping {
 public:
  explicit Mapping(std::int64_t bytes) : bytes_(static_cast<std::size_t>(bytes + huge_page)) {
    all_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const auto address = reinterpret_cast<std::uintptr_t>(all_);
    begin_ = static_cast<char*>(all_) + (huge_page - static_cast<std::int64_t>(address % huge_page)) % huge_page;
  }
  ~Mapping() { munmap(all_, bytes_); }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  char* at(std::int64_t byte) const { return begin_ + byte; }

 private:
  std::size_t bytes_;
  void* all_ = nullptr;
  char* begin_ = nullptr;
};

class HugePages : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists("/sys/kernel/mm/transparent_hugepage")) {
      GTEST_SKIP() << "the kernel has no transparent huge pages";
    }
    const Mapping mapping(1);
    if (advice_at(mapping.at(0)) == Advice::unknown) GTEST_SKIP() << "/proc/self/smaps has no VmFlags";
  }
};

// More than malloc ever takes from its heap, where an earlier array may have been.
constexpr std::int64_t many = std::int64_t{8} << 20;

TEST_F(HugePages, AreAskedForWhereAnArrayIsNew) {
  const auto fresh = sporos::detail::fresh_array<Array>(Host(), "test[fresh]", many);
  EXPECT_EQ(advice_at(&fresh(many / 2)), Advice::huge);
  const auto allocated = sporos::detail::allocate<Array>(Host(), "test[allocated]", many);
  EXPECT_EQ(advice_at(&allocated(many / 2)), Advice::huge);
}

TEST_F(HugePages, LieWhollyInTheRange) {
  const std::int64_t odd = 3 * 4096 + 8;
  const Mapping mapping(8 * huge_page);
  advise_huge_pages(mapping.at(huge_page + odd), 5 * huge_page);
  EXPECT_EQ(advice_at(mapping.at(huge_page + odd)), Advice::none);
  EXPECT_EQ(advice_at(mapping.at(2 * huge_page - 1)), Advice::none);
  EXPECT_EQ(advice_at(mapping.at(2 * huge_page)), Advice::huge);
  EXPECT_EQ(advice_at(mapping.at(6 * huge_page - 1)), Advice::huge);
  EXPECT_EQ(advice_at(mapping.at(6 * huge_page)), Advice::none);
}

TEST_F(HugePages, AreAtLeastTwo) {
  const Mapping mapping(8 * huge_page);
  advise_huge_pages(mapping.at(0), 2 * huge_page - 1);
  advise_huge_pages(mapping.at(1), 3 * huge_page - 2);
  EXPECT_EQ(advice_at(mapping.at(0)), Advice::none);
  EXPECT_EQ(advice_at(mapping.at(huge_page)), Advice::none);
  advise_huge_pages(mapping.at(0), 2 * huge_page);
  EXPECT_EQ(advice_at(mapping.at(0)), Advice::huge);
  EXPECT_EQ(advice_at(mapping.at(2 * huge_page - 1)), Advice::huge);
}

TEST_F(HugePages, AreNotAskedForWithoutElements) {
  advise_huge_pages(nullptr, 0);
  const Mapping mapping(4 * huge_page);
  advise_huge_pages(mapping.at(8), 0);
  EXPECT_EQ(advice_at(mapping.at(0)), Advice::none);
  EXPECT_EQ(advice_at(mapping.at(huge_page)), Advice::none);
  EXPECT_EQ(sporos::detail::fresh_array<Array>(Host(), "test[none]", 0).data(), nullptr);
  EXPECT_EQ(sporos::detail::allocate<Array>(Host(), "test[none]", 0).extent(0), 0U);
}

// Memory that is not there is an error of the kernel's.
TEST_F(HugePages, MayBeRefused) {
  char* const gone = Mapping(4 * huge_page).at(0);
  EXPECT_NO_THROW(advise_huge_pages(gone, 4 * huge_page));
}

}  // namespace huge_pages_tests
#endif
