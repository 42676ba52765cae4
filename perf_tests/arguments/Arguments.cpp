// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "perf_tests/arguments/Arguments.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <map>
#include <set>

#include "formats/common/Sporos_Require.hpp"
#include "formats/reorder/Sporos_Metis.hpp"
#include "perf_tests/arguments/Algorithms.hpp"
#include "perf_tests/arguments/MatrixSets.hpp"
#include "perf_tests/arguments/Text.hpp"

namespace sporos::perf {
namespace {

template <class... Parts>
[[noreturn]] void refuse(const Parts&... parts) {
  throw WrongArguments(sporos::detail::concat(parts...));
}

double real_number(const std::string& option, const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) {
    refuse(option, " needs a finite number, not '", text, "'");
  }
  return number;
}

int positive_number(const std::string& option, const std::string& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 1) {
    refuse(option, " needs a whole number from 1 to ", INT32_MAX, ", not '", text, "'");
  }
  return number;
}

const std::string& one_of(const std::string& option, const std::string& text, const std::vector<std::string>& allowed) {
  for (const std::string& candidate : allowed) {
    if (candidate == text) return candidate;
  }
  refuse(option, " must be one of ", joined(allowed, ", "), ", not '", text, "'");
}

template <class Enum>
Enum named(const std::string& option, const std::string& text, std::initializer_list<Enum> candidates) {
  std::vector<std::string> names;
  for (const Enum candidate : candidates) {
    if (text == name(candidate)) return candidate;
    names.emplace_back(name(candidate));
  }
  one_of(option, text, names);
  return *candidates.begin();
}

std::vector<Algorithm> algorithm_list(const std::string& option, const std::string& text,
                                      std::vector<std::string>& notes) {
  std::vector<Algorithm> algorithms;
  for (const std::string& word : split(text, ',')) {
    const std::optional<Algorithm> algorithm = sporos::detail::find_algorithm(word);
    if (!algorithm) {
      refuse(option, " must be some of ", joined(offered_algorithm_names(), ", "), ", not '", word, "'");
    }
    if (std::find(algorithms.begin(), algorithms.end(), *algorithm) != algorithms.end()) {
      refuse(option, " names ", name(*algorithm), " twice");
    }
    algorithms.push_back(*algorithm);
    if (const auto current = sporos::detail::current_algorithm_name(word); current != word) {
      notes.push_back(sporos::detail::concat(option, " ", word, " is an old name, read until 0.2: write ", current));
    }
  }
  return algorithms;
}

std::vector<std::string> peer_list(const std::string& text, const Choices& choices) {
  if (text == "none") return {};
  std::vector<std::string> peers = split(text, ',');
  std::set<std::string> seen;
  for (const std::string& peer : peers) {
    one_of("--peers", peer, choices.peers.empty() ? std::vector<std::string>{"none"} : choices.peers);
    if (!seen.insert(peer).second) refuse("--peers names ", peer, " twice");
  }
  return peers;
}

using Setter = std::function<void(const std::string& option, const std::string& value)>;

std::map<std::string, Setter> setters(Settings& settings, const Choices& choices) {
  Options& options = settings.options;
  return {
      {"--scalar", [&](auto& option, auto& value) { settings.scalar = one_of(option, value, choices.scalars); }},
      {"--offset", [&](auto& option, auto& value) { settings.offset = one_of(option, value, choices.offsets); }},
      {"--algorithm",
       [&](auto& option, auto& value) { settings.algorithms = algorithm_list(option, value, settings.notes); }},
      {"--rule",
       [&](auto& option, auto& value) {
         const bool is_ours = one_of(option, value, {"sporos", "reguly_giles_2012"}) == "sporos";
         options.rule = is_ours ? RowRule::sporos : RowRule::reguly_giles_2012;
       }},
      {"--gather",
       [&](auto& option, auto& value) {
         options.gather = named(option, value, {Gather::plain, Gather::read_only, Gather::texture});
       }},
      {"--reduction",
       [&](auto& option, auto& value) {
         options.reduction = named(option, value, {Reduction::shuffle, Reduction::scratch, Reduction::thread});
       }},
      {"--target",
       [&](auto& option, auto& value) {
         options.target = named(option, value, {Target::fermi, Target::kepler, Target::current, Target::host});
       }},
      {"--coop",
       [&](auto& option, auto& value) {
         const int coop = positive_number(option, value);
         if (coop > sporos::detail::max_coop || (coop & (coop - 1)) != 0) {
           refuse(option, " must be a power of two from 1 to ", sporos::detail::max_coop, ", not ", coop);
         }
         settings.shape.coop = coop;
       }},
      {"--repeat", [&](auto& option, auto& value) { settings.shape.repeat = positive_number(option, value); }},
      {"--block-size", [&](auto& option, auto& value) { settings.shape.block_size = positive_number(option, value); }},
      {"--tuning",
       [&](auto& option, auto& value) {
         options.tuning =
             named(option, value, {Tuning::none, Tuning::exhaustive, Tuning::run_time, Tuning::tuner_2012});
       }},
      {"--products", [&](auto& option, auto& value) { settings.products = positive_number(option, value); }},
      {"--tuning-trace", [&](auto&, auto& value) { settings.tuning_trace = value; }},
      {"--peers", [&](auto&, auto& value) { settings.peers = peer_list(value, choices); }},
      {"--alpha", [&](auto& option, auto& value) { settings.alpha = real_number(option, value); }},
      {"--beta", [&](auto& option, auto& value) { settings.beta = real_number(option, value); }},
      {"--operation",
       [&](auto& option, auto& value) {
         settings.kind.operation =
             named(option, value, {Op::none, Op::transpose, Op::conjugate, Op::conjugate_transpose});
       }},
      {"--columns", [&](auto& option, auto& value) { settings.kind.columns = positive_number(option, value); }},
      {"--layout",
       [&](auto& option, auto& value) {
         settings.kind.layout = named(option, value, {Layout::left, Layout::right});
       }},
      {"--epilogue",
       [&](auto& option, auto& value) {
         settings.kind.epilogue = named(option, value, {Epilogue::none, Epilogue::dot, Epilogue::residual});
       }},
      {"--values",
       [&](auto& option, auto& value) {
         settings.values_of_file = one_of(option, value, {"random", "file"}) == "file";
       }},
      {"--set",
       [&](auto& option, auto& value) {
         settings.set = one_of(option, value, {"fitted", "held-out"});
       }},
      {"--repetitions", [&](auto& option, auto& value) { settings.protocol.samples = positive_number(option, value); }},
      {"--json", [&](auto&, auto& value) { settings.json = value; }},
      {"--lock", [&](auto&, auto& value) { settings.lock = value; }},
  };
}

// What the library does not combine, and what is measured of plain products alone.
void check_kind(const Settings& settings) {
  const ProductKind& kind = settings.kind;
  if (kind.is_plain()) return;
  if (kind.epilogue == Epilogue::residual && (settings.alpha != 1 || settings.beta != 0)) {
    refuse("--epilogue residual is b - A*x and leaves nothing to --alpha and --beta");
  }
  const auto refuse_with = [&](const char* option) {
    refuse(option, " is for products without --operation, --columns and --epilogue, but these ask for: ", kind.words());
  };
  if (settings.offset != "int") refuse_with("--offset size_t");
  if (settings.shape.is_given()) refuse_with("a row shape (--coop, --repeat, --block-size)");
  if (settings.model) refuse_with("--model");
  if (!settings.tuning_trace.empty()) refuse_with("--tuning-trace");
  if (settings.optimum) refuse_with("--optimum");
}

// It goes through all products itself.
void check_of_products(const std::set<std::string>& seen) {
  static const std::set<std::string> taken{"--check", "--set", "--scalar", "--alpha", "--beta", "--json"};
  for (const std::string& option : seen) {
    if (taken.count(option) == 0) refuse("--check goes through all products and takes no ", option);
  }
}

}  // namespace

Settings parse_arguments(const std::vector<std::string>& arguments, const Choices& choices) {
  Settings settings;
  const auto options = setters(settings, choices);
  const std::map<std::string, bool*> flags = {{"--all-algorithms", &settings.all_algorithms},
                                              {"--deterministic", &settings.options.deterministic},
                                              {"--rcm", &settings.rcm},
                                              {"--metis", &settings.metis},
                                              {"--check", &settings.check},
                                              {"--model", &settings.model},
                                              {"--optimum", &settings.optimum},
                                              {"--list", &settings.list},
                                              {"--help", &settings.help}};
  std::set<std::string> seen;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument.empty()) refuse("an argument is empty");
    if (argument[0] != '-') {
      settings.inputs.push_back(argument);
      continue;
    }
    const std::size_t equals = argument.find('=');
    const std::string option = argument.substr(0, equals);
    const auto flag = flags.find(option);
    const bool is_flag = flag != flags.end();
    const auto setter = options.find(option);
    if (!is_flag && setter == options.end()) refuse("there is no option ", option, " (see --help)");
    if (!seen.insert(option).second) refuse(option, " is given twice");
    if (is_flag) {
      if (equals != std::string::npos) refuse(option, " takes no value");
      *flag->second = true;
      continue;
    }
    if (equals == std::string::npos && i + 1 == arguments.size()) refuse(option, " needs a value");
    const std::string value = equals == std::string::npos ? arguments[++i] : argument.substr(equals + 1);
    if (value.empty()) refuse(option, " needs a value");
    setter->second(option, value);
  }
  if (settings.all_algorithms) {
    if (seen.count("--algorithm") != 0) refuse("--all-algorithms leaves nothing to --algorithm");
    settings.algorithms = offered_algorithms();
  }
  if (settings.rcm && settings.metis) refuse("--rcm and --metis are two orders; a matrix has one");
  if (settings.metis && !has_metis) refuse("--metis: this build has no METIS");
  const bool tunes = settings.options.tuning != Tuning::none || !settings.tuning_trace.empty();
  if (tunes && settings.options.deterministic) {
    refuse("--deterministic leaves nothing to tune, since choices differ in the last bits of y");
  }
  check_kind(settings);
  if (settings.check) check_of_products(seen);
  if (!settings.set.empty()) {
    if (settings.inputs.size() > 1) refuse("--set takes one folder, not ", settings.inputs.size());
    const std::string folder = settings.inputs.empty() ? "" : settings.inputs.front();
    settings.inputs = matrices_of_set(settings.set, folder);
  }
  if (settings.inputs.empty() && !settings.help && !settings.list) {
    refuse("there is no input: name Matrix Market files or generators (see --help and --list)");
  }
  return settings;
}

}  // namespace sporos::perf
