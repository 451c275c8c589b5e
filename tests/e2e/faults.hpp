// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sample.hpp"

namespace kubexx::e2e {

/// The sample controller on a control plane of its own, and what the Foos there must become.
class Faults : public OwnControlPlane {
protected:
  void SetUp() override
  {
    OwnControlPlane::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    identity_ = std::make_unique<Identity>(admin());
  }
  void TearDown() override
  {
    if (sample_) {
      const auto exit = sample_->process().stop(std::chrono::seconds(15));
      EXPECT_EQ(exit.code, 0) << "the sample ended with " << to_string(exit) << "\n" << last_lines();
    }
    sample_.reset();
    identity_.reset();
    OwnControlPlane::TearDown();
  }

  void start_sample(std::vector<std::string> flags = {})
  {
    sample_ = std::make_unique<Sample>(
        Sample::Options{files(), folder(), identity_->token("sample"), "sample-controller", std::move(flags)});
    sample_->start();
    ASSERT_TRUE(eventually([&] { return sample_->ready(); })) << sample_->output();
  }
  Sample& sample() { return *sample_; }
  [[nodiscard]] std::string last_lines() const
  {
    const auto text = sample_->output();
    return text.size() < 8000 ? text : text.substr(text.size() - 8000);
  }

  // Replicas by name of the Deployments that have a Foo as their controller.
  [[nodiscard]] std::map<std::string, std::int64_t> owned_deployments() const
  {
    ListOptions options;
    options.namespace_ = "default";
    std::map<std::string, std::int64_t> found;
    for (const auto& item : admin().list(deployments(), options).items) {
      if (item.controller_owner() && !item.is_deleting()) {
        found.emplace(item.name(), item.at("/spec/replicas").as_int().value_or(-1));
      }
    }
    return found;
  }
  // Whether the Deployments are those that the Foos ask for, no more and no less.
  [[nodiscard]] bool converged() const
  {
    ListOptions options;
    options.namespace_ = "default";
    std::map<std::string, std::int64_t> wanted;
    for (const auto& item : admin().list(foos(), options).items) {
      wanted.emplace(item.at("/spec/deploymentName").as_string().value_or(""),
                     item.at("/spec/replicas").as_int().value_or(-1));
    }
    return wanted == owned_deployments();
  }
  void create(const std::string& name, int replicas) const
  {
    admin().create(foos(), foo("default", name, name, replicas));
  }
  void scale(const std::string& name, int replicas) const
  {
    admin().patch(foos(), {"default", name}, R"({"spec":{"replicas":)" + std::to_string(replicas) + "}}");
  }

private:
  std::unique_ptr<Identity> identity_;
  std::unique_ptr<Sample> sample_;
};

}  // namespace kubexx::e2e
