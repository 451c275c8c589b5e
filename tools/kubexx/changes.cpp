// SPDX-License-Identifier: Apache-2.0
#include "changes.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "errors.hpp"
#include "get.hpp"
#include "kubexx/apimachinery/error.hpp"
#include "kubexx/http/transport.hpp"
#include "output.hpp"
#include "print_json.hpp"
#include "print_yaml.hpp"
#include "words.hpp"

namespace kubexx::cli {

void add_change_flags(CommandLine command, ChangeFlags& flags)
{
  command
      .add_option("--dry-run", flags.dry_run, "none (the default), client (sends nothing) or server (persists nothing)")
      .type_name("WHERE")
      .optional_value("unchanged");
  command.add_option("-o,--output", flags.output, "One of json,name,yaml").type_name("FORMAT");
}

DryRun parse_dry_run(const std::string& value)
{
  if (value == "none") return DryRun::none;
  if (value == "client") return DryRun::client;
  if (value == "server") return DryRun::server;
  if (value == "unchanged") {
    write_err("Warning: --dry-run is deprecated and can be replaced with --dry-run=client.\n");
    return DryRun::client;
  }
  const auto boolean = go_bool(value);
  if (!boolean) {
    throw CommandError("Invalid dry-run value (" + value + R"(). Must be "none", "server", or "client".)");
  }
  write_err("Warning: --dry-run=" + value + " is deprecated (boolean value) and can be replaced with --dry-run=" +
            (*boolean ? "client" : "none") + ".\n");
  return *boolean ? DryRun::client : DryRun::none;
}

void check_change_output(const std::string& output)
{
  if (output.empty() || output == "name" || prints_objects(output)) return;
  throw CommandError("unable to match a printer suitable for the output format \"" + output +
                     "\", allowed formats are: json,name,yaml");
}

bool prints_objects(const std::string& output) noexcept
{
  return output == "json" || output == "yaml";
}

std::string with_dry_run(std::string_view operation, DryRun dry_run)
{
  std::string text(operation);
  if (dry_run == DryRun::client) text += " (dry run)";
  if (dry_run == DryRun::server) text += " (server dry run)";
  return text;
}

void print_change(const Object& object, std::string_view operation, const std::string& output, DryRun dry_run)
{
  if (output == "json") return write_out(to_json_text(object.json()));
  if (output == "yaml") return write_out(to_yaml_text(object.json()));
  if (output == "name") return write_out(name_of(object) + "\n");
  write_out(name_of(object) + " " + with_dry_run(operation, dry_run) + "\n");
}

std::exception_ptr with_source(std::string_view doing, const std::string& source, const std::exception_ptr& error)
{
  if (source.empty()) return error;
  const std::string before = "error when " + std::string(doing) + " " + in_quotes(source) + ": ";
  try {
    std::rethrow_exception(error);
  } catch (const ApiError& api) {
    Status status = api.status();
    status.message = before + status.message;
    return std::make_exception_ptr(ApiError(std::move(status), api.what()));
  } catch (const TransportError&) {
    return error;
  } catch (const std::exception& other) {
    return std::make_exception_ptr(CommandError(before + other.what()));
  }
}

}  // namespace kubexx::cli
