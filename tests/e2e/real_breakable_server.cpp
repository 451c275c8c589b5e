// SPDX-License-Identifier: Apache-2.0
// A real control plane as a server that tests of the samples break.
#include <iostream>

#include "control_plane.hpp"
#include "samples/breakable_server.hpp"

namespace sample {
namespace {

using kubexx::e2e::ControlPlane;

/// One for all tests of this process: to start it takes longer than a test.
ControlPlane& shared_plane()
{
  static const std::filesystem::path folder = std::filesystem::path(KUBEXX_E2E_BINARY_DIR) / "logs" / "service-faults";
  static ControlPlane plane = [] {
    ControlPlane::Options options{folder};
    options.controller_manager = false;
    return ControlPlane(kubexx::e2e::find_assets(), std::move(options));
  }();
  return plane;
}

class RealBreakableServer : public BreakableServer {
public:
  explicit RealBreakableServer(ControlPlane& plane)
      : plane_(plane), kubeconfig_(kubexx::e2e::PlaneFiles{plane_.directory()}.kubeconfig())
  {
  }

  [[nodiscard]] const std::string& kubeconfig() const override { return kubeconfig_; }
  [[nodiscard]] User user() const override { return {kubexx::e2e::powerless_token, "nobody-special"}; }
  void signal(int number) override { plane_.signal_apiserver(number); }
  void go_away() override { plane_.kill_apiserver(); }
  void come_back() override { plane_.start_apiserver(); }
  void come_back_empty() override { plane_.restore_state({}); }
  void forget(const std::function<void()>& change) override
  {
    restart();
    change();
    restart();  // its watch cache begins after the changes
  }

private:
  void restart()
  {
    plane_.kill_apiserver();
    plane_.start_apiserver();
  }

  ControlPlane& plane_;
  const std::string kubeconfig_;
};

}  // namespace

std::unique_ptr<BreakableServer> make_breakable_server(const std::filesystem::path& /*folder*/)
{
  try {
    return std::make_unique<RealBreakableServer>(shared_plane());
  } catch (const kubexx::e2e::CannotRun& reason) {
    std::cerr << reason.what() << "\n";
    return nullptr;
  }
}

}  // namespace sample
