// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "informer_core.hpp"

namespace kubexx {

// What the handles share; the last one ends the watch.
struct SharedInformer::Impl {
  explicit Impl(std::shared_ptr<InformerCore> shared) : core(std::move(shared)) {}
  ~Impl() { core->request_stop(); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  const std::shared_ptr<InformerCore> core;
};

}  // namespace kubexx
