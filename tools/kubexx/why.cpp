// SPDX-License-Identifier: Apache-2.0
// Asks an operator's debug address why a key is reconciled, or is not.
#include "command.hpp"
#include "errors.hpp"
#include "kubexx/apimachinery/error.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/client/load_config.hpp"
#include "kubexx/http/transport.hpp"
#include "kubexx/http/url.hpp"
#include "output.hpp"

namespace kubexx::cli {
namespace {

struct WhyFlags {
  std::string key;
  std::string address = "127.0.0.1:6060";
  std::string controller, of_cluster, output;
};

void add_options(CommandLine command, WhyFlags& flags)
{
  command.add_option("KEY", flags.key, "namespace/name, or name with -n or for a cluster-scoped object");
  command.add_option("--address", flags.address, "The operator's --debug-address, forwarded from its pod")
      .type_name("HOST:PORT")
      .show_default();
  command.add_option("--controller", flags.controller, "Only this controller").type_name("NAME");
  command.add_option("--of-cluster", flags.of_cluster, "Cluster of the key, if the operator works on several")
      .type_name("NAME");
  command.add_option("-o,--output", flags.output, "json instead of text").type_name("FORMAT");
}

void print_why(Session& session, const WhyFlags& flags)
{
  if (flags.key.empty()) throw CommandError("specify a key: NAMESPACE/NAME, or NAME with -n");
  if (!flags.output.empty() && flags.output != "json") throw CommandError("--output must be 'json'");
  const bool add_namespace = session.namespace_is_explicit() && flags.key.find('/') == std::string::npos;
  QueryBuilder query;
  query.add("key", add_namespace ? session.namespace_() + "/" + flags.key : flags.key);
  if (!flags.controller.empty()) query.add("controller", flags.controller);
  if (!flags.of_cluster.empty()) query.add("cluster", flags.of_cluster);
  query.add("format", flags.output.empty() ? "text" : flags.output);
  SystemRuntime runtime({.log = Log()});
  ClientConfig config;
  config.server = "http://" + flags.address;
  const Client operator_client = Client::connect(runtime.runtime(), config);
  try {
    write_out(operator_client.get_raw(query.appended_to("/debug/why")));
  } catch (const ApiError& error) {
    throw CommandError("the operator at " + flags.address + " responded: " + error.status().message);
  } catch (const TransportError& error) {
    throw CommandError("the operator at " + flags.address + " does not respond: " + error.what() +
                       "\nIs it running with --debug-address, and is the port forwarded (kubectl port-forward)?");
  }
  flush_out();
}

}  // namespace

void add_why(Commands& commands)
{
  commands.add<WhyFlags>("why", "Show why an operator does or does not reconcile a key", add_options, print_why);
}

}  // namespace kubexx::cli
