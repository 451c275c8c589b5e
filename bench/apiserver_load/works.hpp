// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "connection.hpp"
#include "processes.hpp"

/// What apiserver_load can do to a server. Each work prints one line of NAME=VALUE.
namespace kubexx::bench {

struct Load {
  Target target;
  Processes server;
};

/// A ConfigMap of about `bytes` with the label `group`.
[[nodiscard]] std::string config_map(const std::string& name, const std::string& group, std::size_t bytes);

/// Throws unless `status` is `wanted`.
void expect(unsigned status, unsigned wanted, const std::string& what);

/// `count` ConfigMaps of `bytes` in a namespace of their own, by `clients` connections at once.
void create(const Load& load, const std::string& space, std::size_t count, std::size_t bytes, std::size_t clients);

/// All ConfigMaps of a namespace, in pages of `limit`; 0: in one answer.
void read(const Load& load, const std::string& space, std::size_t limit);

/// `watches` watches with selectors in groups of ten, in a namespace of their own: `paced` writes one after the other,
/// each to one group, from the request to each of the ten events; then `burst` by `clients` connections at once.
void watch(const Load& load, const std::string& space, std::size_t watches, std::size_t paced, std::size_t burst,
           std::size_t clients);

/// What a command, such as kubectl, takes and makes the server take.
void run(const Load& load, std::vector<std::string> command);

}  // namespace kubexx::bench
