// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "errors.hpp"
#include "get.hpp"
#include "interrupt.hpp"
#include "kubexx/apimachinery/apply_patch.hpp"
#include "kubexx/apimachinery/error.hpp"
#include "kubexx/client/table.hpp"
#include "kubexx/client/watch.hpp"
#include "output.hpp"
#include "print_json.hpp"
#include "print_table.hpp"
#include "print_yaml.hpp"

namespace kubexx::cli {
namespace {

using nlohmann::json;

/// The server ends a watch after a time of its own choice; this is the longest.
constexpr std::chrono::seconds longest{3600};

const char* name_of_event(WatchEvent::Type type)
{
  switch (type) {
    case WatchEvent::Type::added:
      return "ADDED";
    case WatchEvent::Type::modified:
      return "MODIFIED";
    case WatchEvent::Type::deleted:
      return "DELETED";
    case WatchEvent::Type::unreadable:
      return "UNREADABLE";
    case WatchEvent::Type::bookmark:
      break;
  }
  return "BOOKMARK";
}

WatchOptions watch_options(const GetFlags& flags, const Target& target, std::string version)
{
  WatchOptions options;
  options.namespace_ = target.namespace_;
  options.label_selector = flags.query.label_selector;
  options.field_selector = target.name.empty() ? flags.query.field_selector : "metadata.name=" + target.name;
  options.resource_version = std::move(version);
  options.allow_bookmarks = false;
  options.keep_managed_fields = flags.show_managed_fields;
  options.server_timeout = longest;
  return options;
}

/// What is there before the changes come.
struct Present {
  std::vector<Table> tables;
  std::vector<Object> objects;
  std::vector<UnreadableObject> unreadable;
  std::string version;  ///< what the watch goes on from
};

/// Prints objects one by one, in any of the forms.
class Printer {
public:
  Printer(Session& session, const GetFlags& flags, const Target& target)
      : flags_(flags), clock_(*session.client().runtime().clock), table_(table_options(flags, target))
  {
  }

  /// What is there, unless changes alone are asked for; from here on an interrupt ends the command.
  void begin(const Present& present)
  {
    if (!flags_.watch_only) {
      for (const auto& table : present.tables) print(table, WatchEvent::Type::added);
      for (const auto& object : present.objects) print(object, WatchEvent::Type::added);
      for (const auto& unreadable : present.unreadable) print_problem(unreadable.object, unreadable.problem);
    }
    flush();
    end_on_interrupt();
  }

  void print(const Table& table, WatchEvent::Type type)
  {
    table_.print(table, writer_, flags_.output_watch_events ? name_of_event(type) : "");
  }

  void print(const Object& object, WatchEvent::Type type)
  {
    const char* const event = name_of_event(type);
    if (flags_.output == "name") {
      write_out(name_of(object) + "\n");
    } else if (flags_.output == "json" || flags_.output == "yaml") {
      print_value(object.json(), event);
    } else {
      table_.print(object, clock_.wall_now(), writer_, flags_.output_watch_events ? event : "");
    }
  }

  /// Of an object that cannot be read.
  static void print_problem(const Object& object, const std::string& problem)
  {
    write_err("error: " + left_out(object, problem) + "\n");
  }

  void flush()
  {
    write_out(writer_.flush());
    flush_out();
  }

private:
  static TableOptions table_options(const GetFlags& flags, const Target& target)
  {
    TableOptions options = table_options_of(flags, target.resource.type);
    options.with_namespace = flags.query.all_namespaces;
    options.with_kind = flags.show_kind;
    return options;
  }

  void print_value(json value, const char* event)
  {
    const bool as_event = flags_.output_watch_events;
    if (as_event) value = json{{"type", event}, {"object", std::move(value)}};
    if (flags_.output == "yaml") {
      write_out((std::exchange(first_, false) ? "" : "---\n") + to_yaml_text(value));
    } else {
      // Go's struct of an event has the type first.
      write_out(as_event ? "{\"type\":\"" + std::string(event) + "\",\"object\":" + go_json(value.at("object")) + "}\n"
                         : to_json_text(value));
    }
  }

  const GetFlags& flags_;
  Clock& clock_;
  TablePrinter table_;
  TabWriter writer_;
  bool first_ = true;
};

/// The events of a watch until it ends or --request-timeout, counted from its begin, is over: both are no error.
template <class Stream>
class UntilTimeout {
public:
  UntilTimeout(Session& session, Stream stream) : clock_(*session.client().runtime().clock), stream_(std::move(stream))
  {
    if (const auto timeout = request_timeout_of(session.flags())) deadline_ = clock_.now() + *timeout;
  }

  auto next()
  {
    CallOptions within;
    if (deadline_) within.timeout = std::max(*deadline_ - clock_.now(), Duration(1));
    using Event = decltype(stream_->next(within));
    try {
      return stream_->next(within);
    } catch (const TransportError& error) {
      if (!deadline_ || error.code() != TransportErrc::timeout) throw;
      return Event();
    }
  }

private:
  Clock& clock_;
  Stream stream_;
  std::optional<SteadyTime> deadline_;
};

Present list_tables(Session& session, const GetFlags& flags, const Target& target)
{
  const Client& client = session.client();
  Present present;
  if (!target.name.empty()) {
    present.tables.push_back(client.get_table(target.resource.type, target.key()));
    present.version = "0";
    return present;
  }
  ListOptions list = list_options_of(flags, target);
  do {
    Table table = client.list_table(target.resource.type, list);
    list.continue_ = table.continue_;
    present.version = table.resource_version;
    present.tables.push_back(std::move(table));
  } while (!list.continue_.empty());
  return present;
}

Present list_objects(Session& session, const GetFlags& flags, const Target& target)
{
  const Client& client = session.client();
  Present present;
  if (!target.name.empty()) {
    kubexx::GetOptions get;
    get.keep_managed_fields = flags.show_managed_fields;
    present.objects.push_back(client.get(target.resource.type, target.key(), get));
    present.version = "0";
    return present;
  }
  auto list = client.list_all(target.resource.type, list_options_of(flags, target));
  present.objects = std::move(list.items);
  present.unreadable = std::move(list.unreadable);
  present.version = list.resource_version;
  return present;
}

void watch_tables(Session& session, const GetFlags& flags, const Target& target)
{
  const Present present = list_tables(session, flags, target);
  Printer printer(session, flags, target);
  printer.begin(present);
  UntilTimeout stream(session, std::make_unique<TableStream>(session.client().watch_table(
                                   target.resource.type, watch_options(flags, target, present.version))));
  // The first event about one object says what is there already.
  bool skip = !target.name.empty();
  while (auto event = stream.next()) {
    if (std::exchange(skip, false)) event->table.rows.clear();
    printer.print(event->table, event->type);
    printer.flush();
  }
}

void watch_objects(Session& session, const GetFlags& flags, const Target& target)
{
  const Present present = list_objects(session, flags, target);
  Printer printer(session, flags, target);
  printer.begin(present);
  UntilTimeout stream(session,
                      session.client().watch(target.resource.type, watch_options(flags, target, present.version)));
  bool skip = !target.name.empty();
  while (const auto event = stream.next()) {
    if (event->type == WatchEvent::Type::bookmark || std::exchange(skip, false)) continue;
    if (event->problem.empty()) {
      printer.print(event->object, event->type);
    } else {
      Printer::print_problem(event->object, event->problem);
    }
    printer.flush();
  }
}

void watch_one(Session& session, const GetFlags& flags, const Target& target)
{
  try {
    if (flags.output.empty() || flags.output == "wide") {
      try {
        return watch_tables(session, flags, target);
      } catch (const ObjectError&) {
        // A server without tables.
      }
    }
    watch_objects(session, flags, target);
  } catch (const ApiError& error) {
    std::rethrow_exception(target.name.empty() ? with_context(error, flags, target)
                                               : explained_not_found(session, error, target));
  }
}

}  // namespace

void get_watch(Session& session, const GetFlags& flags)
{
  TargetQuery query = flags.query;
  query.single_kind = true;
  Targets targets = find_targets(session, query);
  throw_collected(std::move(targets.errors));
  if (targets.found.size() != 1) {
    throw CommandError("you may only watch a single resource or type of resource at a time");
  }
  watch_one(session, flags, targets.found.front());
}

}  // namespace kubexx::cli
