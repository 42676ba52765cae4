// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How functions refuse wrong arguments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>

namespace sporos {
namespace detail {

/// \brief A printable value with its type erased, so that a single function puts together all messages. A template for
/// each list of types would take a twentieth of a plan's compile time.
class MessagePart {
 public:
  template <class T>
  MessagePart(const T& part) : part_(&part), print_(&print_as<T>) {}
  template <std::size_t size>
  MessagePart(const char (&part)[size]) : part_(part), print_(&print_text) {}

  void print(std::ostream& out) const { print_(out, part_); }

 private:
  template <class T>
  static void print_as(std::ostream& out, const void* part) {
    out << *static_cast<const T*>(part);
  }
  static void print_text(std::ostream& out, const void* part) { out << static_cast<const char*>(part); }

  const void* part_;
  void (*print_)(std::ostream&, const void*);
};

inline std::string joined(std::initializer_list<MessagePart> parts) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  for (const MessagePart& part : parts) part.print(text);
  return text.str();
}

/// \brief Lives in a public function that calls other public functions, or shares checks with them: as long as it does,
/// messages of this thread name that function, the one that the user knows. Callers within callers change nothing.
class Caller {
 public:
  explicit Caller(const char* function) : before_(current()) {
    if (before_ == nullptr) current() = function;
  }
  ~Caller() { current() = before_; }
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;

  /// \brief The function that messages name if a check is made for `function`.
  static const char* of(const char* function) { return current() != nullptr ? current() : function; }

 private:
  static const char*& current() {
    thread_local const char* function = nullptr;
    return function;
  }

  const char* before_;
};

[[noreturn]] inline void throw_invalid_argument(std::initializer_list<MessagePart> parts) {
  throw std::invalid_argument(joined(parts));
}

/// \brief Joins anything printable into one string; numbers are the same in every locale, for files and programs.
template <class... Parts>
std::string concat(const Parts&... parts) {
  return joined({MessagePart(parts)...});
}

/// \brief How messages about a file begin; nothing if it has no name.
inline std::string of_file(const std::string& path) { return path.empty() ? path : path + ": "; }

/// \brief Throws `std::invalid_argument("sporos::<function>: <parts...>")` unless `condition` holds. If there is a
/// Caller, that is the function.
///
/// The parts name the argument and both values; they are only put together when the condition fails.
template <class... Parts>
void require(bool condition, const char* function, const Parts&... parts) {
  if (!condition) throw_invalid_argument({"sporos::", Caller::of(function), ": ", MessagePart(parts)...});
}

/// \brief Refuses a negative number.
inline void require_not_negative(const char* function, const char* name, std::int64_t number) {
  require(number >= 0, function, name, " = ", number, " must not be negative");
}

struct NamedNumber {
  const char* name;
  std::int64_t number;
};

/// \brief Refuses negative numbers, also in functions that the compiler may evaluate.
constexpr void require_none_negative(const char* function, std::initializer_list<NamedNumber> numbers) {
  for (const NamedNumber& each : numbers) {
    if (each.number < 0) require_not_negative(function, each.name, each.number);
  }
}

/// \brief Refuses an array whose elements do not lie side by side.
template <class View>
void require_contiguous(const char* function, const char* what, const View& view) {
  static_assert(static_cast<int>(View::rank) == 1, "sporos::detail::require_contiguous: rank-1 Views are wanted");
  require(view.span() == view.extent(0), function, what, " must be contiguous, but its ", view.extent(0),
          " elements span ", view.span());
}

/// \brief Refuses an array that has elements, but is at no address.
template <class View>
void require_memory_of(const char* function, const char* what, const View& view) {
  require(view.data() != nullptr || view.span() == 0, function, what, " has ", view.extent(0),
          " elements, but points to no memory (null)");
}

}  // namespace detail
}  // namespace sporos
