// SPDX-License-Identifier: Apache-2.0
// An operator of two replicas, of which one leads, that copies ConfigMaps of its own cluster to others, which come and
// go. A reconcile takes a while, and one whose object changes meanwhile is cancelled.
#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/controller/context.hpp"
#include "kubexx/controller/mapper.hpp"
#include "scenario.hpp"
#include "words.hpp"
#include "write_count.hpp"

namespace kubexx::simulation {

namespace {

using testing::Fault;

constexpr const char* kPrefix = "original-";
constexpr std::uint64_t kOriginals = 4;
constexpr const char* kComesAndGoes = "west";
constexpr Duration kWork = std::chrono::milliseconds(1500);
constexpr Duration kLongestPause = std::chrono::milliseconds(4000);  // between two edits

const ResourceType& maps()
{
  return resources::config_maps;
}

bool is_original(const Object& object)
{
  return object.name().starts_with(kPrefix);
}

std::string text_of(const Object& object)
{
  return std::string(object.at("/data/text").as_string().value_or(""));
}

Object map_with(const ObjectKey& key, const std::string& text)
{
  const nlohmann::json map{{"apiVersion", "v1"},
                           {"kind", "ConfigMap"},
                           {"metadata", {{"namespace", key.namespace_}, {"name", key.name}}},
                           {"data", {{"text", text}}}};
  return Object::from_json(map);
}

std::string patch_to(const std::string& text)
{
  const nlohmann::json patch{{"data", {{"text", text}}}};
  return patch.dump();
}

struct WorkLog {
  std::uint64_t cut_short = 0;
  std::string left;  // what did not end when its manager stopped
};

// Of a process that crashed as well, whose manager cannot stop in order. A worker that a lost Lease leaves two seconds
// may be stalled for longer.
LogListener listener(std::shared_ptr<WorkLog> log)
{
  return [log = std::move(log)](const LogLine& line) {
    const bool left =
        line.message.ends_with("did not stop in time") || line.message.ends_with("something is still running");
    if (left) log->left = std::string(line.message);
  };
}

class Distributor {
public:
  explicit Distributor(std::shared_ptr<WorkLog> log) : log_(std::move(log)) {}

  awaitable<Result> operator()(Context& context, Request request) const
  {
    return distribute(context, std::move(request), log_);
  }

private:
  static awaitable<Result> distribute(Context& context, Request request, std::shared_ptr<WorkLog> log)
  {
    const Object original = context.get(maps(), request.key());
    std::exception_ptr cut;
    try {
      (void)co_await async_sleep(*context.client().runtime().clock, kWork);
    } catch (...) {
      cut = std::current_exception();
    }
    if (cut) {
      ++log->cut_short;
      std::rethrow_exception(cut);
    }
    std::exception_ptr failure;  // of a cluster; the others get their copies all the same
    for (const auto& cluster : context.clusters()) {
      try {
        co_await bring_up_to_date(context, cluster, request.key(), original);
      } catch (...) {
        failure = std::current_exception();
      }
    }
    if (failure) std::rethrow_exception(failure);
    co_return Result::done();
  }

  static awaitable<void> bring_up_to_date(const Context& context, std::string cluster, ObjectKey key, Object original)
  {
    const Context there = context.in(cluster);
    const Object copy = there.get(maps(), key);
    if (!original) {
      if (copy) co_await there.client().async_delete(maps(), key);
    } else if (!copy) {
      Object made = map_with(key, text_of(original));
      (void)co_await there.client().async_create(maps(), std::move(made));
    } else if (text_of(copy) != text_of(original)) {
      std::string patch = patch_to(text_of(original));
      (void)co_await there.client().async_patch(maps(), key, std::move(patch));
    }
  }

  std::shared_ptr<WorkLog> log_;
};

bool is_no_lease(std::string_view target)
{
  return target.find("/leases") == std::string_view::npos;
}

class Cluster {
public:
  Cluster(testing::SimulatedRuntime& sim, std::uint64_t seed, std::string named, WriteCounts& counts)
      : random_(seed),
        name(std::move(named)),
        server({.clock = &sim.clock(), .random = &random_}),
        way(make_write_count(make_in_process_transport(sim.runtime(), server), counts, is_no_lease)),
        person(sim.user_runtime(), make_in_process_transport(sim.runtime(), server))
  {
  }
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

private:
  SeededRandom random_;

public:
  const std::string name;  // empty: the own one
  ApiServer server;
  const std::shared_ptr<Transport> way;
  const Client person;

  [[nodiscard]] std::vector<Object> originals() const
  {
    auto all = person.list(maps()).items;
    std::erase_if(all, [](const Object& object) { return !is_original(object); });
    return all;
  }
};

class Fleet final : public Scenario {
public:
  explicit Fleet(const Options& options) : Fleet(options, std::make_shared<WorkLog>()) {}

private:
  Fleet(const Options& options, std::shared_ptr<WorkLog> log) : Scenario(options, listener(log)), log_(std::move(log))
  {
    for (const char* name : {"", "east", "north", kComesAndGoes}) {
      const std::uint64_t seed = options.seed ^ (0x5e57e57e57e57e57U + clusters_.size());
      clusters_.push_back(std::make_unique<Cluster>(sim_, seed, name, counts_));
      if (*name != 0) attached_.insert(name);
    }
    for (const char* name : {"replica-1", "replica-2"}) {
      processes_.push_back(std::make_unique<OperatorProcess>(sim_, own().way, faults_, replica(name)));
    }
  }

  const Processes& processes() const override { return processes_; }
  std::uint64_t writes() const override { return counts_.all; }
  std::size_t writes_in_flight() const override { return counts_.in_flight; }
  std::string damage() const override { return log_->left; }

  [[nodiscard]] Cluster& own() const { return *clusters_.front(); }
  [[nodiscard]] Cluster& cluster(std::string_view name) const
  {
    for (const auto& one : clusters_) {
      if (one->name == name) return *one;
    }
    unknown_edit(name);
  }

  OperatorProcess::Setup replica(const std::string& name)
  {
    auto made = setup(name, {maps()});
    made.workers = 2;
    made.elected = true;
    made.clusters = [this] {
      std::map<std::string, std::shared_ptr<Transport>> ways;
      for (const auto& attached : attached_) ways.emplace(attached, cluster(attached).way);
      return ways;
    };
    made.wrong_at_work = [this] { return two_lead(); };
    made.add_controllers = [this, name](Manager& manager, const auto& observer) {
      const Predicate originals = Predicate::of(is_original);
      controllers_[name] = manager.controller()
                               .named("distributor")
                               .for_(maps(), originals)
                               .watches(maps(), map_to_itself().to_own_cluster(),
                                        {.predicate = originals, .clusters = Clusters::added()})
                               .cancel_superseded()
                               .queue_observer(observer("distributor"))
                               .build(Distributor(log_));
    };
    return made;
  }

  [[nodiscard]] std::string two_lead() const
  {
    const auto leaders =
        std::count_if(processes_.begin(), processes_.end(), [](const auto& process) { return process->leads(); });
    return leaders > 1 ? "two replicas lead at once" : "";
  }

  // --- what users do ---

  Fault draw_edit(Random& random, Duration last) const override
  {
    Fault edit;
    const auto longest = static_cast<std::uint64_t>(kLongestPause.count());
    const bool at_once = random.below(4) == 0;
    edit.span = last + (at_once ? Duration::zero() : Duration(static_cast<Duration::rep>(random.below(longest))));
    const std::string original = kPrefix + std::to_string(random.below(kOriginals));
    const std::string of = clusters_[1 + random.below(clusters_.size() - 1)]->name;
    const std::string number = std::to_string(random.below(1000));
    switch (random.below(16)) {
      case 0:
        edit.what = "delete " + original;
        break;
      case 1:
        edit.what = "lose " + original + " " + of;
        break;
      case 2:
      case 3:
        edit.what = "spoil " + original + " " + of;
        break;
      case 4:
        edit.what = "go " + std::string(kComesAndGoes);
        break;
      case 5:
      case 6:
        edit.what = "come " + std::string(kComesAndGoes);
        break;
      case 7:
        edit.what = "close-watches " + of;
        break;
      case 8:
        edit.what = "compact " + of;
        break;
      default:
        edit.what = "write " + original + " " + number;
    }
    return edit;
  }

  std::string make_edit(const std::string& edit) override
  {
    const auto words = words_of(edit);
    if (words.size() < 2) unknown_edit(edit);
    const std::string& what = words[0];
    const std::string& name = words[1];
    if (what == "go" || what == "come") return come_or_go(name, what == "come");
    if (what == "close-watches" || what == "compact") {
      if (what == "compact") cluster(name).server.compact();
      cluster(name).server.close_watches();
      return {};
    }
    const ObjectKey key{"default", name};
    if (what == "delete") return attempt([&] { own().person.delete_(maps(), key); });
    if (words.size() != 3) unknown_edit(edit);
    if (what == "write") return attempt([&] { write(key, words[2]); });
    const Client& person = cluster(words[2]).person;
    if (what == "lose") return attempt([&] { person.delete_(maps(), key); });
    if (what == "spoil") return attempt([&] { person.patch(maps(), key, patch_to("spoiled")); });
    unknown_edit(edit);
  }

  void write(const ObjectKey& key, const std::string& text)
  {
    const auto all = own().originals();
    const bool there = std::any_of(all.begin(), all.end(), [&](const Object& one) { return one.key() == key; });
    if (there) {
      own().person.patch(maps(), key, patch_to(text));
    } else {
      own().person.create(maps(), map_with(key, text));
    }
  }

  // What came has none of the originals, of which there is no event.
  std::string come_or_go(const std::string& name, bool comes)
  {
    const bool changed = comes ? attached_.insert(name).second : attached_.erase(name) > 0;
    if (!changed) return {};
    for (const auto& process : processes_) process->clusters_changed();
    if (!comes) return {};
    for (const auto& original : own().originals()) {
      for (const auto& [process, controller] : controllers_) controller->enqueue(Request(original.key()));
    }
    return {};
  }

  void finish_edits() override { (void)come_or_go(kComesAndGoes, true); }

  // --- what must hold ---

  // The other replica's queue is full.
  std::string busy() const override
  {
    const OperatorProcess* leader = nullptr;
    for (const auto& process : processes_) {
      if (process->leads()) leader = process.get();
    }
    return leader == nullptr ? "no replica leads" : leader->busy();
  }

  std::string wrong_in_caches() override
  {
    for (const auto& process : processes_) {
      if (!process->runs()) return "a replica does not run";
      if (auto differs = process->cache_differs(maps(), own().person.list(maps()).items); !differs.empty()) {
        return differs;
      }
    }
    return {};
  }

  std::string wrong_on_server() const override
  {
    const auto originals = own().originals();
    for (const auto& attached : attached_) {
      const auto copies = cluster(attached).originals();
      if (copies.size() != originals.size()) return "cluster " + attached + " has copies too many or too few";
      for (std::size_t index = 0; index < copies.size(); ++index) {
        if (copies[index].key() == originals[index].key() && text_of(copies[index]) == text_of(originals[index]))
          continue;
        return "cluster " + attached + " has another copy of " + originals[index].key().to_string();
      }
    }
    return {};
  }

  std::size_t open_watches() const override
  {
    std::size_t open = 0;
    for (const auto& one : clusters_) open += one->server.open_watches();
    return open;
  }

  void count(Coverage& coverage) const override
  {
    Scenario::count(coverage);
    std::uint64_t losses = 0;
    for (const auto& process : processes_) losses += process->losses();
    coverage.add("leadership lost", losses);
    coverage.add("reconcile cut short", log_->cut_short);
    coverage.add("cluster went", happened("go " + std::string(kComesAndGoes)));
    coverage.add("cluster came", happened("come " + std::string(kComesAndGoes)));
  }

  const std::shared_ptr<WorkLog> log_;
  WriteCounts counts_;
  std::vector<std::unique_ptr<Cluster>> clusters_;  // the first is the own one
  std::set<std::string> attached_;
  std::map<std::string, std::optional<Controller>> controllers_;  // by process
  Processes processes_;
};

}  // namespace

std::unique_ptr<Scenario> make_fleet(const Options& options)
{
  return std::make_unique<Fleet>(options);
}

}  // namespace kubexx::simulation
