// SPDX-License-Identifier: Apache-2.0
#include "print_table.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>

namespace kubexx::cli {
namespace {

Object object(const char* name)
{
  return Object::from_json({{"apiVersion", "v1"},
                            {"kind", "ConfigMap"},
                            {"metadata",
                             {{"name", name},
                              {"namespace", "ns"},
                              {"creationTimestamp", "1970-01-01T00:00:00Z"},
                              {"labels", {{"b", "2"}, {"example.com/app", "web"}}}}}});
}

Table table(std::vector<std::string> cells, const Object& of)
{
  Table table;
  table.columns = {{"Name", "string", "name", "", 0}, {"Age", "string", "", "", 0}, {"Node", "string", "", "", 1}};
  table.rows.push_back({std::move(cells), of});
  return table;
}

std::string printed(const TableOptions& options, const std::vector<Table>& tables, std::string_view event = {})
{
  TablePrinter printer(options);
  TabWriter writer;
  for (const auto& each : tables) printer.print(each, writer, event);
  return writer.flush();
}

TEST(PrintTable, HeadersComeOnceAndWideColumnsOnlyWhenAskedFor)
{
  const auto rows = {table({"a", "1s", "n1"}, object("a")), table({"b", "2s", "n2"}, object("b"))};
  EXPECT_EQ(printed({}, rows), "NAME   AGE\na      1s\nb      2s\n");
  TableOptions wide;
  wide.wide = true;
  wide.no_headers = true;
  EXPECT_EQ(printed(wide, rows), "a     1s    n1\nb     2s    n2\n");
}

TEST(PrintTable, LabelsNamespaceKindAndEvent)
{
  TableOptions options;
  options.with_namespace = true;
  options.with_kind = true;
  options.kind = "configmap";
  options.label_columns = {"example.com/app", "none"};
  options.show_labels = true;
  EXPECT_EQ(printed(options, {table({"a", "1s", ""}, object("a"))}, "ADDED"),
            "EVENT      NAMESPACE   NAME          AGE   APP   NONE   LABELS\n"
            "ADDED      ns          configmap/a   1s    web          b=2,example.com/app=web\n");
}

TEST(PrintTable, CellsCannotBreakTheTableOrTheTerminal)
{
  EXPECT_EQ(printed({}, {table({"a\nb", "\x1b[31mred"}, object("a"))}), "NAME   AGE\na...   ^[[31mred\n");
  EXPECT_EQ(printed({}, {table({"a", "1s", "n", "too", "many"}, object("a"))}), "NAME   AGE\na      1s\n");
}

TEST(PrintTable, NoRowsNoHeaders)
{
  Table empty;
  empty.columns = {{"Name", "string", "name", "", 0}};
  EXPECT_EQ(printed({}, {empty}), "");
}

TEST(PrintTable, LaterPagesWithoutColumnsHaveThoseOfTheFirst)
{
  Table later = table({"b", "2s", ""}, object("b"));
  later.columns.clear();
  EXPECT_EQ(printed({}, {table({"a", "1s", ""}, object("a")), later}), "NAME   AGE\na      1s\nb      2s\n");
}

TEST(PrintTable, AnObjectHasNameAndAge)
{
  TablePrinter printer(TableOptions{});
  TabWriter writer;
  printer.print(object("a"), WallTime(std::chrono::hours(3)), writer);
  printer.print(object("b"), WallTime(std::chrono::minutes(2)), writer);
  EXPECT_EQ(writer.flush(), "NAME   AGE\na      3h\nb      2m\n");
}

}  // namespace
}  // namespace kubexx::cli
