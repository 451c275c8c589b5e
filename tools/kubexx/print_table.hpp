// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/base/clock.hpp"
#include "kubexx/client/table.hpp"
#include "tab_writer.hpp"

namespace kubexx::cli {

struct TableOptions {
  bool with_namespace = false;
  bool with_kind = false;
  bool show_labels = false;
  bool no_headers = false;
  bool wide = false;
  std::vector<std::string> label_columns;
  std::string kind;  ///< "pod", "deployment.apps": before names, with `with_kind`
};

/// Prints tables and objects of one kind, one after the other: the headers once, and again when the columns change.
/// kubectl's HumanReadablePrinter.
class TablePrinter {
public:
  explicit TablePrinter(TableOptions options) : options_(std::move(options)) {}

  /// `event`, when there is one, is the first column.
  void print(const Table& table, TabWriter& to, std::string_view event = {});
  /// What a server without tables answers: NAME and AGE.
  void print(const Object& object, WallTime now, TabWriter& to, std::string_view event = {});

private:
  TableOptions options_;
  std::vector<TableColumn> columns_;  // of the last table
  bool headers_printed_ = false;
  bool object_headers_printed_ = false;
};

/// "a=1,b=2", or "<none>".
[[nodiscard]] std::string label_text(const Object& object);

}  // namespace kubexx::cli
