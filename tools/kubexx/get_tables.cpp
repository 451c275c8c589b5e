// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <utility>
#include <variant>

#include "errors.hpp"
#include "get.hpp"
#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/label_selector.hpp"
#include "kubexx/client/table.hpp"
#include "output.hpp"
#include "print_table.hpp"

namespace kubexx::cli {
namespace {

/// Something to be printed: a table of the server, or an object where it has none.
struct Shown {
  const Target* target;
  std::variant<Table, Object> what;
};

struct Found {
  std::vector<Shown> shown;
  std::vector<std::exception_ptr> errors;
};

void list_tables(Session& session, const GetFlags& flags, const Target& target, Found& found)
{
  const Client& client = session.client();
  ListOptions list = list_options_of(flags, target);
  for (;;) {
    Table table;
    try {
      table = client.list_table(target.resource.type, list);
    } catch (const ObjectError&) {
      // A server without tables.
      list.continue_.clear();
      ObjectList objects = client.list_all(target.resource.type, list);
      add_unreadable(found.errors, objects.unreadable);
      for (auto& item : objects.items) {
        found.shown.push_back({&target, std::move(item)});
      }
      return;
    }
    list.continue_ = table.continue_;
    found.shown.push_back({&target, std::move(table)});
    if (list.continue_.empty()) return;
  }
}

std::variant<Table, Object> get_one(Session& session, const GetFlags& flags, const Target& target)
{
  const Client& client = session.client();
  const auto& type = target.resource.type;
  const auto& subresource = flags.query.subresource;
  try {
    return subresource.empty() ? client.get_table(type, target.key())
                               : client.get_subresource_table(type, target.key(), subresource);
  } catch (const ObjectError&) {
    if (!subresource.empty()) return client.get_subresource(type, target.key(), subresource);
    return client.get(type, target.key());
  }
}

/// With files the label selector is about what the server has.
bool is_selected(const LabelSelector& selector, const std::variant<Table, Object>& what)
{
  if (const auto* object = std::get_if<Object>(&what)) return selector.matches(*object);
  const auto& rows = std::get<Table>(what).rows;
  return rows.empty() || !rows.front().object || selector.matches(rows.front().object);
}

void find(Session& session, const GetFlags& flags, const Target& target, Found& found)
{
  try {
    if (target.name.empty()) {
      list_tables(session, flags, target, found);
    } else {
      auto one = get_one(session, flags, target);
      if (target.manifest && !is_selected(LabelSelector::parse(flags.query.label_selector), one)) return;
      found.shown.push_back({&target, std::move(one)});
    }
  } catch (const ApiError& error) {
    found.errors.push_back(target.name.empty() ? with_context(error, flags, target)
                                               : explained_not_found(session, error, target));
  } catch (const std::exception&) {
    found.errors.push_back(std::current_exception());
  }
}

bool several_kinds(const std::vector<Shown>& shown)
{
  for (const auto& each : shown) {
    if (each.target->resource.type != shown.front().target->resource.type) return true;
  }
  return false;
}

/// Prints to standard output, with an empty line between kinds.
class Printer {
public:
  Printer(const GetFlags& flags, bool with_kind, WallTime now) : flags_(flags), with_kind_(with_kind), now_(now) {}

  void print(const Shown& shown)
  {
    const ResourceType& type = shown.target->resource.type;
    if (!printer_ || *type_ != type) begin(type);
    if (const auto* table = std::get_if<Table>(&shown.what)) {
      printer_->print(*table, writer_);
    } else {
      printer_->print(std::get<Object>(shown.what), now_, writer_);
    }
  }

  void flush()
  {
    const std::string text = writer_.flush();
    if (text.empty()) return;
    if (std::exchange(separate_, false)) write_out("\n");
    write_out(text);
    written_ = true;
  }
  [[nodiscard]] bool written() const { return written_; }

private:
  void begin(const ResourceType& type)
  {
    flush();
    writer_.forget_widths();
    if (type_ != nullptr && !flags_.no_headers && written_) separate_ = true;
    TableOptions table = table_options_of(flags_, type);
    table.with_namespace = flags_.query.all_namespaces && type.namespaced();
    table.with_kind = with_kind_;
    printer_.emplace(std::move(table));
    type_ = &type;
  }

  const GetFlags& flags_;
  const bool with_kind_;
  const WallTime now_;
  TabWriter writer_;
  std::optional<TablePrinter> printer_;
  const ResourceType* type_ = nullptr;
  bool separate_ = false;
  bool written_ = false;
};

std::string kind_prefix(const ResourceType& type)
{
  std::string text = type.group.empty() ? type.kind : type.kind + "." + type.group;
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

}  // namespace

TableOptions table_options_of(const GetFlags& flags, const ResourceType& type)
{
  TableOptions options;
  options.show_labels = flags.show_labels;
  options.no_headers = flags.no_headers;
  options.wide = flags.output == "wide";
  options.label_columns = flags.label_columns;
  options.kind = kind_prefix(type);
  return options;
}

void get_tables(Session& session, const GetFlags& flags)
{
  const Targets targets = find_targets(session, flags.query);
  Found found;
  found.errors = targets.errors;
  bool namespaced = !flags.query.all_namespaces;
  for (const auto& target : targets.found) find(session, flags, target, found);
  found.errors = without_not_found(flags, std::move(found.errors));
  Printer printer(flags, flags.show_kind || several_kinds(found.shown), session.client().runtime().clock->wall_now());
  for (const auto& shown : found.shown) {
    namespaced = namespaced && shown.target->resource.type.namespaced();
    printer.print(shown);
  }
  printer.flush();
  if (!printer.written() && !flags.ignore_not_found && found.errors.empty()) {
    write_err(namespaced ? "No resources found in " + session.namespace_() + " namespace.\n"
                         : std::string("No resources found\n"));
  }
  flush_out();
  if (!found.errors.empty() && targets.from != Targets::From::names) throw ErrorList(std::move(found.errors));
  throw_collected(std::move(found.errors));
}

}  // namespace kubexx::cli
