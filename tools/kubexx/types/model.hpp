// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// What a header declares, before it is printed.
namespace kubexx::cli::types {

/// A fact of KUBEXX_DESCRIBE, KUBEXX_SCHEMA or KUBEXX_CRD as C++ code: `head`, a literal of `text`, `tail`.
struct Fact {
  std::string head;
  std::optional<std::string> text = {};  ///< may be printed as several literals
  std::string tail = {};
};
using Facts = std::vector<Fact>;

struct Member {
  std::string name;
  std::string type;
  std::string comment = {};
  Facts facts = {};
};

/// A constant of an open enum and its text.
struct Constant {
  std::string name;
  std::string text;
};

/// A struct with members, or an open enum with constants.
struct Declared {
  std::string name;
  std::string comment = {};
  bool is_enum = false;
  std::vector<Member> members = {};
  std::vector<Constant> constants = {};
  Facts object_facts = {};  ///< of KUBEXX_SCHEMA
};

/// A name of the CRD that has another one in C++, as often as that happens.
struct Renamed {
  std::string from, to, reason;
  std::string first_path;
  std::size_t count = 0;
};

/// One version of one kind.
struct Header {
  std::string stem;      ///< of the file: "backup_v1"
  std::string space;     ///< the namespace: "backups::v1"
  std::string crd;       ///< "backups.example.org"
  std::string version;   ///< "v1"
  std::string root;      ///< the struct of the kind
  std::string resource;  ///< the arguments of ResourceInfo
  bool is_stored = false;
  std::vector<Declared> declared = {};  ///< each after what it uses; the kind is the last
  Facts kind_facts = {};                ///< of KUBEXX_CRD
  std::set<std::string> includes = {};  ///< `<map>`, `"kubexx/…"`
  std::vector<Renamed> renamed = {};
  std::vector<std::string> verbatim = {};  ///< paths whose schema is kept as JSON
};

}  // namespace kubexx::cli::types
