// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "pod_frames.hpp"

namespace kubexx::bench {

/// What stands before the items of a list.
struct PageHead {
  std::uint64_t version = 0;
  std::string continue_;  ///< empty on the last page
  std::size_t remaining = 0;
  std::size_t items = 0;  ///< on this page
};

/// The bodies of one content type, in chunks of HTTP/1.1: one for each item of a list and each event of a watch, as
/// kube-apiserver writes them. Those of all pods are rendered before anyone asks for them.
class Encoding {
public:
  virtual ~Encoding() = default;
  Encoding(const Encoding&) = delete;
  Encoding& operator=(const Encoding&) = delete;

  const std::string list_type, watch_type;  // Content-Type
  PodFrames listed;                         // items of a list; what separates items comes first
  PodFrames added;                          // ADDED events
  const PodTemplate modified;               // a MODIFIED event

  [[nodiscard]] virtual std::string list_head(const PageHead& page) const = 0;
  /// The first item of a page, which nothing separates from one before.
  [[nodiscard]] virtual std::string first_item(std::string_view item) const { return std::string(item); }
  [[nodiscard]] virtual std::string list_tail() const = 0;
  /// The bookmark that ends the initial events.
  [[nodiscard]] virtual std::string bookmark(std::uint64_t version) const = 0;
  /// The ERROR event 410.
  [[nodiscard]] virtual std::string gone() const = 0;

  void set(const PodState& pod)
  {
    listed.set(pod);
    added.set(pod);
  }

protected:
  Encoding(std::string list, std::string watch, std::size_t count, std::string item, std::string add,
           std::string modify)
      : list_type(std::move(list)),
        watch_type(std::move(watch)),
        listed(PodTemplate(std::move(item)), count),
        added(PodTemplate(std::move(add)), count),
        modified(std::move(modify))
  {
  }
};

/// `data` as one chunk.
[[nodiscard]] std::string chunk(std::string_view data);

[[nodiscard]] std::unique_ptr<Encoding> make_json_encoding(std::size_t count);
/// `pod` is the pod with placeholders as protobuf: PodTemplate::json() marshalled by k8s.io/api.
[[nodiscard]] std::unique_ptr<Encoding> make_protobuf_encoding(std::size_t count, const std::string& pod);

}  // namespace kubexx::bench
