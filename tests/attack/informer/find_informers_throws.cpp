// SPDX-License-Identifier: Apache-2.0
// read_your_writes.hpp: "The interceptor that tells informers what goes through a client".
// Expected: a FindInformers that throws (or is empty) costs read-your-writes at most (logged, or refused by
// make_read_your_writes):
//           a write that the server has done does not fail, as Interceptor::written "must not throw" for the same
//           reason.
// Happens:  create() throws what `find` threw ("bad_function_call" for an empty one) although the object was created;
// the caller retries
//           and gets AlreadyExists; with generateName it makes a second object.
// exit code 0 = holds, 1 = broken
#include <boost/asio.hpp>
#include <cstdio>
#include <kubexx/apimachinery/well_known_resources.hpp>
#include <kubexx/apiserver/apiserver.hpp>
#include <kubexx/base/system_clock.hpp>
#include <kubexx/informer/read_your_writes.hpp>
using namespace kubexx;
int main()
{
  SystemClock clock;
  SystemRandom random;
  SystemRuntime system;
  ApiServer server({.clock = &clock, .random = &random});
  Client plain(system.runtime(), make_in_process_transport(system.runtime(), server));
  int broken = 0;
  const auto attempt = [&](const char* name, FindInformers find) {
    try {
      const Client client = plain.with_interceptor(make_read_your_writes(std::move(find)));
      try {
        client.create(
            resources::config_maps,
            Object::parse(
                std::string(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"default","name":")") +
                name + "\"}}"));
        std::printf("%s: created\n", name);
      } catch (const std::exception& error) {
        bool there = true;
        try {
          plain.get(resources::config_maps, {"default", name});
        } catch (const std::exception&) {
          there = false;
        }
        std::printf("%s: create threw '%s'; the object exists: %d\n", name, error.what(), there);
        broken += there;
      }
    } catch (const std::exception& error) {
      std::printf("%s: refused: %s\n", name, error.what());
    }
  };
  attempt("throws", [](const ResourceType&) -> std::vector<SharedInformer> { throw std::runtime_error("find"); });
  attempt("empty", {});
  return broken ? 1 : 0;
}
