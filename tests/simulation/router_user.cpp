// SPDX-License-Identifier: Apache-2.0
#include "router_user.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "router.hpp"
#include "words.hpp"

namespace kubexx::simulation {

namespace {

constexpr std::uint64_t kRouters = 3;
constexpr std::uint64_t kBackends = 4;
constexpr std::uint64_t kPaths = 5;

ObjectKey key_of(const std::string& name)
{
  return {"default", name};
}

const ResourceType& routers()
{
  return resource_of<Router>();
}

}  // namespace

std::string RouterUser::draw(Random& random)
{
  const auto one_of = [&](const char* kind, std::uint64_t count) { return kind + std::to_string(random.below(count)); };
  const std::string router = one_of("router-", kRouters);
  const std::string backend = one_of("backend-", kBackends);
  const std::string path = " /" + std::string(1, static_cast<char>('a' + random.below(kPaths)));
  switch (random.below(20)) {
    case 0:
    case 1:
      return "create " + router;
    case 2:
    case 3:
    case 4:
    case 5: {
      // Few names, or none, so that the name tells no route from another. Two statements: the order in which the
      // operands of + are computed is the compiler's choice.
      const char* const name = random.below(2) == 0 ? " web " : " - ";
      return "add " + router + path + name + std::to_string(random.below(1000));
    }
    case 6:
    case 7:
    case 8:
      return "retire " + router + path;
    case 9:
      return "remove " + router + path;
    case 10:
      return random.below(3) == 0 ? "delete " + router : "create " + router;
    case 11:
      return "hold " + router;
    case 12:
      return "release " + router;
    case 13:
    case 14:
      return "create-backend " + backend + " " + router;
    case 15:
    case 16:
      return "move-backend " + backend + " " + router;
    case 17:
      return "delete-backend " + backend;
    case 18:
      return "move-and-delete-backend " + backend + " " + router;
    default:
      return "unlabel-and-delete-backend " + backend;
  }
}

std::string RouterUser::make(std::string_view edit)
{
  const auto words = words_of(edit);
  if (words.size() < 2) unknown_edit(edit);
  const auto& what = words[0];
  const auto& name = words[1];
  if (what.ends_with("-backend")) return attempt([&] { make_backend(words); });
  if (what == "create") return attempt([&] { create_router(name); });
  if (what == "delete") return attempt([&] { client_.delete_(routers(), key_of(name)); });
  if (what == "hold" || what == "release") return attempt([&] { hold(name, what == "hold"); });
  if (words.size() < 3) unknown_edit(edit);
  const auto& path = words[2];
  const auto same_path = [&](const OwnRoute& route) { return route.path == path; };
  return attempt([&] {
    edit_routes(name, [&](std::vector<OwnRoute>& routes) {
      const auto found = std::find_if(routes.begin(), routes.end(), same_path);
      if (what == "add" && words.size() == 5) {
        if (found == routes.end()) routes.push_back({words[3] == "-" ? "" : words[3], path, std::stoll(words[4])});
      } else if (what == "retire") {
        if (found != routes.end()) found->retired = true;
      } else if (what == "remove") {
        if (found != routes.end()) routes.erase(found);
      } else {
        unknown_edit(edit);
      }
    });
  });
}

void RouterUser::create_router(const std::string& name)
{
  const nlohmann::json router{{"apiVersion", "example.com/v1"},
                              {"kind", "Router"},
                              {"metadata", {{"namespace", "default"}, {"name", name}}},
                              {"spec", {{"routes", nlohmann::json::array()}}}};
  known_[name] = Known{std::string(client_.create(routers(), Object::from_json(router)).uid()), {}, false};
}

// Reads the router, changes its own routes and no others, and writes it back: nobody comes in between.
void RouterUser::edit_routes(const std::string& router, const std::function<void(std::vector<OwnRoute>&)>& change)
{
  const Object before = client_.get(routers(), key_of(router));
  auto json = before.json();
  auto& listed = json["spec"]["routes"];
  auto& own = known_.at(router).routes;
  const auto path_of = [](const nlohmann::json& route) { return route.value("path", ""); };
  // What was retired may be gone by now.
  std::erase_if(own, [&](const OwnRoute& route) {
    return route.retired &&
           std::none_of(listed.begin(), listed.end(), [&](const auto& each) { return path_of(each) == route.path; });
  });
  auto wanted = own;
  change(wanted);
  auto edited = nlohmann::json::array();
  const auto find = [&](const std::string& path) {
    return std::find_if(wanted.begin(), wanted.end(), [&](const OwnRoute& each) { return each.path == path; });
  };
  for (auto& route : listed) {
    const bool was_own =
        std::any_of(own.begin(), own.end(), [&](const auto& each) { return each.path == path_of(route); });
    const auto found = find(path_of(route));
    if (was_own && found == wanted.end()) continue;
    if (found != wanted.end() && found->retired) route["retired"] = true;
    edited.push_back(std::move(route));
  }
  for (const auto& route : wanted) {
    const bool there =
        std::any_of(edited.begin(), edited.end(), [&](const auto& each) { return path_of(each) == route.path; });
    if (there) continue;
    nlohmann::json added{{"path", route.path}, {"timeoutSeconds", route.timeout}};
    if (!route.name.empty()) added["name"] = route.name;
    edited.push_back(std::move(added));
  }
  listed = std::move(edited);
  client_.update(routers(), Object::from_json(json));
  own = std::move(wanted);
}

void RouterUser::hold(const std::string& router, bool on)
{
  const Object before = client_.get(routers(), key_of(router));
  if (on && before.is_deleting()) return;  // no finalizer may be added any more
  auto finalizers = before.finalizers();
  std::erase(finalizers, kHoldFinalizer);
  if (on) finalizers.emplace_back(kHoldFinalizer);
  auto json = before.json();
  json["metadata"]["finalizers"] = finalizers;
  client_.update(routers(), Object::from_json(json));
  known_.at(router).hold = on;
}

void RouterUser::release_all()
{
  for (const auto& router : client_.list(routers()).items) hold(std::string(router.name()), false);
}

void RouterUser::make_backend(const std::vector<std::string>& words)
{
  const auto& what = words[0];
  const ObjectKey key = key_of(words[1]);
  const auto relabel = [&](const nlohmann::json& label) {
    const nlohmann::json patch{{"metadata", {{"labels", {{kRouterLabel, label}}}}}};
    client_.patch(resources::config_maps, key, patch.dump());
  };
  const auto router = [&] { return words.size() == 3 ? words[2] : (unknown_edit(what), std::string()); };
  if (what == "create-backend") {
    const nlohmann::json backend{
        {"apiVersion", "v1"},
        {"kind", "ConfigMap"},
        {"metadata", {{"namespace", "default"}, {"name", key.name}, {"labels", {{kRouterLabel, router()}}}}}};
    client_.create(resources::config_maps, Object::from_json(backend));
    return;
  }
  if (what == "move-backend" || what == "move-and-delete-backend") {
    relabel(router());
  } else if (what == "unlabel-and-delete-backend") {
    relabel(nullptr);
  } else if (what != "delete-backend") {
    unknown_edit(what);
  }
  if (what != "move-backend") client_.delete_(resources::config_maps, key);
}

std::string RouterUser::damage() const
{
  for (const auto& router : client_.list(routers()).items) {
    const auto found = known_.find(std::string(router.name()));
    if (found == known_.end() || found->second.uid != router.uid()) continue;
    if (auto what = damage_to(router, found->second); !what.empty()) return what;
  }
  return {};
}

std::string RouterUser::damage_to(const Object& router, const Known& known) const
{
  const std::string of = " of " + std::string(router.name());
  const auto finalizers = router.finalizers();
  const bool held = std::find(finalizers.begin(), finalizers.end(), kHoldFinalizer) != finalizers.end();
  if (known.hold && !held) return "another writer's finalizer was lost" + of;
  if (!known.hold && held) return "a finalizer came back" + of;
  const auto spec = router.json();
  auto next = known.routes.begin();
  for (const auto& route : spec["spec"]["routes"]) {
    const std::string path = route.value("path", "");
    if (path == kHealthPath) continue;
    while (next != known.routes.end() && next->path != path && next->retired) ++next;
    if (next == known.routes.end() || next->path != path) {
      return "another writer's list element was lost, moved or came back: at route " + path + of;
    }
    if (route.value("timeoutSeconds", std::int64_t{-1}) != next->timeout || route.value("name", "") != next->name) {
      return "an unknown field was lost or moved: timeoutSeconds of route " + path + of;
    }
    ++next;
  }
  while (next != known.routes.end() && next->retired) ++next;
  if (next != known.routes.end())
    return "another writer's list element was lost, moved or came back: route " + next->path + of;
  return {};
}

}  // namespace kubexx::simulation
