// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/server.hpp"
#include "render/render.hpp"
#include "verbs/selectors.hpp"

/// What selects the objects of a list, by the query of a request. Used by lists, deletions of many, and watches.
namespace kubexx::apiserver {

/// The objects of a page, in the order of their keys.
struct ListPage {
  std::vector<StoredPtr> items;
  Renderer::ListInfo info;
};
/// Takes the lock for a moment. Throws Failures: options that are wrong, and a version that is gone or has not come.
[[nodiscard]] ListPage select_page(Server& server, const Call& call);

/// Throws a 406 when one object's metadata was asked for.
void check_list_form(const Call& call);

/// By labelSelector and fieldSelector. Throws bad requests.
[[nodiscard]] Filter filter_of(const Call& call);

/// Throws for what is no version, and for one that is newer than `newest` unless it `may_come`: such a version, a watch
/// may wait for, is cut off at the largest of ours. The words for a `list` are others than those of a get or a watch.
[[nodiscard]] std::int64_t parse_version(const std::string& text, std::int64_t newest, bool list,
                                         bool may_come = false);

}  // namespace kubexx::apiserver
