// SPDX-License-Identifier: Apache-2.0
#include "informer_matrix.hpp"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "etcd.hpp"
#include "informer_matrix_editors.hpp"
#include "informer_matrix_follower.hpp"
#include "real_server.hpp"
#include "support.hpp"

namespace kubexx::e2e {
namespace {

using namespace std::chrono_literals;
using informer_test::text_of;
using Clock = std::chrono::steady_clock;

// The longest pause of a reflector that has met several faults is 60 s.
constexpr auto recovery_limit = 75s;
constexpr int foo_count = 100;
const std::vector<std::string> kFilled{"m-0", "m-1", "m-2", "m-3", "m-4"};
const std::vector<std::string> kEmpty{"m-5", "m-6"};

const ResourceType& crds()
{
  static const ResourceType type{"apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions",
                                 Scope::cluster};
  return type;
}

struct Row {
  std::string fault;
  double lasted = 0, recovery = 0;
  int edits = 0;
};

double seconds_since(Clock::time_point begin)
{
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

class Cell {
public:
  Cell(ControlPlane& plane, MatrixCell cell) : plane_(plane), cell_(std::move(cell)), etcd_(plane.etcd_port())
  {
    ClientConfig config = admin_config({plane.directory()});
    config.disable_compression = !cell_.gzip;
    admin_.emplace(Client::connect(runtime(), config));
    followed_.emplace(admin_->with_interceptor(lists_));
  }

  void run()
  {
    create();
    const bool done = first_lists() && change_namespaces() && restart() && compact_while_it_runs() && lose_history() &&
                      remove_crd() && install_crd();
    print();
    if (!done) return;
    EXPECT_EQ(some_->informer.namespaces(), (Namespaces{"m-1", "m-2", "m-4", "m-5", "m-6"}));
    check_lists();
  }

private:
  void create()
  {
    const auto begin = Clock::now();
    for (const auto* names : {&kFilled, &kEmpty}) {
      for (const auto& name : *names) {
        admin_->create(
            namespaces(),
            Object::from_json({{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", {{"name", name}}}}));
      }
    }
    create_missing(*admin_, {config_maps(), kFilled, cell_.objects / static_cast<int>(kFilled.size())});
    (void)admin_->create(config_maps(), config_map("m-1", "victim"));
    create_missing(*admin_, foo_space());
    const auto version = nlohmann::json::parse(admin_->get_raw("/version")).at("gitVersion").get<std::string>();
    std::printf("%s, Kubernetes %s: %d ConfigMaps in %.1f s\n", cell_.name.c_str(), version.c_str(), cell_.objects,
                seconds_since(begin));
  }
  static KeySpace foo_space() { return {foos(), kFilled, foo_count / static_cast<int>(kFilled.size())}; }

  // What is edited at random: also in the namespaces that are empty at first.
  [[nodiscard]] std::vector<KeySpace> edited() const
  {
    const int each = cell_.objects / static_cast<int>(kFilled.size());
    return {{config_maps(), kFilled, each}, {config_maps(), kEmpty, 20}, foo_space()};
  }

  [[nodiscard]] std::unique_ptr<Follower> follow(const ResourceType& type, const std::string& name,
                                                 Namespaces some = {})
  {
    InformerOptions options;
    options.stream_list = cell_.stream_list;
    options.namespaces = std::move(some);
    options.name = name;
    return std::make_unique<Follower>(*followed_, type, std::move(options), name, cell_.name);
  }
  [[nodiscard]] std::vector<const Follower*> followers() const
  {
    std::vector<const Follower*> there;
    for (const auto* one : {&all_, &some_, &late_, &foos_}) {
      if (*one) there.push_back(one->get());
    }
    return there;
  }

  // Does `action` while objects are edited, and waits until every informer has recovered.
  bool fault(const std::string& name, const std::function<void()>& action)
  {
    Row row{name};
    Editors editors(*admin_, edited(), ++seed_);
    EXPECT_TRUE(eventually([&] { return editors.edits() >= 20; }, recovery_limit)) << name;
    const auto begin = Clock::now();
    action();
    row.lasted = seconds_since(begin);
    const auto over = Clock::now();
    const bool streaming = eventually([&] { return all_stream(); }, recovery_limit);
    editors.stop();
    row.edits = editors.edits();
    const bool equal = streaming && equals_server(over + recovery_limit);
    row.recovery = seconds_since(over);
    rows_.push_back(row);
    EXPECT_TRUE(equal) << cell_.name << ": " << name << " was not recovered from\n" << states();
    return equal && !::testing::Test::HasFailure();
  }

  [[nodiscard]] bool all_stream() const
  {
    return std::ranges::all_of(followers(), [&](const Follower* one) {
      // Without its CRD an informer cannot stream.
      return one == foos_.get() && !has_crd_ ? one->informer.store().size() == 0 : one->streams();
    });
  }

  // Nobody writes now.
  [[nodiscard]] bool equals_server(Clock::time_point until)
  {
    const std::vector<Object> all = served(config_maps());
    const std::string all_text = text_of(all);
    std::vector<Object> some;
    for (const auto& object : all) {
      if (some_->informer.is_watched(object.namespace_())) some.push_back(object);
    }
    const std::string some_text = text_of(some);
    const std::string foos_text = has_crd_ ? text_of(served(foos())) : "";
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
    return eventually(
        [&] {
          return all_->has(all_text) && some_->has(some_text) && foos_->has(foos_text) &&
                 (!late_ || late_->has(all_text)) && all_stream();
        },
        std::max(left, std::chrono::milliseconds(0)));
  }

  [[nodiscard]] std::vector<Object> served(const ResourceType& type) const
  {
    std::vector<Object> items = admin_->list_all(type).items;
    std::ranges::sort(items, {}, [](const Object& object) { return object.key(); });
    return items;
  }

  [[nodiscard]] std::string states() const
  {
    std::string text;
    for (const auto* one : followers()) {
      const auto status = one->informer.status();
      text += one->mirror.name() + ": " + to_string(status.state) + ", " +
              std::to_string(one->informer.store().size()) + " objects, " + std::to_string(one->handler->pending()) +
              " pending; " + status.last_error + "\n";
    }
    return text;
  }

  bool first_lists()
  {
    return fault("first lists", [&] {
      all_ = follow(config_maps(), "all");
      some_ = follow(config_maps(), "some", {"m-0", "m-1"});
      foos_ = follow(foos(), "foos");
    });
  }
  bool change_namespaces()
  {
    return fault("5 namespaces added, 2 removed", [&] {
      for (const char* name : {"m-2", "m-3", "m-4", "m-5", "m-6"}) some_->informer.add_namespace(name);
      for (const char* name : {"m-0", "m-3"}) some_->informer.remove_namespace(name);
    });
  }
  bool restart()
  {
    return fault("kube-apiserver killed", [&] {
      plane_.kill_apiserver();
      plane_.start_apiserver();
    });
  }
  // An informer lists meanwhile.
  bool compact_while_it_runs()
  {
    return fault("history compacted", [&] {
      late_ = follow(config_maps(), "late");
      for (std::string last; !late_->informer.has_synced();) {
        const std::string now = etcd_.revision();
        if (now != last) etcd_.compact(now);
        last = now;
      }
      etcd_.compact(etcd_.revision());
    });
  }
  // The watches cannot go on where they were, and one deletion is in no history.
  bool lose_history()
  {
    std::vector<std::uint64_t> before;
    for (const auto* one : followers()) before.push_back(one->informer.status().relists);
    const bool recovered = fault("killed, history compacted", [&] {
      plane_.kill_apiserver();
      etcd_.compact(etcd_.remove("/registry/configmaps/m-1/victim"));
      plane_.start_apiserver();
    });
    for (std::size_t i = 0; i < before.size(); ++i) {
      EXPECT_GT(followers()[i]->informer.status().relists, before[i]) << followers()[i]->mirror.name();
    }
    return recovered;
  }
  bool remove_crd()
  {
    return fault("CRD removed", [&] {
      has_crd_ = false;
      const ObjectKey key{"", "foos.samplecontroller.k8s.io"};
      admin_->delete_(crds(), key);
      EXPECT_TRUE(eventually([&] { return !exists(crds(), key); }, recovery_limit));
    });
  }
  bool install_crd()
  {
    return fault("CRD installed again", [&] {
      const auto outcome =
          support::run({{find_assets().kubectl, "--kubeconfig", PlaneFiles{plane_.directory()}.kubeconfig(), "apply",
                         "-f", (manifests() / "crd.yaml").string()}});
      EXPECT_TRUE(outcome.ok()) << outcome.all();
      EXPECT_TRUE(eventually([&] { return can_list_foos(); }, recovery_limit));
      has_crd_ = true;
      create_missing(*admin_, foo_space());
    });
  }
  [[nodiscard]] bool exists(const ResourceType& type, const ObjectKey& key) const
  {
    try {
      (void)admin_->get(type, key);
      return true;
    } catch (const ApiError& error) {
      if (is_not_found(error)) return false;
      throw;
    }
  }
  [[nodiscard]] bool can_list_foos() const
  {
    try {
      (void)admin_->list(foos());
      return true;
    } catch (const ApiError&) {
      return false;
    }
  }

  // Whether informers have listed in the way that this cell is about.
  void check_lists() const
  {
    const int paged = lists_->paged, streaming = lists_->streaming;
    std::printf("%s: %d requests for pages, %d for streaming lists\n", cell_.name.c_str(), paged, streaming);
    if (!cell_.stream_list) {
      EXPECT_EQ(streaming, 0);
      EXPECT_GT(paged, 0);
    } else if (cell_.server_streams) {
      EXPECT_GT(streaming, 0);
    } else {
      EXPECT_LE(streaming, reflectors) << "a refusal is remembered";
      EXPECT_GT(paged, streaming);
    }
  }
  static constexpr int reflectors = 1 + 7 + 1 + 1;  // all, some, late, foos

  void print() const
  {
    std::printf("%s, %d objects\n%-32s %9s %11s %7s\n", cell_.name.c_str(), cell_.objects, "fault", "lasted/s",
                "recovery/s", "edits");
    for (const auto& row : rows_) {
      std::printf("%-32s %9.1f %11.1f %7d\n", row.fault.c_str(), row.lasted, row.recovery, row.edits);
    }
  }

  ControlPlane& plane_;
  const MatrixCell cell_;
  Etcd etcd_;
  const std::shared_ptr<Lists> lists_ = std::make_shared<Lists>();
  std::optional<Client> admin_, followed_;
  std::unique_ptr<Follower> all_, some_, late_, foos_;
  bool has_crd_ = true;
  unsigned seed_ = 0;
  std::vector<Row> rows_;
};

}  // namespace

std::vector<std::string> flags_of(const MatrixCell& cell)
{
  return cell.server_streams ? std::vector<std::string>{} : std::vector<std::string>{"--feature-gates=WatchList=false"};
}

void run_cell(ControlPlane& plane, const MatrixCell& cell)
{
  Cell(plane, cell).run();
}

}  // namespace kubexx::e2e
