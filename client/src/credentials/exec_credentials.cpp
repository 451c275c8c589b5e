// SPDX-License-Identifier: Apache-2.0
#include "credentials/exec_credentials.hpp"

#include <algorithm>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <utility>
#include <vector>

#include "credentials/exec_metrics.hpp"
#include "credentials/exec_protocol.hpp"
#include "kubexx/base/process.hpp"
#include "kubexx/base/task_pool.hpp"
#include "kubexx/http/transport.hpp"

namespace kubexx::detail {

namespace {

constexpr Duration longest_run = std::chrono::minutes(1);
constexpr Duration longest_dialogue = std::chrono::minutes(10);

/// One run of the plugin and those who wait for it.
struct Flight {
  std::vector<OneShot> waiting;  // guarded by ExecState::mutex
  bool over = false;             // guarded by ExecState::mutex
  std::exception_ptr error;      // set before `over`
};

/// Shared by the credentials and a run under way, which may outlive them.
struct ExecState {
  Runtime runtime;
  ClientConfig config;
  std::shared_ptr<TlsSource> tls;
  std::unique_ptr<ExecMetrics> metrics;
  std::stop_source gone;  // of the credentials

  std::mutex mutex;
  Authorization current;            // guarded by mutex
  bool known = false;               // guarded by mutex; `current` was got
  std::optional<WallTime> expires;  // guarded by mutex; of `current`
  std::shared_ptr<Flight> flight;   // guarded by mutex; null when nothing runs
};

std::string name_of(const ExecState& state)
{
  const std::string& place = state.config.exec->place;  // empty when a program made the configuration
  return (place.empty() ? "" : place + ": ") + "the credential plugin " + shown_command(state.config.exec->command);
}

[[noreturn]] void fail(const std::string& text)
{
  throw TransportError(TransportErrc::credentials, text);
}

std::string hint_of(const ExecConfig& exec)
{
  constexpr std::size_t longest_text = 512;
  std::string hint = one_line(exec.install_hint);
  if (hint.size() > longest_text) hint.resize(longest_text);
  return hint.empty() ? "" : ". " + hint;
}

std::string complaint(ExecState& state, const ProcessOutcome& outcome)
{
  const std::lock_guard lock(state.mutex);
  return plugin_complaint(*state.config.exec, outcome.out, state.current.header, outcome.err);
}

void check_outcome(ExecState& state, const ProcessOutcome& outcome)
{
  using End = ProcessOutcome::End;
  const ExecConfig& exec = *state.config.exec;
  switch (outcome.end) {
    case End::exited:
      if (outcome.code == 0) return;
      fail(name_of(state) + " failed with exit code " + std::to_string(outcome.code) + complaint(state, outcome));
    case End::signalled:
      fail(name_of(state) + " was killed by signal " + std::to_string(outcome.code) + complaint(state, outcome));
    case End::not_found:
      fail(name_of(state) + " was not found: install it, or correct `command`" + hint_of(exec));
    case End::not_started:
      fail(name_of(state) + " cannot be started (" + std::generic_category().message(outcome.code) +
           "): is it executable?");
    case End::stopped:
      fail(name_of(state) + " did not finish in time and was killed" + complaint(state, outcome));
    case End::too_long:
      fail(name_of(state) + " wrote more output than an ExecCredential may contain and was killed");
  }
}

bool is_interactive(const ExecState& state)
{
  const bool terminal = state.runtime.processes->input_is_terminal();
  switch (state.config.exec->interaction) {
    case ExecInteraction::never:
      return false;
    case ExecInteraction::if_available:
      return terminal;
    case ExecInteraction::always:
      if (!terminal) {
        fail(name_of(state) + " needs an interactive terminal (interactiveMode Always), but standard input is not one");
      }
      return true;
  }
  return false;
}

ProcessCommand command_of(const ExecState& state, bool interactive)
{
  const ExecConfig& exec = *state.config.exec;
  ProcessCommand command;
  command.program = exec.command;
  command.args = exec.args;
  command.environment = exec.env;
  command.environment.emplace_back("KUBERNETES_EXEC_INFO", exec_info(exec, state.config, interactive));
  command.interactive = interactive;
  return command;
}

void use(ExecState& state, const ExecAnswer& answer)
{
  if (!answer.cert_pem.empty()) state.tls->set_client_certificate(answer.cert_pem, answer.key_pem);
  state.metrics->certificate(answer.cert_pem);
  const std::lock_guard lock(state.mutex);
  state.current.header = answer.token.empty() ? std::string() : "Bearer " + answer.token;
  ++state.current.generation;
  state.known = true;
  state.expires = answer.expires;
}

/// Asks for a stop when it is destroyed.
class StopAtEnd {
public:
  explicit StopAtEnd(std::stop_source source) : source_(std::move(source)) {}
  StopAtEnd(const StopAtEnd&) = delete;
  StopAtEnd& operator=(const StopAtEnd&) = delete;
  ~StopAtEnd() { source_.request_stop(); }

private:
  std::stop_source source_;
};

awaitable<void> ask(std::shared_ptr<ExecState> state)
{
  const bool interactive = is_interactive(*state);
  std::stop_source stop;
  const auto end = [stop]() mutable { stop.request_stop(); };
  const std::stop_callback gone(state->gone.get_token(), end);
  auto& clock = *state->runtime.clock;
  const Timer limit = clock.call_at(saturating_add(clock.now(), interactive ? longest_dialogue : longest_run), end);
  std::function<ProcessOutcome()> work = [state, command = command_of(*state, interactive), token = stop.get_token()] {
    return state->runtime.processes->run(command, token);
  };
  std::optional<ProcessOutcome> ended;
  try {
    ThreadPool thread(1, "kubexx-exec");
    const StopAtEnd kill(stop);  // a program that ends meanwhile does not wait for its plugin
    ended = co_await run_on<ProcessOutcome>(thread, work);
  } catch (const std::system_error& error) {  // there is no thread left to run it
    state->metrics->called(nullptr);
    fail(name_of(*state) + " cannot be started: " + error.what());
  } catch (...) {
    state->metrics->called(nullptr);
    throw;
  }
  const ProcessOutcome outcome = std::move(*ended);
  state->metrics->called(&outcome);
  check_outcome(*state, outcome);
  try {
    use(*state, parse_exec_credential(outcome.out, state->config.exec->api_version));
  } catch (const ConfigError& error) {
    fail(name_of(*state) + ": " + error.what());
  } catch (const std::invalid_argument& error) {
    fail(name_of(*state) + ": its output cannot be used: " + error.what());
  }
}

awaitable<void> fly(std::shared_ptr<ExecState> state, std::shared_ptr<Flight> flight)
{
  try {
    co_await ask(state);
  } catch (...) {
    flight->error = std::current_exception();
  }
  std::vector<OneShot> waiting;
  {
    const std::lock_guard lock(state->mutex);
    flight->over = true;
    state->flight.reset();
    waiting.swap(flight->waiting);
  }
  for (const OneShot& one : waiting) one.fire();
}

class ExecCredentials final : public Credentials {
public:
  explicit ExecCredentials(std::shared_ptr<ExecState> state) : state_(std::move(state)) {}
  ~ExecCredentials() override { state_->gone.request_stop(); }

  awaitable<Authorization> get(CredentialBounds bounds) override
  {
    const auto state = state_;
    for (;;) {
      {
        const std::lock_guard lock(state->mutex);
        const bool valid = state->known && (!state->expires || state->runtime.clock->wall_now() <= *state->expires);
        if (valid) co_return state->current;
      }
      const auto generation = co_await wait_for_run(state, bounds);
      const std::lock_guard lock(state->mutex);
      // What a plugin gives is used once even when it says that it has expired: the server decides.
      if (state->current.generation == generation) co_return state->current;
    }
  }

  awaitable<bool> refresh(std::uint64_t generation, CredentialBounds bounds) override
  {
    const auto state = state_;
    {
      const std::lock_guard lock(state->mutex);
      if (state->current.generation != generation) co_return true;
    }
    try {
      co_await wait_for_run(state, bounds);
      co_return true;
    } catch (const TransportError& error) {
      state->runtime.log.warn("no new credentials after a 401", {{"error", error.what()}});
      co_return false;
    }
  }

private:
  /// Starts a run unless one is under way, and waits for its end; the generation that it gave.
  static awaitable<std::uint64_t> wait_for_run(std::shared_ptr<ExecState> state, CredentialBounds bounds)
  {
    std::shared_ptr<Flight> flight;
    OneShot wake;
    bool start = false;
    {
      const std::lock_guard lock(state->mutex);
      start = !state->flight;
      if (start) state->flight = std::make_shared<Flight>();
      flight = state->flight;
      flight->waiting.push_back(wake);
    }
    if (start) spawn(state->runtime.executor, fly(state, flight));
    {
      const std::function<void()> fire = [wake] { wake.fire(); };
      Timer timer;
      if (bounds.deadline) timer = state->runtime.clock->call_at(*bounds.deadline, fire);
      const std::stop_callback stopped(bounds.stop, fire);
      co_await wake.wait();
    }
    const std::lock_guard lock(state->mutex);
    if (flight->over) {
      if (flight->error) std::rethrow_exception(flight->error);
      co_return state->current.generation;
    }
    if (bounds.stop.stop_requested()) {
      throw TransportError(TransportErrc::cancelled, "cancelled while the credential plugin ran");
    }
    throw TransportError(TransportErrc::timeout, name_of(*state) + " did not finish before the deadline of this call");
  }

  const std::shared_ptr<ExecState> state_;
};

}  // namespace

std::shared_ptr<Credentials> make_exec_credentials(const Runtime& runtime, const ClientConfig& config,
                                                   std::shared_ptr<TlsSource> tls)
{
  if (runtime.processes == nullptr) {
    throw ConfigError((config.exec->place.empty() ? "" : config.exec->place + ": ") +
                      "this program does not start processes: use a token or a client certificate");
  }
  auto state = std::make_shared<ExecState>();
  state->runtime = runtime;
  state->config = config;
  state->tls = std::move(tls);
  state->metrics = std::make_unique<ExecMetrics>(runtime.metrics, *runtime.clock);
  return std::make_shared<ExecCredentials>(std::move(state));
}

}  // namespace kubexx::detail
