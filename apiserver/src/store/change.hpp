// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "store/stored.hpp"

namespace kubexx::apiserver {

/// One step of the history of a collection.
struct Change {
  std::int64_t version = 0;
  StoredPtr current;   ///< null: deleted
  StoredPtr previous;  ///< null: created
  StoredPtr last;      ///< `previous` with this version: when deleted, or once a watch saw it go, see last_state
};

}  // namespace kubexx::apiserver
