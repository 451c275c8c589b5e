// SPDX-License-Identifier: Apache-2.0
// A shared informer without a controller: one line on standard output for each event of one resource.
#include <fcntl.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "event_lines.hpp"
#include "flags.hpp"
#include "kubexx/base/early_signals.hpp"
#include "kubexx/client/load_config.hpp"
#include "kubexx/controller/logging.hpp"
#include "kubexx/informer/informer.hpp"
#include "line_output.hpp"
#include "resource_argument.hpp"

namespace {

using namespace informer_print;

// SIGTERM and SIGINT as a file, from its construction on: for this thread and those that it starts later.
class StopSignals {
public:
  StopSignals()
  {
    sigemptyset(&both_);
    sigaddset(&both_, SIGTERM);
    sigaddset(&both_, SIGINT);
    (void)pthread_sigmask(SIG_BLOCK, &both_, nullptr);
    file_ = ::signalfd(-1, &both_, SFD_CLOEXEC);
    if (file_ < 0) throw std::system_error(errno, std::generic_category(), "signalfd");
  }
  ~StopSignals() { ::close(file_); }
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  [[nodiscard]] int file() const noexcept { return file_; }
  /// The name of the signal that came; the next one ends the process immediately.
  [[nodiscard]] const char* take() const
  {
    signalfd_siginfo info{};
    (void)!::read(file_, &info, sizeof info);
    (void)pthread_sigmask(SIG_UNBLOCK, &both_, nullptr);
    return info.ssi_signo == SIGINT ? "SIGINT" : "SIGTERM";
  }

private:
  sigset_t both_{};
  int file_ = -1;
};

// The informer and its handler. Everything but the constructor and `run` happens on the one io thread of the runtime:
// while standard output is slow the watch waits too, so no event is skipped.
class Printer {
public:
  Printer(const kubexx::Client& client, const Flags& flags, LineOutput& output)
      : output_(output),
        format_(flags.output == "text" ? OutputFormat::text : OutputFormat::jsonl),
        informer_(client, parse_resource(flags.resource), observed(informer_options(flags)))
  {
    kubexx::EventHandler handler;
    handler.name = "informer-print";
    handler.on_event = [this](const kubexx::ObjectEvent& event) { print(event); };
    registration_ = informer_.add_handler(std::move(handler));
  }

  /// Until `stop`. This object must live as long.
  kubexx::awaitable<void> run(std::stop_token stop)
  {
    informer_.start();
    const bool synced = co_await registration_->async_wait_synced(stop);
    if (synced) print_synced();
    co_await kubexx::async_wait_stop(stop);
    co_await informer_.async_stop();
  }

private:
  // The version of the first list, as long as the store holds nothing newer.
  kubexx::InformerOptions observed(kubexx::InformerOptions options)
  {
    options.observer = [this](const kubexx::Delta& delta) {
      const bool listed = delta.type == kubexx::Delta::Type::list_done && delta.initial;
      if (listed) listed_version_ = informer_.store().resource_version();
    };
    return options;
  }

  void print(const kubexx::ObjectEvent& event)
  {
    print_synced();  // when `run` has not come to it yet
    for (const auto& line : lines_of(event)) output_.write(to_text(line, format_));
  }

  void print_synced()
  {
    if (!registration_->has_synced() || std::exchange(synced_, true)) return;
    output_.write(to_text(synced_line(listed_version_), format_));
  }

  LineOutput& output_;
  const OutputFormat format_;
  std::string listed_version_;
  bool synced_ = false;  // its line is printed
  const kubexx::SharedInformer informer_;
  std::unique_ptr<kubexx::HandlerRegistration> registration_;
};

kubexx::Log log_of(const Flags& flags)
{
  kubexx::ConsoleLogOptions console;
  console.format = kubexx::parse_log_format(flags.log_format).value_or(kubexx::LogFormat::text);
  if (flags.verbosity > 0) console.level = flags.verbosity == 1 ? kubexx::LogLevel::debug : kubexx::LogLevel::trace;
  return kubexx::Log(kubexx::make_console_log(console));
}

// Until a signal comes, 0, or until standard output cannot be written to, its errno. A pipe says that its reader is
// gone before anything is written.
int wait_for_end(const StopSignals& signals, const LineOutput& output)
{
  std::array<pollfd, 3> waits{{{signals.file(), POLLIN, 0}, {output.ended_event(), POLLIN, 0}, {STDOUT_FILENO, 0, 0}}};
  while (::poll(waits.data(), waits.size(), -1) < 0) {
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "poll");
  }
  if (waits[0].revents != 0) return 0;
  return output.error() != 0 ? output.error() : EPIPE;
}

int run(const Flags& flags)
{
  if (::fcntl(STDOUT_FILENO, F_GETFD) < 0) throw std::runtime_error("standard output is closed");
  (void)std::signal(SIGPIPE, SIG_IGN);
  kubexx::ConfigOptions where;
  where.path = flags.kubeconfig;
  where.context = flags.context;
  where.environment = kubexx::system_environment();
  const kubexx::ClientConfig config = kubexx::load_config(where);

  const StopSignals signals;
  kubexx::SystemRuntime::Options services;
  services.log = log_of(flags);
  kubexx::SystemRuntime system(services);
  services.log.info("informer-print " SAMPLE_VERSION, {{"resource", flags.resource}, {"config", config.summary()}});

  LineOutput output(STDOUT_FILENO);
  Printer printer(kubexx::Client::connect(system.runtime(), config), flags, output);
  std::stop_source stop;
  auto ended = boost::asio::co_spawn(system.runtime().executor, printer.run(stop.get_token()), boost::asio::use_future);
  const int error = wait_for_end(signals, output);
  if (error == 0) services.log.info("stopping on a signal", {{"signal", signals.take()}});
  stop.request_stop();
  output.stop();
  ended.get();
  if (error == 0) return 0;
  throw std::system_error(error, std::generic_category(), "cannot write to standard output");
}

}  // namespace

int main(int argc, char** argv)
{
  kubexx::install_early_signal_handlers();
  CLI::App app("Prints each change of one resource as a line.", "informer-print");
  Flags flags;
  add_flags(app, flags);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  try {
    return run(flags);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "informer-print: %s\n", error.what());
    return 1;
  }
}
