// SPDX-License-Identifier: Apache-2.0
// The role of manifests/rbac.yaml holds the fewest verbs: with any one of them taken away the sample controller's job
// is not done, and the sample says which verb on which resource it lacks.
#include <nlohmann/json.hpp>
#include <optional>

#include "sample.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;
using namespace std::chrono_literals;

// One verb on one resource of the role.
struct Right {
  std::size_t rule = 0;
  std::string verb, resource;
};
void PrintTo(const Right& right, std::ostream* out)
{
  *out << right.verb << " " << right.resource;
}

std::vector<Right> rights()
{
  std::vector<Right> all;
  const auto rules = manifest_rules();
  for (std::size_t i = 0; i < rules.size(); ++i) {
    for (const auto& verb : rules[i].at("verbs")) {
      // For servers that do not list over the watch, and for this one when that fails.
      if (verb != "list") all.push_back({i, verb, rules[i].at("resources").at(0)});
    }
  }
  return all;
}

std::string name_of(const Right& right)
{
  std::string name = right.verb + "_" + right.resource;
  for (auto& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

// Runs the sample with `rules` and has it do everything that it can do. The first step that fails, or the right that
// the server refused; nullopt when all was done.
class SampleRole : public RealServer {
protected:
  std::optional<std::string> do_the_job(const json& rules, std::chrono::seconds limit)
  {
    const Identity identity(admin(), ns(), rules);
    sample_ = std::make_unique<Sample>(
        Sample::Options{plane().files, folder(), identity.token("sample"), ns(), {"--namespace=" + ns()}});
    sample_->start();
    std::optional<std::string> refused;
    const auto step = [&](const char* what, const std::function<bool()>& done) -> std::optional<std::string> {
      const bool ended = eventually(
          [&] {
            if (done()) return true;
            for (const auto& entry : audit_of(identity.user(), plane().files)) {
              if (entry.code == 403) {
                refused =
                    entry.verb + " " + entry.resource + (entry.subresource.empty() ? "" : "/" + entry.subresource);
              }
            }
            return refused.has_value();
          },
          limit);
      if (refused) return "refused: " + *refused;
      if (!ended) return std::string("not done: ") + what;
      return std::nullopt;
    };
    const auto has = [&](const ResourceType& type, const char* pointer, std::int64_t value) {
      try {
        return admin().get(type, {ns(), "web"}).at(pointer).as_int() == value;
      } catch (const ApiError&) {
        return false;
      }
    };
    const auto recorded = [&](std::int64_t least) {
      ListOptions options;
      options.namespace_ = ns();
      std::int64_t series = 0;
      std::size_t synced = 0;
      for (const auto& event : admin().list(events(), options).items) {
        if (!event.at("/reason").equals("Synced")) continue;
        ++synced;
        series = std::max(series, event.at("/series/count").as_int().value_or(1));
      }
      return synced > 0 && series >= least;
    };
    if (auto failed = step("ready", [&] { return sample_->ready(); })) return failed;
    // After it is ready: what it knows now comes through its watches.
    admin().create(foos(), foo(ns(), "web", "web", 1));
    if (auto failed = step("create the Deployment", [&] { return has(deployments(), "/spec/replicas", 1); }))
      return failed;
    if (auto failed = step("record an event", [&] { return recorded(1); })) return failed;
    admin().patch(deployments(), {ns(), "web"}, R"({"spec":{"replicas":5}})");
    if (auto failed = step("take drift back", [&] { return has(deployments(), "/spec/replicas", 1); })) return failed;
    const auto available = [&] {
      if (plane().controller_manager) {
        run_pods(admin(), ns(), "controller=web");
      } else {
        admin().patch(deployments(), {ns(), "web"},
                      R"({"status":{"replicas":1,"readyReplicas":1,"availableReplicas":1}})", {}, "status");
      }
      return has(foos(), "/status/availableReplicas", 1);
    };
    if (auto failed = step("write the status", available)) return failed;
    admin().patch(foos(), {ns(), "web"}, R"({"spec":{"replicas":2}})");
    if (auto failed = step("repeat an event", [&] { return recorded(2); })) return failed;
    return std::nullopt;
  }

  std::unique_ptr<Sample> sample_;
};

TEST_F(SampleRole, WithAllVerbsTheWholeJobIsDone)
{
  const auto failed = do_the_job(manifest_rules(), 30s);
  EXPECT_FALSE(failed) << *failed << "\n" << sample_->output();
}

TEST_F(SampleRole, WithoutListTheJobIsDoneBecauseListsComeOverTheWatch)
{
  auto rules = manifest_rules();
  std::size_t lists = 0;
  for (auto& rule : rules) {
    auto& verbs = rule.at("verbs");
    for (auto verb = verbs.begin(); verb != verbs.end();) {
      const bool is_list = *verb == "list";
      lists += is_list ? 1U : 0U;
      verb = is_list ? verbs.erase(verb) : std::next(verb);
    }
  }
  EXPECT_EQ(lists, 2U);
  const auto failed = do_the_job(rules, 30s);
  EXPECT_FALSE(failed) << *failed << "\n" << sample_->output();
}

class SampleRoleWithout : public SampleRole, public testing::WithParamInterface<Right> {};

TEST_P(SampleRoleWithout, TheJobIsNotDoneAndTheLogSaysWhatIsMissing)
{
  auto rules = manifest_rules();
  auto& verbs = rules.at(GetParam().rule).at("verbs");
  verbs.erase(std::find(verbs.begin(), verbs.end(), GetParam().verb));
  if (verbs.empty()) rules.erase(GetParam().rule);
  const auto failed = do_the_job(rules, 20s);
  ASSERT_TRUE(failed) << "the job is done without " << GetParam().verb << " on " << GetParam().resource
                      << ": the role in manifests/ is too wide";
  // The update of the finalizers is asked for by creating what blocks the owner's deletion.
  const bool indirect = GetParam().resource == "foos/finalizers";
  const std::string verb = indirect ? "create" : GetParam().verb;
  const auto resource = indirect ? "deployments" : GetParam().resource.substr(0, GetParam().resource.find('/'));
  EXPECT_EQ(failed->substr(0, failed->find('/')), "refused: " + verb + " " + resource);
  EXPECT_TRUE(eventually([&] {
    for (const auto& line : sample_->lines_with(verb)) {
      if (line.find(resource) != std::string::npos && line.find("forbidden") != std::string::npos) return true;
    }
    return false;
  })) << sample_->output();
  EXPECT_TRUE(sample_->process().running()) << "it gave up, though a granted role would have helped";
}

INSTANTIATE_TEST_SUITE_P(EachVerb, SampleRoleWithout, testing::ValuesIn(rights()),
                         [](const auto& right) { return name_of(right.param); });

}  // namespace
}  // namespace kubexx::e2e
