// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/kind.hpp"
#include "core/request.hpp"
#include "store/store.hpp"

namespace kubexx::apiserver {

/// Writes stored objects as the bytes that a client asked for: one API version, as objects, tables or metadata only.
class Renderer {
public:
  Renderer(KindPtr kind, std::string version, Representation as, WallTime now);
  /// From here on ages are counted up to `now`: a watch outlives the moment at which it began.
  void set_now(WallTime now) noexcept { now_ = now; }

  /// Whether a line of a watch takes a tree to write, and is the same at any time.
  [[nodiscard]] bool shares_frames() const noexcept
  {
    return as_.form != Form::table && (as_.protobuf || (kind_->from_stored && as_.form == Form::object));
  }
  /// Whether `other` writes the same bytes, of ages apart.
  [[nodiscard]] bool same_form(const Renderer& other) const noexcept
  {
    return kind_ == other.kind_ && version_ == other.version_ && as_ == other.as_;
  }

  [[nodiscard]] std::string object(const Stored& stored) const;
  struct ListInfo {
    std::int64_t version = 0;
    std::string continue_;
    std::int64_t remaining = -1;  ///< below zero: unknown
  };
  [[nodiscard]] std::string list(const std::vector<StoredPtr>& items, const ListInfo& info) const;
  /// One line of a watch, or its frame in protobuf. `first` asks for the column definitions of a table.
  [[nodiscard]] std::string watch_line(std::string_view type, const Stored& stored, bool first) const;
  /// Likewise, at the version that the watch has reached.
  [[nodiscard]] std::string bookmark_line(std::int64_t version, bool initial_events_end, bool first) const;
  [[nodiscard]] std::string error_line(const Json& status) const;

private:
  void append_object(std::string& to, const Stored& stored) const;
  void append_full(std::string& to, const Stored& stored, bool with_type) const;
  void append_partial(std::string& to, std::string_view metadata) const;
  void append_row_object(std::string& to, const Stored& stored) const;
  void append_row(std::string& to, const Stored& stored) const;
  [[nodiscard]] std::string table(const std::vector<StoredPtr>& items, const ListInfo& info, bool columns) const;
  [[nodiscard]] std::string line(std::string_view type, std::string object) const;

  KindPtr kind_;
  const ServedVersion* version_;  // of kind_
  Representation as_;
  WallTime now_;
};

}  // namespace kubexx::apiserver
