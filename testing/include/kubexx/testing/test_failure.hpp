// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace kubexx::testing {

/// What a test of an operator expected and did not find. Its text has all that is known: what was expected, what was
/// found, the last events, why the operator reconciles the key or does not, what it logged, and the faults. No test
/// framework is needed: each reports the text of an exception that leaves a test.
class TestFailure : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// So many tasks of a simulation ran at one moment that the rest is not waited for: something goes on and on, and waits
/// for nothing (SimulatedRuntime::Options::most_tasks).
class TimeStandsStill : public TestFailure {
public:
  using TestFailure::TestFailure;
};

}  // namespace kubexx::testing
