// SPDX-License-Identifier: Apache-2.0
#include "print_table.hpp"

#include <algorithm>
#include <utility>

#include "kubexx/apimachinery/human_duration.hpp"

namespace kubexx::cli {
namespace {

std::string upper(std::string text)
{
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

/// "ADDED", as wide as the longest, so that the columns of a watch do not move.
std::string event_text(std::string_view event)
{
  std::string text(event);
  if (text == "ADDED" || text == "DELETED" || text == "ERROR") text.resize(8, ' ');
  return text;
}

bool same_columns(const std::vector<TableColumn>& a, const std::vector<TableColumn>& b)
{
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const TableColumn& left, const TableColumn& right) {
    return left.name == right.name && left.type == right.type && left.format == right.format &&
           left.description == right.description && left.priority == right.priority;
  });
}

/// One line of it, harmless to a terminal.
std::string cell_text(const std::string& cell)
{
  const auto end = cell.find_first_of("\f\n\r");
  std::string text;
  for (const char c : cell.substr(0, end)) {
    if (c == '\x1b') {
      text += "^[";
    } else {
      text += c;
    }
  }
  return end == std::string::npos ? text : text + "...";
}

std::string label_header(const std::string& label)
{
  return upper(label.substr(label.rfind('/') + 1));
}

/// A line of cells.
class Line {
public:
  void add(const std::string& text)
  {
    if (!first_) text_ += '\t';
    first_ = false;
    text_ += text;
  }
  [[nodiscard]] std::string take() { return std::move(text_) + "\n"; }

private:
  std::string text_;
  bool first_ = true;
};

void add_labels(Line& line, const TableOptions& options, const Object& object)
{
  for (const auto& label : options.label_columns) {
    line.add(object ? object.label(label).value_or(std::string()) : std::string());
  }
  if (options.show_labels) line.add(object ? label_text(object) : std::string());
}

void add_label_headers(Line& line, const TableOptions& options)
{
  for (const auto& label : options.label_columns) line.add(label_header(label));
  if (options.show_labels) line.add("LABELS");
}

std::string headers_of(const std::vector<TableColumn>& columns, const TableOptions& options, bool with_event)
{
  Line line;
  if (with_event) line.add("EVENT");
  if (options.with_namespace) line.add("NAMESPACE");
  for (const auto& column : columns) {
    if (options.wide || column.priority == 0) line.add(upper(column.name));
  }
  add_label_headers(line, options);
  return line.take();
}

std::string row_text(const TableRow& row, const std::vector<TableColumn>& columns, const TableOptions& options,
                     std::string_view event)
{
  Line line;
  if (!event.empty()) line.add(event_text(event));
  if (options.with_namespace) line.add(row.object ? std::string(row.object.namespace_()) : std::string());
  bool named = false;
  // Cells beyond the columns are a server's mistake.
  const std::size_t count = std::min(columns.size(), row.cells.size());
  for (std::size_t index = 0; index < count; ++index) {
    const TableColumn& column = columns[index];
    const bool is_name = !named && column.format == "name" && column.type == "string";
    named = named || is_name;
    if (!options.wide && column.priority != 0) continue;
    const bool prefixed = is_name && options.with_kind && !options.kind.empty();
    line.add(cell_text(prefixed ? options.kind + "/" + row.cells[index] : row.cells[index]));
  }
  add_labels(line, options, row.object);
  return line.take();
}

}  // namespace

std::string label_text(const Object& object)
{
  auto labels = object.labels();
  std::sort(labels.begin(), labels.end());
  std::string text;
  for (const auto& [name, value] : labels) text += (text.empty() ? "" : ",") + name + "=" + value;
  return text.empty() ? "<none>" : text;
}

void TablePrinter::print(const Table& table, TabWriter& to, std::string_view event)
{
  bool headers = !options_.no_headers;
  if (headers_printed_ && (table.columns.empty() || same_columns(table.columns, columns_))) headers = false;
  if (!table.columns.empty() && !same_columns(table.columns, columns_)) {
    columns_ = table.columns;
    headers_printed_ = false;
  }
  if (table.rows.empty()) return;
  headers_printed_ = true;
  if (headers) to.write(headers_of(columns_, options_, !event.empty()));
  for (const auto& row : table.rows) to.write(row_text(row, columns_, options_, event));
}

void TablePrinter::print(const Object& object, WallTime now, TabWriter& to, std::string_view event)
{
  if (!std::exchange(object_headers_printed_, true) && !options_.no_headers) {
    Line line;
    if (!event.empty()) line.add("EVENT");
    if (options_.with_namespace) line.add("NAMESPACE");
    line.add("NAME");
    line.add("AGE");
    add_label_headers(line, options_);
    to.write(line.take());
  }
  Line line;
  if (!event.empty()) line.add(event_text(event));
  if (options_.with_namespace) line.add(std::string(object.namespace_()));
  const std::string name(object.name());
  line.add(options_.with_kind && !options_.kind.empty() ? options_.kind + "/" + name : name);
  line.add(human_age(object.at("/metadata/creationTimestamp").as_string().value_or(std::string()), now));
  add_labels(line, options_, object);
  to.write(line.take());
}

}  // namespace kubexx::cli
