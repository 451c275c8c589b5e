// SPDX-License-Identifier: Apache-2.0
#include "tab_writer.hpp"

#include <algorithm>
#include <utility>

namespace kubexx::cli {
namespace {

constexpr std::size_t narrowest = 6;
constexpr std::size_t padding = 3;

std::size_t characters(std::string_view text)
{
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

void TabWriter::end_cell()
{
  const std::size_t width = characters(cell_);
  lines_.back().push_back({std::exchange(cell_, {}), width});
}

void TabWriter::write(std::string_view text)
{
  for (const char c : text) {
    if (c != '\t' && c != '\v' && c != '\n' && c != '\f') {
      cell_ += c;
      continue;
    }
    end_cell();
    if (c == '\t' || c == '\v') continue;
    const bool ends_block = c == '\f' || lines_.back().size() == 1;
    lines_.emplace_back();
    // A line of one cell says nothing about columns: what came before it cannot change any more.
    if (ends_block) format_all();
  }
}

std::string TabWriter::flush()
{
  if (!cell_.empty()) end_cell();
  format_all();
  return std::exchange(out_, {});
}

void TabWriter::format_all()
{
  format(0, lines_.size());
  lines_.assign(1, Line());
}

std::size_t TabWriter::remember(std::size_t width)
{
  const std::size_t column = widths_.size();
  while (remembered_.size() < column) remembered_.push_back(widths_[remembered_.size()]);
  if (remembered_.size() == column) {
    remembered_.push_back(width);
  } else {
    remembered_[column] = std::max(remembered_[column], width);
  }
  return remembered_[column];
}

/// Lines [begin, end), whose columns up to widths_ are known.
void TabWriter::format(std::size_t begin, std::size_t end)
{
  const std::size_t column = widths_.size();
  const auto has_column = [&](std::size_t line) { return column + 1 < lines_[line].size(); };
  for (std::size_t line = begin; line < end; ++line) {
    if (!has_column(line)) continue;
    write_lines(begin, line);
    begin = line;
    std::size_t width = narrowest;
    for (; line < end && has_column(line); ++line) width = std::max(width, lines_[line][column].width + padding);
    widths_.push_back(remember(width));
    format(begin, line);
    widths_.pop_back();
    begin = line;
  }
  write_lines(begin, end);
}

void TabWriter::write_lines(std::size_t begin, std::size_t end)
{
  for (std::size_t line = begin; line < end; ++line) {
    for (std::size_t column = 0; column < lines_[line].size(); ++column) {
      const Cell& cell = lines_[line][column];
      out_ += cell.text;
      if (column < widths_.size()) out_.append(widths_[column] - cell.width, ' ');
    }
    // The last line has no end yet.
    if (line + 1 < lines_.size()) out_ += '\n';
  }
}

}  // namespace kubexx::cli
