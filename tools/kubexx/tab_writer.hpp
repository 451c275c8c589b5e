// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kubexx::cli {

/// Turns cells that end with tabs, in lines, into columns: each at least six wide, three spaces between them, none
/// after the last cell. A column's width is that of its block of lines; what was flushed is remembered, so that later
/// lines (of a watch) stand below it. The text/tabwriter that kubectl uses (github.com/liggitt/tabwriter), with its
/// settings.
class TabWriter {
public:
  void write(std::string_view text);
  /// Everything written since the last call, formatted.
  [[nodiscard]] std::string flush();
  /// The next lines get columns of their own.
  void forget_widths() { remembered_.clear(); }

private:
  struct Cell {
    std::string text;
    std::size_t width = 0;  // characters
  };
  using Line = std::vector<Cell>;

  void end_cell();
  void format_all();
  void format(std::size_t begin, std::size_t end);
  void write_lines(std::size_t begin, std::size_t end);
  [[nodiscard]] std::size_t remember(std::size_t width);

  std::vector<Line> lines_{1};
  std::string cell_;
  std::vector<std::size_t> widths_;  // of the columns to the left of what is formatted now
  std::vector<std::size_t> remembered_;
  std::string out_;
};

}  // namespace kubexx::cli
