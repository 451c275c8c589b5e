// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kubexx/client/discovery.hpp"

/// The documents of discovery, read. Each function throws ObjectError when the text is not the document it should be.
namespace kubexx::detail {

/// A group version whose resources are in a document of their own.
struct PendingVersion {
  std::string group, version;
  [[nodiscard]] std::string path() const;
};

/// The answer of /api or /apis in either form: adds groups, and what is left to ask for, to these.
void read_groups(std::string_view body, Discovery& to, std::vector<PendingVersion>& pending);

/// An APIResourceList.
[[nodiscard]] std::vector<ApiResource> read_resources(std::string_view body, const PendingVersion& of);

[[nodiscard]] ServerVersion read_version(std::string_view body);

}  // namespace kubexx::detail
