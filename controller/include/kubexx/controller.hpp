// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Everything that an operator needs: `#include <kubexx/controller.hpp>`.
#include "kubexx/base/asio.hpp"
#include "kubexx/base/early_signals.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/config.hpp"
#include "kubexx/client/describe.hpp"
#include "kubexx/client/ownership.hpp"
#include "kubexx/controller/builder.hpp"
#include "kubexx/controller/context.hpp"
#include "kubexx/controller/logging.hpp"
#include "kubexx/controller/manager.hpp"
#include "kubexx/controller/prometheus.hpp"
#include "kubexx/controller/result.hpp"
