// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
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
#include "real_server.hpp"
#include "recording.hpp"
#include "webhook_server.hpp"

namespace kubexx::e2e {

/// The folder recordings/ of the sources.
[[nodiscard]] std::filesystem::path recordings_folder();

/// To the API server of a control plane.
[[nodiscard]] std::shared_ptr<Transport> transport_to(const PlaneFiles& files);

/// Of an embedded API server like the real one of the tests: with RBAC, and the same users.
[[nodiscard]] ApiServer::Options embedded_options(Random& random);

class HeaderNotes;

/// One of the two servers that a case is sent to, with what the case has learned of it. Not thread safe.
class Side {
public:
  /// `real`: it does some things a moment later, which is waited for.
  Side(std::shared_ptr<Transport> transport, bool real);

  /// Makes the namespace of a case.
  void begin(const std::string& namespace_, const Recording& recording);
  /// The answer to a step, in a form that can be compared.
  nlohmann::json take(const Step& step, std::size_t number);
  /// Removes what the case has made.
  void end();

private:
  HttpResponse send(const std::string& method, const std::string& target, const Headers& headers,
                    const std::string& body);
  HttpResponse send_until_ready(const Step& step, const std::string& target);
  void save(const Step& step, const nlohmann::json& body, const Headers& headers);
  nlohmann::json headers_of(const Headers& all);
  [[nodiscard]] std::string without_hook(std::string text) const;
  nlohmann::json review_of(nlohmann::json asked);
  void wait_for_webhooks(const std::string& target);
  void note_created(const std::string& target, const nlohmann::json& body);
  void remove(const std::string& path);

  const std::shared_ptr<HeaderNotes> notes_;
  const std::shared_ptr<Transport> transport_;
  bool real_;
  std::map<std::string, std::string> values_;
  Normaliser normaliser_;
  std::vector<std::string> created_;
  WebhookServer hooks_;
  int syncs_ = 0;
};

/// How two answers of `take` differ, a line for each place; `one` and `other` name the servers.
[[nodiscard]] std::string describe_difference(const nlohmann::json& real, const nlohmann::json& embedded);

}  // namespace kubexx::e2e
