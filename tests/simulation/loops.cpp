// SPDX-License-Identifier: Apache-2.0
// Two operators that live by the events of their own writes: one writes the time into the status of each of sixty
// objects, whenever it sees it, which never ends; the other one takes an object through sixty steps, one a reconcile.
// The first must be held back, and named key by key; the second must not be.
#include <boost/describe/class.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/controller/context.hpp"
#include "scenario.hpp"
#include "words.hpp"
#include "write_count.hpp"

namespace kubexx::simulation {

struct WatchSpec {
  std::string note;
};
BOOST_DESCRIBE_STRUCT(WatchSpec, (), (note))

struct WatchTime {
  std::string seen;
};
BOOST_DESCRIBE_STRUCT(WatchTime, (), (seen))

/// Its status is always out of date.
struct Timepiece {
  static constexpr ResourceInfo kubexx_resource{"example.com", "v1", "Timepiece", "timepieces"};
  ObjectMeta metadata;
  WatchSpec spec;
  WatchTime status;
};
BOOST_DESCRIBE_STRUCT(Timepiece, (), (metadata, spec, status))

struct MachineSpec {
  int round = 0;
};
BOOST_DESCRIBE_STRUCT(MachineSpec, (), (round))

struct MachineStatus {
  int round = 0;
  int step = 0;
};
BOOST_DESCRIBE_STRUCT(MachineStatus, (), (round, step))

/// It is done when its status has the round of its spec and the last step.
struct Machine {
  static constexpr ResourceInfo kubexx_resource{"example.com", "v1", "Machine", "machines"};
  ObjectMeta metadata;
  MachineSpec spec;
  MachineStatus status;
};
BOOST_DESCRIBE_STRUCT(Machine, (), (metadata, spec, status))

namespace {

using testing::Fault;

constexpr int kTimepieces = 60;
constexpr int kMachines = 3;
constexpr int kSteps = 60;
// In a minute, of one key: far more than the guard lets through, however often users and restarts begin anew.
constexpr int kFlood = 100;
constexpr Duration kLongestPause = std::chrono::milliseconds(4000);  // between two edits
constexpr std::string_view kTimepiece = "timepiece-";
constexpr std::string_view kMachine = "machine-";

const ResourceType& timepieces()
{
  return resource_of<Timepiece>();
}

const ResourceType& machines()
{
  return resource_of<Machine>();
}

constexpr const char* kDefinitions[] = {R"json({
  "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
  "metadata": {"name": "timepieces.example.com"},
  "spec": {"group": "example.com", "scope": "Namespaced",
    "names": {"kind": "Timepiece", "listKind": "TimepieceList", "plural": "timepieces", "singular": "timepiece"},
    "versions": [{"name": "v1", "served": true, "storage": true, "subresources": {"status": {}},
      "schema": {"openAPIV3Schema": {"type": "object", "properties": {
        "spec": {"type": "object", "properties": {"note": {"type": "string"}}},
        "status": {"type": "object", "properties": {"seen": {"type": "string"}}}}}}}]}
})json",
                                        R"json({
  "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
  "metadata": {"name": "machines.example.com"},
  "spec": {"group": "example.com", "scope": "Namespaced",
    "names": {"kind": "Machine", "listKind": "MachineList", "plural": "machines", "singular": "machine"},
    "versions": [{"name": "v1", "served": true, "storage": true, "subresources": {"status": {}},
      "schema": {"openAPIV3Schema": {"type": "object", "properties": {
        "spec": {"type": "object", "properties": {"round": {"type": "integer"}}},
        "status": {"type": "object", "properties": {
          "round": {"type": "integer"}, "step": {"type": "integer"}}}}}}}]}
})json"};

struct LoopLog {
  std::uint64_t writes = 0;                                       // of times
  std::uint64_t rounds = 0;                                       // that ended
  std::map<std::string, std::pair<std::int64_t, int>> by_minute;  // of each key: its last minute, and writes in it
  std::set<std::string> named;                                    // keys of times, since their process started
  std::string wrong;                                              // what must never be
};

// No two are equal, though virtual time may stand still.
std::string time_of(std::uint64_t number)
{
  const std::string micros = std::to_string(1'000'000 + number % 1'000'000).substr(1);
  return "2026-01-01T00:00:00." + micros + "Z";
}

void count(LoopLog& log, const Request& request, SteadyTime now)
{
  const auto minute = std::chrono::duration_cast<std::chrono::minutes>(now.time_since_epoch()).count();
  auto& [last, writes] = log.by_minute[request.to_string()];
  if (std::exchange(last, minute) != minute) writes = 0;
  if (++writes > kFlood) log.wrong = "a hot loop is not held back: " + request.to_string();
}

class Clockmaker {
public:
  explicit Clockmaker(std::shared_ptr<LoopLog> log) : log_(std::move(log)) {}

  awaitable<Result> operator()(Context& context, Request request) const
  {
    return tell_the_time(context, std::move(request), log_);
  }

private:
  static awaitable<Result> tell_the_time(Context& context, Request request, std::shared_ptr<LoopLog> log)
  {
    auto timepiece = context.get<Timepiece>(request);
    if (!timepiece) co_return Result::done();
    count(*log, request, context.client().runtime().clock->now());
    timepiece->status.seen = time_of(++log->writes);
    (void)co_await timepiece.async_patch_status();
    co_return Result::done();
  }

  std::shared_ptr<LoopLog> log_;
};

class Machinist {
public:
  explicit Machinist(std::shared_ptr<LoopLog> log) : log_(std::move(log)) {}

  awaitable<Result> operator()(Context& context, Request request) const
  {
    return step(context, std::move(request), log_);
  }

private:
  static awaitable<Result> step(Context& context, Request request, std::shared_ptr<LoopLog> log)
  {
    auto machine = context.get<Machine>(request);
    if (!machine) co_return Result::done();
    MachineStatus& status = machine->status;
    if (status.round != machine->spec.round) {
      status.round = machine->spec.round;
      status.step = 0;
    } else if (status.step == kSteps) {
      co_return Result::done();
    } else {
      ++status.step;
    }
    const bool ends = status.step == kSteps;
    (void)co_await machine.async_patch_status();
    if (ends) ++log->rounds;
    co_return Result::done();
  }

  std::shared_ptr<LoopLog> log_;
};

// Reports of loops are lines of the log.
LogListener listener(std::shared_ptr<LoopLog> log)
{
  return [log = std::move(log)](const LogLine& line) {
    if (!line.message.starts_with("hot loop")) return;
    const std::string name = field_of(line, "name");
    if (name.starts_with(kMachine)) log->wrong = "a state machine is taken for a hot loop: " + name;
    if (line.message.find("/status/seen of timepieces.example.com") != std::string_view::npos) log->named.insert(name);
  };
}

class Loops final : public Scenario {
public:
  explicit Loops(const Options& options) : Loops(options, std::make_shared<LoopLog>()) {}

private:
  Loops(const Options& options, std::shared_ptr<LoopLog> log)
      : Scenario(options, listener(log)),
        log_(std::move(log)),
        server_random_(options.seed ^ 0x5e57e57e57e57e57U),
        server_({.clock = &sim_.clock(), .random = &server_random_}),
        direct_(make_in_process_transport(sim_.runtime(), server_)),
        person_(sim_.user_runtime(), direct_)
  {
    for (const char* definition : kDefinitions) {
      person_.create(resources::custom_resource_definitions, Object::parse(definition));
    }
    make_what_is_missing();
    processes_.push_back(std::make_unique<OperatorProcess>(sim_, direct_, faults_, clockmaker()));
    const auto of_machines = [](std::string_view target) {
      return target.find("/machines/") != std::string_view::npos;
    };
    machinist_ = processes_
                     .emplace_back(std::make_unique<OperatorProcess>(
                         sim_, make_write_count(direct_, counts_, of_machines), faults_, machinist()))
                     .get();
  }

  OperatorProcess::Setup clockmaker() const
  {
    auto made = setup("clockmaker", {timepieces()});
    made.workers = 2;
    made.on_start = [log = log_] { log->named.clear(); };
    made.add_controllers = [log = log_](Manager& manager, const auto& observer) {
      manager.controller().for_<Timepiece>().queue_observer(observer("timepiece")).build(Clockmaker(log));
    };
    return made;
  }

  OperatorProcess::Setup machinist() const
  {
    auto made = setup("machinist", {machines()});
    made.workers = 2;
    made.add_controllers = [log = log_](Manager& manager, const auto& observer) {
      manager.controller().for_<Machine>().queue_observer(observer("machine")).build(Machinist(log));
    };
    return made;
  }

  // --- what users do ---

  Fault draw_edit(Random& random, Duration last) const override
  {
    Fault edit;
    const auto longest = static_cast<std::uint64_t>(kLongestPause.count());
    const bool at_once = random.below(4) == 0;
    edit.span = last + (at_once ? Duration::zero() : Duration(static_cast<Duration::rep>(random.below(longest))));
    const std::string timepiece = std::string(kTimepiece) + std::to_string(random.below(kTimepieces));
    const std::string machine = std::string(kMachine) + std::to_string(random.below(kMachines));
    const std::string number = std::to_string(random.below(1000));
    switch (random.below(16)) {
      case 0:
        edit.what = "lose " + timepiece;
        break;
      case 1:
        edit.what = "lose " + machine;
        break;
      case 2:
        edit.what = "server close-watches";
        break;
      case 3:
        edit.what = "server compact";
        break;
      case 4:
      case 5:
      case 6:
      case 7:
      case 8:
        edit.what = "note " + timepiece + " " + number;
        break;
      default:
        edit.what = "begin " + machine + " " + number;
    }
    return edit;
  }

  std::string make_edit(const std::string& edit) override
  {
    const auto words = words_of(edit);
    if (words.size() < 2) unknown_edit(edit);
    const std::string& what = words[0];
    const ObjectKey key{"default", words[1]};
    if (what == "server") {
      if (words[1] == "compact") server_.compact();
      server_.close_watches();
      return {};
    }
    const ResourceType& type = words[1].starts_with(kMachine) ? machines() : timepieces();
    if (what == "lose") return attempt([&] { person_.delete_(type, key); });
    if (words.size() != 3) unknown_edit(edit);
    if (what == "note") return attempt([&] { person_.patch(type, key, R"({"spec":{"note":")" + words[2] + R"("}})"); });
    if (what == "begin") return attempt([&] { person_.patch(type, key, R"({"spec":{"round":)" + words[2] + "}}"); });
    unknown_edit(edit);
  }

  void make_what_is_missing()
  {
    const auto make = [this](const ResourceType& type, std::string_view prefix, int number) {
      const std::string name = std::string(prefix) + std::to_string(number);
      const nlohmann::json made{{"apiVersion", type.api_version()},
                                {"kind", type.kind},
                                {"metadata", {{"namespace", "default"}, {"name", name}}}};
      (void)attempt([&] { person_.create(type, Object::from_json(made)); });
    };
    for (int number = 0; number < kTimepieces; ++number) make(timepieces(), kTimepiece, number);
    for (int number = 0; number < kMachines; ++number) make(machines(), kMachine, number);
  }

  // A round of each that no fault disturbs.
  void finish_edits() override
  {
    make_what_is_missing();
    for (int number = 0; number < kMachines; ++number) {
      (void)make_edit("begin " + std::string(kMachine) + std::to_string(number) + " 1000");
    }
  }

  // --- what must hold ---

  const Processes& processes() const override { return processes_; }
  std::uint64_t writes() const override { return counts_.all; }
  std::size_t writes_in_flight() const override { return counts_.in_flight; }
  std::size_t open_watches() const override { return server_.open_watches(); }
  std::string damage() const override { return log_->wrong; }
  // The other one is always busy.
  std::string busy() const override { return machinist_->busy(); }
  std::string wrong_in_caches() override
  {
    return machinist_->cache_differs(machines(), person_.list(machines()).items);
  }

  std::string wrong_on_server() const override
  {
    for (const auto& object : person_.list(machines()).items) {
      const auto machine = object.as<Machine>();
      if (machine.status.round != machine.spec.round || machine.status.step != kSteps) {
        return "a machine is not done: " + machine.metadata.name;
      }
    }
    for (int number = 0; number < kTimepieces; ++number) {
      const std::string name = std::string(kTimepiece) + std::to_string(number);
      if (!log_->named.contains(name)) return "a hot loop is not named: " + name;
    }
    return {};
  }

  void count(Coverage& coverage) const override
  {
    Scenario::count(coverage);
    coverage.add("round of a machine", log_->rounds);
    coverage.add("hot loop named", log_->named.size());
  }

  const std::shared_ptr<LoopLog> log_;
  SeededRandom server_random_;
  ApiServer server_;
  const std::shared_ptr<Transport> direct_;
  const Client person_;
  WriteCounts counts_;
  Processes processes_;
  const OperatorProcess* machinist_ = nullptr;
};

}  // namespace

std::unique_ptr<Scenario> make_loops(const Options& options)
{
  return std::make_unique<Loops>(options);
}

}  // namespace kubexx::simulation
