// SPDX-License-Identifier: Apache-2.0
#include "openapi.hpp"

#include "discovery.hpp"

namespace kubexx::apiserver {

HttpResponse answer_openapi(const Server& /*server*/, const HttpRequest& /*request*/,
                            const std::vector<std::string>& /*segments*/)
{
  return page_not_found();
}

}  // namespace kubexx::apiserver
