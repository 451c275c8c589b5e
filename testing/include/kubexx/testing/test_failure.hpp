// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace kubexx::testing {

/// An unmet expectation of an operator test. Its text has everything that is known: the expectation, the state that was
/// found, the last events, why the operator reconciles the key or does not, its log, and the faults. It works with
/// every test framework, because each reports the text of an exception that leaves a test.
class TestFailure : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Too many tasks of a simulation ran without virtual time moving: something repeats endlessly without waiting
/// (SimulatedRuntime::Options::max_tasks).
class SimulationStuck : public TestFailure {
public:
  using TestFailure::TestFailure;
};

}  // namespace kubexx::testing
