// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kubexx/apiserver/apiserver.hpp"
#include "support.hpp"

/// A world with the embedded API server in it.
namespace kubexx::informer_test {

inline Object draft(const std::string& name, const std::string& value, const std::string& labels = "{}",
                    const std::string& namespace_ = "default")
{
  return Object::parse(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":")" + namespace_ +
                       R"(","name":")" + name + R"(","labels":)" + labels + R"(},"data":{"value":")" + value +
                       R"("}})");
}

// "name=value" of each.
template <class Objects>
std::string values_of(const Objects& objects)
{
  std::string text;
  for (const auto& object : objects) {
    if (!text.empty()) text += ' ';
    text += std::string(object.name()) + "=" + object.at("/data/value").as_string().value_or("?");
  }
  return text;
}

struct ServedWorld : World {
  explicit ServedWorld(std::uint64_t seed = 1) : World(seed + 1), random_of_server(seed)
  {
    ApiServer::Options options;
    options.clock = &clock;
    options.random = &random_of_server;
    server.emplace(options);
    client.emplace(runtime, make_in_process_transport(runtime, *server));
  }
  ~ServedWorld() { settle(); }

  void put(const std::string& name, const std::string& value, const std::string& labels = "{}")
  {
    put(ObjectKey{"default", name}, draft(name, value, labels));
  }
  void put(const ObjectKey& key, const Object& wanted)
  {
    try {
      (void)client->get(config_maps(), key);
      client->update(config_maps(), wanted);
    } catch (const ApiError& error) {
      if (!is_not_found(error)) throw;
      client->create(config_maps(), wanted);
    }
  }
  void remove(const std::string& name) { client->delete_(config_maps(), {"default", name}); }
  std::vector<Object> served(const std::string& label_selector = "", const std::string& namespace_ = "default")
  {
    ListOptions options;
    options.namespace_ = namespace_;
    options.label_selector = label_selector;
    return client->list(config_maps(), options).items;
  }
  void stop(const SharedInformer& informer) { run(informer.async_stop()); }

  SeededRandom random_of_server;
  std::optional<ApiServer> server;
  std::optional<Client> client;
};

}  // namespace kubexx::informer_test
