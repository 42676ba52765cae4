// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The findings of exhaustive searches in a text file, one line for each key (see Sporos_FindingKey.hpp).
///
/// The first line is a title. Every other line has a key without blanks, algorithm, coop, repeat, block size and the
/// seconds of one product, separated by single blanks. The last line of a key counts. Linear time.
#pragma once

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <locale>
#include <optional>
#include <random>
#include <string>
#include <system_error>

#include "formats/common/Sporos_Require.hpp"
#include "policies/Sporos_Algorithm.hpp"
#include "policies/Sporos_RowShape.hpp"

namespace sporos {
namespace detail {

/// \brief The fastest choice for a key.
struct Finding {
  Algorithm algorithm = Algorithm::automatic;
  RowShape shape;
  double seconds = 0;
};

/// \brief A file that is always read and replaced as a whole, so that nobody ever reads half a line.
///
/// If two processes add to it at the same time, one of the findings is lost.
class FindingsFile {
 public:
  explicit FindingsFile(std::string path) : path_(std::move(path)) {}

  /// \brief The finding for `key`, if there is one; a file that does not exist is empty.
  /// \throws std::runtime_error naming the file and the line, where it is not a findings file
  std::optional<Finding> find(const std::string& key) const {
    std::optional<Finding> found;
    for_each_line([&](const std::string& text, int line) {
      std::istringstream words(text);
      words.imbue(std::locale::classic());
      std::string line_key;
      std::string algorithm;
      std::string rest;
      Finding finding;
      words >> line_key >> algorithm >> finding.shape.coop >> finding.shape.repeat >> finding.shape.block_size >>
          finding.seconds;
      if (words.fail() || words >> rest) {
        fail(line, concat("\"", text,
                          "\" is not a key, an algorithm, three whole numbers and a number of seconds; "
                          "remove the line"));
      }
      const std::optional<Algorithm> known = find_algorithm(algorithm);
      if (!known || *known == Algorithm::automatic)
        fail(line, concat("there is no algorithm \"", algorithm, "\"; remove the line"));
      finding.algorithm = *known;
      const char* const fault = shape_fault(finding.shape, host_machine(1));
      if (fault != nullptr) fail(line, concat(fault, "; remove the line"));
      if (!(finding.seconds >= 0))
        fail(line, concat("a product cannot take ", finding.seconds, " seconds; remove the line"));
      if (line_key == key) found = finding;
    });
    return found;
  }

  /// \brief Checks that add() will be able to write, before a long search; leaves no file behind.
  /// \throws std::runtime_error where it cannot
  void require_writable() const {
    const std::string draft = draft_path();
    const int error = write(draft, std::string(title) + '\n');
    std::remove(draft.c_str());
    require_written(error);
  }

  /// \brief Adds a line.
  /// \throws std::runtime_error where the file is not a findings file or cannot be written
  void add(const std::string& key, const Finding& finding) const {
    std::string text = std::string(title) + '\n';
    for_each_line([&](const std::string& line, int) { text += line + '\n'; });
    std::ostringstream added;
    added.imbue(std::locale::classic());
    added.precision(9);
    added << key << ' ' << name(finding.algorithm) << ' ' << finding.shape.coop << ' ' << finding.shape.repeat << ' '
          << finding.shape.block_size << ' ' << finding.seconds << '\n';
    const std::string draft = draft_path();
    int error = write(draft, text + added.str());
    if (error == 0 && std::rename(draft.c_str(), path_.c_str()) != 0) error = errno;
    if (error != 0) std::remove(draft.c_str());
    require_written(error);
  }

 private:
  static constexpr const char* title = "# sporos findings 1";

  [[noreturn]] void fail(int line, const std::string& complaint) const {
    throw std::runtime_error(
        concat("sporos::", Caller::of("Plan"), ": findings file ", path_, ", line ", line, ": ", complaint));
  }

  std::string draft_path() const { return concat(path_, '.', std::random_device()(), ".new"); }

  // Returns 0, or the number of the error.
  static int write(const std::string& path, const std::string& text) {
    errno = 0;
    std::ofstream out(path, std::ios::binary);
    out << text;
    out.close();
    return out.good() ? 0 : errno != 0 ? errno : EIO;
  }

  void require_written(int error) const {
    if (error != 0) fail("write", error);
  }

  [[noreturn]] void fail(const char* what, int error) const {
    throw std::runtime_error(concat("sporos::", Caller::of("Plan"), ": cannot ", what, " the findings file ", path_,
                                    ": ", std::generic_category().message(error)));
  }

  // Calls f(text, number) for every line after the title.
  template <class F>
  void for_each_line(const F& f) const {
    errno = 0;
    std::ifstream in(path_, std::ios::binary);
    if (!in.is_open() && errno == ENOENT) return;
    const auto require_readable = [&](bool readable) {
      if (!readable) fail("read", errno != 0 ? errno : EIO);
    };
    require_readable(in.is_open());
    std::string text;
    std::getline(in, text);
    require_readable(!in.bad());  // a directory, for one
    if (in.eof() && text.empty()) {
      fail(1, concat("the file is empty; expected \"", title, "\"; remove it, and it is made anew"));
    }
    if (text != title) {
      fail(1, concat("expected \"", title, "\"; findings_file must name another file"));
    }
    for (int line = 2; std::getline(in, text); ++line) f(text, line);
    require_readable(!in.bad());
  }

  std::string path_;
};

}  // namespace detail
}  // namespace sporos
