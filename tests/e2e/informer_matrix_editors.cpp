// SPDX-License-Identifier: Apache-2.0
#include "informer_matrix_editors.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <nlohmann/json.hpp>
#include <random>
#include <utility>

#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

using namespace std::chrono_literals;

constexpr int creators = 16;
constexpr int editors = 4;
constexpr auto between_edits = 20ms;  // the server's processor time is for what is measured

ObjectKey key_of(const KeySpace& space, int number)
{
  const auto namespaces = static_cast<int>(space.namespaces.size());
  return {space.namespaces[static_cast<std::size_t>(number % namespaces)], "o-" + std::to_string(number / namespaces)};
}

int size_of(const KeySpace& space)
{
  return space.in_each * static_cast<int>(space.namespaces.size());
}

template <class Options>
Options once()
{
  Options options;
  options.retry = false;
  options.timeout = 5s;
  return options;
}

}  // namespace

Object made(const ResourceType& type, const ObjectKey& key, int value)
{
  if (type.kind == "Foo") return foo(key.namespace_, key.name, "d-" + std::to_string(value), 1);
  return config_map(key.namespace_, key.name, std::to_string(value));
}

void create_missing(const Client& client, const KeySpace& space)
{
  std::vector<std::jthread> threads;
  for (int creator = 0; creator < std::min(creators, size_of(space)); ++creator) {
    threads.emplace_back([&client, &space, creator] {
      for (int i = creator; i < size_of(space); i += creators) {
        try {
          (void)client.create(space.type, made(space.type, key_of(space, i), i));
        } catch (const ApiError& error) {
          EXPECT_TRUE(is_already_exists(error)) << error.what();
        }
      }
    });
  }
}

Editors::Editors(const Client& client, std::vector<KeySpace> spaces, unsigned seed) : spaces_(std::move(spaces))
{
  for (unsigned editor = 0; editor < editors; ++editor) {
    threads_.emplace_back([this, client, seed, editor](const std::stop_token& stop) {
      std::mt19937 random(seed * editors + editor);
      while (!stop.stop_requested()) {
        try {
          edit(client, spaces_[random() % spaces_.size()], static_cast<unsigned>(random()));
          ++edits_;
        } catch (const std::exception&) {
          // The server is away, or another editor was faster.
        }
        std::this_thread::sleep_for(between_edits);
      }
    });
  }
}

void Editors::edit(const Client& client, const KeySpace& space, unsigned dice)
{
  const auto key = key_of(space, static_cast<int>((dice / 4) % static_cast<unsigned>(size_of(space))));
  const Object object = made(space.type, key, static_cast<int>(dice % 1'000'000));
  if (dice % 4 != 0) {
    (void)client.patch(space.type, key, object.json().dump(), once<PatchOptions>());
    return;
  }
  client.delete_(space.type, key, once<DeleteOptions>());
  (void)client.create(space.type, object, once<WriteOptions>());
}

}  // namespace kubexx::e2e
