// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Deprecated: include kubexx/election/leader_election.hpp. Removed in 0.4.
#include "kubexx/election/leader_election.hpp"
