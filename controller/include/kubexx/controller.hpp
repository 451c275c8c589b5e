// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Everything that most operators need; docs/headers.md lists the rest.
#include "kubexx/base/asio.hpp"
#include "kubexx/base/early_signals.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/config.hpp"
#include "kubexx/client/describe.hpp"
#include "kubexx/client/error.hpp"
#include "kubexx/client/field_selector.hpp"
#include "kubexx/client/int_or_string.hpp"
#include "kubexx/client/label_selector.hpp"
#include "kubexx/client/meta_duration.hpp"
#include "kubexx/client/ownership.hpp"
#include "kubexx/client/quantity.hpp"
#include "kubexx/client/resources.hpp"
#include "kubexx/client/typed.hpp"
#include "kubexx/controller/builder.hpp"
#include "kubexx/controller/context.hpp"
#include "kubexx/controller/logging.hpp"
#include "kubexx/controller/manager.hpp"
#include "kubexx/controller/prometheus.hpp"
#include "kubexx/controller/result.hpp"
