// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/http/transport.hpp"
#include "normalise.hpp"
#include "recording.hpp"
#include "webhook_server.hpp"

/// The real and the embedded API server side by side, for tests that send both the same requests. The real one has no
/// controllers, and the embedded one is told to leave garbage alone, so that nobody but the test changes its objects.
namespace kubexx::e2e {

[[nodiscard]] std::filesystem::path recordings_folder();
/// To the bare control plane of this ctest run, or to one of this process's own. Throws CannotRun.
[[nodiscard]] std::shared_ptr<Transport> real_transport();
/// As the real server is started: with RBAC, and the same users.
[[nodiscard]] ApiServer::Options embedded_options(Random& random);
/// How two answers of Side::take differ; empty when they do not.
[[nodiscard]] std::string describe_difference(const nlohmann::json& real, const nlohmann::json& embedded);

class EncodingNotes;

/// One of the two servers, with what a case has learned of it.
class Side {
public:
  Side(std::shared_ptr<Transport> transport, bool real);

  /// Creates the namespace of a case.
  void begin(const std::string& namespace_, const nlohmann::json& webhooks);
  /// The answer to a step, in a form that can be compared.
  [[nodiscard]] nlohmann::json take(const Step& step, std::size_t number);
  /// Removes what the case has created.
  void end();

private:
  HttpResponse send(const std::string& method, const std::string& target, const Headers& headers,
                    const std::string& body);
  [[nodiscard]] std::string without_hook(std::string text) const;
  nlohmann::json review_of(nlohmann::json asked);
  void wait_for_webhooks(const std::string& target);
  void note_created(const std::string& target, const nlohmann::json& body);
  void remove(const std::string& path);

  const std::shared_ptr<EncodingNotes> notes_;
  const std::shared_ptr<Transport> transport_;
  bool real_;
  std::map<std::string, std::string> values_;
  Normaliser normaliser_;
  std::vector<std::string> created_;
  WebhookServer hooks_;
  int syncs_ = 0;
};

}  // namespace kubexx::e2e
