// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>

#include "sync_reconciler.hpp"

int main(int argc, char** argv)
{
  configmap_sync::SyncOptions sync;
  kubexx::OperatorOptions options;
  options.name = "configmap-sync";
  options.description = "Copies ConfigMaps to the targets of ConfigMapSyncs (example.com/v1).";
  options.add_flags = [&sync](CLI::App& app) {
    app.add_flag("--server-side-apply,!--no-server-side-apply", sync.server_side_apply,
                 "Write copies with server-side apply instead of create and patch");
  };
  return kubexx::run_operator(
      argc, argv, options, [&sync](kubexx::Manager& manager) { configmap_sync::add_sync_controller(manager, sync); });
}
