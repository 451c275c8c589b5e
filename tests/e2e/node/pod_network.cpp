// SPDX-License-Identifier: Apache-2.0
#include "pod_network.hpp"

#include <unistd.h>

#include <atomic>
#include <sstream>
#include <stdexcept>

#include "support/process.hpp"

namespace kubexx::e2e::node {
namespace {

constexpr auto bridge = "kubexx0";

support::Outcome try_ip(const std::string& words)
{
  support::Command command{{"/sbin/ip"}};
  std::istringstream all(words);
  for (std::string word; all >> word;) command.argv.push_back(word);
  return support::run(command);
}

void ip(const std::string& words)
{
  const auto outcome = try_ip(words);
  if (!outcome.ok()) throw std::runtime_error("ip " + words + ": " + outcome.all());
}

}  // namespace

Bridge::Bridge()
{
  if (try_ip(std::string("link show ") + bridge).ok()) return;
  ip("link set lo up");
  ip(std::string("link add ") + bridge + " type bridge");
  ip("address add " + address() + "/16 dev " + bridge);
  ip(std::string("link set ") + bridge + " up");
}

PodNetwork::PodNetwork()
{
  static std::atomic<unsigned> pods = 0;
  const unsigned number = ++pods;
  const auto suffix = std::to_string(::getpid()) + "-" + std::to_string(number);
  name_ = "kubexx-" + suffix;
  address_ = "10.244." + std::to_string(number / 250) + "." + std::to_string(2 + number % 250);
  // A name of an interface has at most 15 characters.
  const auto outside = "kx" + suffix;
  ip("netns add " + name_);
  ip("link add " + outside + " type veth peer name eth0 netns " + name_);
  ip("link set " + outside + " master " + std::string(bridge) + " up");
  const auto inside = "-netns " + name_ + " ";
  ip(inside + "link set lo up");
  ip(inside + "address add " + address_ + "/16 dev eth0");
  ip(inside + "link set eth0 up");
  ip(inside + "route add default via " + Bridge::address());
}

PodNetwork::~PodNetwork()
{
  (void)try_ip("netns delete " + name_);
}

}  // namespace kubexx::e2e::node
