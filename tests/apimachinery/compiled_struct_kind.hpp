// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/describe_struct.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"

/// A kind that is described in a source file.
namespace compiled_struct_test {

struct Volume {
  std::string name{};
  std::string zone{};
  std::optional<std::int64_t> size{};

  bool operator==(const Volume&) const;
};
KUBEXX_COMPILED(Volume)

struct DiskSpec {
  std::string class_{};
  std::vector<Volume> volumes{};
  std::vector<Volume> spares{};
  std::vector<std::vector<Volume>> groups{};
  std::map<std::string, std::vector<Volume>> table{};

  bool operator==(const DiskSpec&) const;
};
KUBEXX_COMPILED(DiskSpec)

struct Disk {
  static constexpr kubexx::ResourceInfo kubexx_resource{"example.org", "v1", "Disk", "disks"};

  kubexx::ObjectMeta metadata{};
  DiskSpec spec{};

  bool operator==(const Disk&) const;
};
KUBEXX_COMPILED(Disk)
KUBEXX_CRD(Disk, short_name("dk"));

}  // namespace compiled_struct_test
