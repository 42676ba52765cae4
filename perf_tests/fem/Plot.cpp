// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "perf_tests/fem/Case.hpp"

namespace sporos_fem {
namespace {

using sporos::detail::concat;

// Colours of Okabe and Ito, which the colour-blind can tell apart; lines beyond them are dashed.
constexpr const char* colours[] = {"#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#000000"};

constexpr double width = 420;
constexpr double left = 60;
constexpr double top = 40;
constexpr double plot_width = 330;
constexpr double plot_height = 200;
constexpr double legend_top = top + plot_height + 54;
constexpr int names_in_row = 3;

// One panel: the lines of one scalar, on a logarithmic scale.
class Panel {
 public:
  Panel(std::string scalar, const std::vector<Case>& cases) : scalar_(std::move(scalar)) {
    for (const Case& one : cases) {
      if (one.scalar != scalar_) continue;
      unknowns_ = one.unknowns;
      for (const Result& result : one.results) {
        const double speed = result.iterations_per_s();
        if (speed <= 0) continue;
        lines_[result.library + ' ' + result.operator_name].emplace_back(one.degree, speed);
        least_ = std::min(least_, speed);
        most_ = std::max(most_, speed);
      }
    }
    least_ = std::pow(10, std::floor(std::log10(least_) * 2) / 2);
    most_ = std::pow(10, std::ceil(std::log10(most_) * 2 + 1e-9) / 2);
  }

  bool empty() const { return lines_.empty(); }
  double height() const { return legend_top + 14 * std::ceil(static_cast<double>(lines_.size()) / names_in_row); }

  std::string draw(double x0) const {
    std::string text = concat("<g transform=\"translate(", x0, ",0)\">\n<text x=\"", left, "\" y=\"20\">", scalar_,
                              ", about ", unknowns_, " unknowns</text>\n");
    for (double tick = std::pow(10, std::ceil(std::log10(least_) - 1e-9)); tick <= most_ * 1.001; tick *= 10) {
      for (const double times : {1.0, 2.0, 5.0}) {
        if (tick * times > most_ * 1.001) break;
        text += concat("<path d=\"M", left, ' ', y(tick * times), "h", plot_width, "\" stroke=\"#dddddd\"/><text x=\"",
                       left - 6, "\" y=\"", y(tick * times) + 4, "\" text-anchor=\"end\">", tick * times, "</text>\n");
      }
    }
    for (int degree = 1; degree <= 4; ++degree) {
      text += concat("<text x=\"", x(degree), "\" y=\"", top + plot_height + 18, "\" text-anchor=\"middle\">", degree,
                     "</text>\n");
    }
    text += concat("<text x=\"", left + plot_width / 2, "\" y=\"", top + plot_height + 34,
                   "\" text-anchor=\"middle\">degree</text>\n<text transform=\"translate(14,", top + plot_height / 2,
                   ") rotate(-90)\" text-anchor=\"middle\">iterations per second</text>\n");
    int number = 0;
    for (const auto& [name, points] : lines_) {
      const char* const colour = colours[static_cast<std::size_t>(number) % std::size(colours)];
      const bool is_dashed = number >= static_cast<int>(std::size(colours));
      std::string path;
      for (const auto& [degree, speed] : points) {
        path += concat(path.empty() ? 'M' : 'L', x(degree), ' ', y(speed));
        text += concat("<circle cx=\"", x(degree), "\" cy=\"", y(speed), "\" r=\"3\" fill=\"", colour, "\"/>\n");
      }
      text += concat("<path d=\"", path, "\" fill=\"none\" stroke=\"", colour, "\" stroke-width=\"1.5\"",
                     is_dashed ? " stroke-dasharray=\"4 2\"" : "", "/>\n");
      const double legend_x = left + number % names_in_row * 120;
      const double legend_y = legend_top + number / names_in_row * 14;
      text += concat("<path d=\"M", legend_x, ' ', legend_y - 4, "h12\" stroke=\"", colour, "\" stroke-width=\"4\"",
                     is_dashed ? " stroke-dasharray=\"5 2\"" : "", "/><text x=\"", legend_x + 14, "\" y=\"", legend_y,
                     "\">", name, "</text>\n");
      ++number;
    }
    return text + "</g>\n";
  }

 private:
  static double x(int degree) { return left + plot_width * (degree - 0.5) / 4; }
  double y(double speed) const {
    return top + plot_height * (std::log(most_) - std::log(speed)) / (std::log(most_) - std::log(least_));
  }

  std::string scalar_;
  std::int64_t unknowns_ = 0;
  std::map<std::string, std::vector<std::pair<int, double>>> lines_;
  double least_ = 1e300;
  double most_ = 0;
};

}  // namespace

std::string plot(const std::vector<Case>& cases) {
  std::string panels;
  int count = 0;
  double height = legend_top;
  for (const char* const scalar : {"float", "double"}) {
    const Panel panel(scalar, cases);
    if (panel.empty()) continue;
    panels += panel.draw(width * count++);
    height = std::max(height, panel.height());
  }
  return concat("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width * std::max(count, 1), "\" height=\"",
                height, "\" font-family=\"DejaVu Sans, sans-serif\" font-size=\"10\">\n",
                "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n", panels, "</svg>\n");
}

}  // namespace sporos_fem
