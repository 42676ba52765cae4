// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "perf_tests/arguments/BenchmarkArguments.hpp"

#include <algorithm>

#include "formats/generate/Sporos_Generate.hpp"
#include "perf_tests/arguments/MatrixSets.hpp"
#include "perf_tests/arguments/Text.hpp"

namespace sporos::perf {
namespace {

bool starts_with(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

// The arguments that sporos_spmv has too are left to its parser.
class Reader {
 public:
  Reader(const std::vector<std::string>& arguments, const Choices& choices)
      : arguments_(arguments), choices_(choices) {}

  BenchmarkSettings read() {
    for (place_ = 0; place_ < arguments_.size(); ++place_) take(arguments_[place_]);
    if (result_.help) return result_;
    if (inputs_.empty()) {
      for (const BenchmarkProblem& problem : benchmark_set()) inputs_.push_back(problem.name);
    }
    shared_.insert(shared_.end(), inputs_.begin(), inputs_.end());
    result_.settings = parse_arguments(shared_, choices_);
    if (result_.scalars.empty()) {
      for (const std::string scalar : {"double", "float"}) {
        if (is_compiled(scalar)) result_.scalars.push_back(scalar);
      }
    }
    if (result_.sweep_shapes) {
      if (!result_.settings.kind.is_plain()) {
        throw WrongArguments("--sweep-shapes is for products without --operation, --columns and --epilogue");
      }
      if (result_.settings.shape.is_given()) throw WrongArguments("--sweep-shapes chooses the shapes itself");
      const std::vector<Algorithm>& algorithms = result_.settings.algorithms;
      if (algorithms.size() > 1 || (algorithms[0] != Algorithm::automatic && algorithms[0] != Algorithm::coop)) {
        throw WrongArguments("--sweep-shapes is for the algorithm coop");
      }
      result_.settings.peers = std::vector<std::string>{};
    }
    return result_;
  }

 private:
  void take(const std::string& argument) {
    const std::string option = argument.substr(0, argument.find('='));
    if (starts_with(argument, "--benchmark_") || starts_with(argument, "--v=")) {
      result_.others.push_back(argument);
    } else if (option == "--help") {
      result_.help = true;
    } else if (option == "--sweep-shapes") {
      result_.sweep_shapes = true;
    } else if (option == "--matrices") {
      for (const std::string& file : matrices_in("--matrices", value_of(argument))) inputs_.push_back(file);
    } else if (option == "--generate") {
      inputs_.push_back(value_of(argument));
      if (!is_generator(inputs_.back())) throw WrongArguments("--generate: there is no generator " + inputs_.back());
    } else if (option == "--scalar") {
      for (const std::string& scalar : split(value_of(argument), ',')) add_scalar(scalar);
    } else if (option == "--json" || option == "--list") {
      throw WrongArguments(option +
                           " is an option of sporos_spmv; here it is --benchmark_out=FILE or --benchmark_list_tests");
    } else if (option == "--model" || option == "--tuning-trace" || option == "--optimum" || option == "--set" ||
               option == "--lock") {
      throw WrongArguments(option + " is an option of sporos_spmv");
    } else if (option == "--all-algorithms" || option == "--deterministic" || option == "--rcm" ||
               option == "--metis") {
      shared_.push_back(argument);
    } else if (!starts_with(argument, "--")) {
      inputs_.push_back(argument);
    } else {
      shared_.push_back(argument);
      const bool has_value_behind = option.size() == argument.size();
      if (has_value_behind && place_ + 1 < arguments_.size()) shared_.push_back(arguments_[++place_]);
    }
  }

  std::string value_of(const std::string& argument) {
    const std::size_t equals = argument.find('=');
    if (equals != std::string::npos) return argument.substr(equals + 1);
    if (place_ + 1 == arguments_.size()) throw WrongArguments(argument + " needs a value");
    return arguments_[++place_];
  }

  bool is_compiled(const std::string& scalar) const {
    return std::find(choices_.scalars.begin(), choices_.scalars.end(), scalar) != choices_.scalars.end();
  }

  void add_scalar(const std::string& scalar) {
    if (!is_compiled(scalar)) {
      throw WrongArguments("--scalar must be some of " + joined(choices_.scalars, ",") + ", not '" + scalar + "'");
    }
    result_.scalars.push_back(scalar);
  }

  const std::vector<std::string>& arguments_;
  const Choices& choices_;
  std::size_t place_ = 0;
  std::vector<std::string> shared_;
  std::vector<std::string> inputs_;
  BenchmarkSettings result_;
};

}  // namespace

BenchmarkSettings parse_benchmark_arguments(const std::vector<std::string>& arguments, const Choices& choices) {
  return Reader(arguments, choices).read();
}

std::string benchmark_usage(const Choices& choices) {
  return "sporos_benchmark [--matrices DIR] [--generate DESCRIPTION ...] [FILE|GENERATOR ...] [options]\n\n"
         "Google Benchmark over the benchmark set, or over the matrices that are named. Every benchmark is called\n"
         "spmv/<library>/<format>/<algorithm>/<scalar>/<matrix>; its one iteration is the median of the protocol's\n"
         "samples, after the answer was checked. An algorithm on other row offsets than --offset has them behind "
         "it.\n\n"
         "  --matrices DIR     every .mtx and .mtx.gz of a folder\n"
         "  --generate TEXT    a generator's description (see sporos_spmv --list)\n"
         "  --scalar LIST      some of " +
         joined(choices.scalars, ",") +
         " (default double,float)\n"
         "  --sweep-shapes     the algorithm coop with coop 1 to 32, repeat 1, 2, 4, 8, block size 64 to 512, and in\n"
         "                     the shapes of both rules (rule-reguly_giles_2012, rule-sporos); no peers\n"
         "  --offset, --algorithm, --all-algorithms, --rule, --coop, --repeat, --block-size, --target, --reduction,\n"
         "  --gather, --tuning, --products, --deterministic, --operation, --columns, --layout, --epilogue, --peers,\n"
         "  --alpha, --beta, --values, --repetitions\n"
         "                     as for sporos_spmv\n"
         "  --rcm, --metis     all matrices are renumbered first, by reverse Cuthill-McKee or by METIS\n"
         "  --benchmark_...    Google Benchmark's own: filter, out, out_format, list_tests\n";
}

}  // namespace sporos::perf
