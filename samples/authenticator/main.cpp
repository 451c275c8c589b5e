// SPDX-License-Identifier: Apache-2.0
// Decides about requests with the API server's users and roles. Reads lines "TOKEN VERB RESOURCE NAMESPACE" and answers
// each with a line; where this prints, a service would have its handler of requests.
#include <cstdio>
#include <iostream>
#include <kubexx/client/load_config.hpp>
#include <sstream>

#include "reviews.hpp"

using namespace kubexx;

namespace {

std::string decide(Reviews& reviews, const std::string& line)
{
  std::istringstream words(line);
  std::string token;
  Reviews::Action action;
  words >> token >> action.verb >> action.resource >> action.namespace_;
  try {
    const auto user = reviews.authenticate(token);
    if (!user) return "401: the token is not valid";
    if (!reviews.allows(*user, action)) return "403: " + user->name + " may not " + action.verb + " " + action.resource;
    return "200: " + user->name;
  } catch (const std::exception& error) {
    return std::string("503: ") + error.what();
  }
}

}  // namespace

int main()
try {
  SystemRuntime system({.io_threads = 4});
  ConfigOptions where;
  where.environment = system_environment();
  Reviews reviews(Client::connect(system.runtime(), load_config(where)), std::chrono::seconds(60));
  for (std::string line; std::getline(std::cin, line);) {
    std::printf("%s\n", decide(reviews, line).c_str());
    std::fflush(stdout);
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "authenticator: %s\n", error.what());
  return 1;
}
