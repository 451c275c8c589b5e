// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "errors.hpp"
#include "kubexx/client/discovery.hpp"
#include "output.hpp"
#include "print_json.hpp"
#include "print_yaml.hpp"
#include "server_answers.hpp"

namespace kubexx::cli {
namespace {

using nlohmann::json;

struct VersionFlags {
  bool client_only = false;
  std::string output;
};

constexpr const char* own_version = "v" KUBEXX_VERSION;

void add_options(CommandLine command, VersionFlags& flags)
{
  command.add_flag("--client", flags.client_only, "Print only the client version, without contacting a server");
  command.add_option("-o,--output", flags.output, "One of json,yaml").type_name("FORMAT");
}

json server_version(Session& session)
{
  try {
    const auto answer = Object::parse(session.discovery_client().get_raw("/version"));
    if (answer.at("/gitVersion").type() == JsonView::Type::string) return answer.json();
  } catch (const ObjectError&) {
    // As one that tells nothing.
  }
  throw CommandError("unable to parse the server version: /version of " + contacted_host() + " does not contain one");
}

void print_versions(Session& session, const VersionFlags& flags)
{
  if (!flags.output.empty() && flags.output != "yaml" && flags.output != "json") {
    throw CommandError("--output must be 'yaml' or 'json'");
  }
  json versions{{"clientVersion", {{"gitVersion", own_version}}}};
  std::string text = std::string("Client Version: ") + own_version + "\n";
  std::exception_ptr failed;
  if (!flags.client_only) {
    try {
      const auto of_server = server_version(session);
      text += "Server Version: " + of_server.at("gitVersion").get<std::string>() + "\n";
      versions["serverVersion"] = of_server;
    } catch (const std::exception&) {
      failed = std::current_exception();
    }
  }
  if (flags.output == "json") text = to_json_text(versions);
  if (flags.output == "yaml") text = to_yaml_text(versions);
  write_out(text);
  flush_out();
  if (failed) std::rethrow_exception(failed);
}

}  // namespace

void add_version(Commands& commands)
{
  commands.add<VersionFlags>("version", "Print the client and server versions", add_options, print_versions);
}

}  // namespace kubexx::cli
