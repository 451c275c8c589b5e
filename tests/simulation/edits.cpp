// SPDX-License-Identifier: Apache-2.0
#include "edits.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "words.hpp"

namespace kubexx::simulation {

namespace {

constexpr Duration kLongestPause = std::chrono::milliseconds(4000);  // between two edits

// Of all namespaces.
std::string list_path(const ResourceType& type)
{
  const std::string root = type.group.empty() ? "/api/" : "/apis/" + type.group + "/";
  return root + type.version + "/" + type.plural;
}

}  // namespace

Edits::Edits(ApiServer& server, Client client, testing::StaleLists& lists, std::vector<ResourceType> kinds)
    : server_(server),
      client_(std::move(client)),
      lists_(lists),
      kinds_(std::move(kinds)),
      foo_user_(client_),
      router_user_(client_)
{
}

testing::Fault Edits::draw(Random& random, Duration last) const
{
  testing::Fault edit;
  // Now and then several edits fall together.
  const auto longest = static_cast<std::uint64_t>(kLongestPause.count());
  const bool at_once = random.below(4) == 0;
  edit.span = last + (at_once ? Duration::zero() : Duration(static_cast<Duration::rep>(random.below(longest))));
  switch (random.below(16)) {
    case 0:
      edit.what = "server compact";
      break;
    case 1:
      edit.what = "server close-watches";
      break;
    case 2:
    case 3:
      edit.what = "server remember-lists";
      break;
    default:
      edit.what =
          random.below(2) == 0 ? "router-user " + RouterUser::draw(random) : "foo-user " + FooUser::draw(random);
  }
  return edit;
}

std::string Edits::make(const std::string& edit)
{
  const auto who = edit.substr(0, edit.find(' '));
  const auto what = std::string_view(edit).substr(std::min(edit.size(), who.size() + 1));
  if (who == "foo-user") return foo_user_.make(what);
  if (who == "router-user") return router_user_.make(what);
  if (edit == "server remember-lists") {
    remember_lists();
  } else if (edit == "server close-watches") {
    server_.close_watches();
  } else if (edit == "server compact") {
    server_.compact();
    server_.close_watches();
  } else {
    unknown_edit(edit);
  }
  return {};
}

void Edits::finish()
{
  router_user_.release_all();
}

std::string Edits::damage() const
{
  return router_user_.damage();
}

void Edits::remember_lists()
{
  for (const auto& type : kinds_) {
    const std::string path = list_path(type);
    lists_.remember(path, client_.get_raw(path));
  }
}

}  // namespace kubexx::simulation
