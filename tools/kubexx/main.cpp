// SPDX-License-Identifier: Apache-2.0
// kubexx: what kubectl does, done with the client library; an example of its use and a debugging aid. The flags and the
// output are kubectl's.
//
// How it is made, and where something new belongs:
//   command_line      what it declares its options with (CLI11 behind it)
//   command.hpp       a command: a struct with its flags, add_NAME() that declares them, a function that runs it
//   global_flags      the flags that every command has, and the configuration that they mean
//   session           what a command works with: configuration, client, what the server serves
//   targets           what `TYPE NAME`, `TYPE/NAME`, selectors and -f mean; the same for every command that takes them
//   manifests         the files of -f
//   errors            what is printed for an error, and the exit status
//   usage             what is printed for a command line that cannot be read
//   server_answers    interceptors: answers that are no Status, and -v
//   print_*           tables (over tab_writer), JSON and YAML as kubectl prints them; output: the two streams
//   changes, schemas  what the commands that write have in common
//   crd_files         the CRDs of a file; types/ is what `types` makes of them
//   scaffold, templates  the command `new` and its templates
//   get, apply, …     the commands
// A command throws: CommandError ("error: …"), ErrorList (a line for each), or what the client throws. Everything runs
// on the main thread with the client's blocking verbs.
#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "command.hpp"
#include "errors.hpp"
#include "kubexx/base/detail/command_arguments.hpp"
#include "output.hpp"
#include "usage.hpp"

namespace {

using namespace kubexx::cli;

/// "-o=json" is "-ojson".
std::vector<std::string> normalized(int argc, char** argv)
{
  std::vector<std::string> args = kubexx::detail::command_arguments(argc, argv);
  for (auto arg = args.rbegin(); arg != args.rend() && *arg != "--"; ++arg) {
    if (arg->size() > 3 && (*arg)[0] == '-' && (*arg)[1] != '-' && (*arg)[2] == '=') arg->erase(2, 1);
  }
  return args;
}

int run(int argc, char** argv)
{
  GlobalFlags flags;
  CLI::App app("Reads and changes the objects of a Kubernetes API server with the kubexx client.", "kubexx");
  app.require_subcommand(1);
  app.option_defaults()->take_last();  // of a flag that is given twice
  add_global_flags(CommandLine(app), flags);
  Commands commands{CommandLine(app), {}};
  add_config(commands);
  add_get(commands);
  add_apply(commands);
  add_patch(commands);
  add_delete(commands);
  add_api_resources(commands);
  add_crd_check(commands);
  add_logs(commands);
  add_new(commands);
  add_types(commands);
  add_version(commands);
  add_why(commands);
  try {
    app.parse(normalized(argc, argv));
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    write_err(usage_text(app, error, argv[argc - 1]));
    return app.got_subcommand("crd-check") ? 2 : 1;  // where 1 means breaking changes
  }
  Session session(flags);
  commands.chosen(session);
  flush_out();
  return 0;
}

}  // namespace

int main(int argc, char** argv)
{
  // A closed pipe ends us quietly, as it ends kubectl.
  std::signal(SIGPIPE, SIG_DFL);
  try {
    return run(argc, argv);
  } catch (...) {
    const auto error = std::current_exception();
    std::fflush(stdout);
    write_err(text_of(error));
    return status_of(error);
  }
}
