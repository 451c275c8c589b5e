// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Everything that most operators need; docs/headers.md lists the rest.
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/field_selector.hpp"
#include "kubexx/apimachinery/int_or_string.hpp"
#include "kubexx/apimachinery/label_selector.hpp"
#include "kubexx/apimachinery/meta_duration.hpp"
#include "kubexx/apimachinery/ownership.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/apimachinery/resources.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/base/early_signals.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/config.hpp"
#include "kubexx/client/typed.hpp"
#include "kubexx/controller/builder.hpp"
#include "kubexx/controller/context.hpp"
#include "kubexx/controller/logging.hpp"
#include "kubexx/controller/manager.hpp"
#include "kubexx/controller/prometheus.hpp"
#include "kubexx/controller/result.hpp"
