// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

namespace kubexx::test {

/// Random JSON for property tests: the same for the same seed.
class RandomJson {
public:
  explicit RandomJson(std::uint64_t seed) : engine_(seed) {}

  [[nodiscard]] std::size_t below(std::size_t bound) { return static_cast<std::size_t>(engine_() % bound); }

  [[nodiscard]] std::string text()
  {
    static const std::string pieces[] = {"a",        "name", "managedFields", "\"",       "\\", "/",
                                         "~",        "\n",   "\x01",          "\xc3\xa9", "{}", "\xf0\x9f\x98\x80",
                                         "metadata", " , "};
    std::string text;
    for (std::size_t left = below(4); left > 0; --left) text += pieces[below(std::size(pieces))];
    return text;
  }

  [[nodiscard]] nlohmann::json value(unsigned depth)
  {
    switch (below(depth == 0 ? 5 : 7)) {
      case 0:
        return nullptr;
      case 1:
        return below(2) == 0;
      case 2:
        return static_cast<std::int64_t>(engine_()) >> below(64);
      case 3:
        return static_cast<double>(below(100000)) / 128.0 * (below(2) == 0 ? -1e20 : 1e-3);
      case 4:
        return text();
      case 5: {
        auto array = nlohmann::json::array();
        for (std::size_t left = below(4); left > 0; --left) array.push_back(value(depth - 1));
        return array;
      }
      default: {
        auto object = nlohmann::json::object();
        for (std::size_t left = below(5); left > 0; --left) object[text()] = value(depth - 1);
        return object;
      }
    }
  }

  /// Like a Kubernetes object, often with managedFields, some of it in the wrong places.
  [[nodiscard]] nlohmann::json object()
  {
    nlohmann::json object = value(2);
    if (!object.is_object()) object = nlohmann::json::object();
    object.erase("metadata");
    if (below(8) != 0) {
      auto& metadata = object["metadata"] = nlohmann::json::object();
      if (below(4) != 0) metadata["name"] = text();
      if (below(2) == 0) metadata["namespace"] = text();
      if (below(2) == 0) metadata["uid"] = text();
      if (below(2) == 0) metadata["labels"] = {{text(), text()}, {"app", "x"}};
      if (below(2) == 0) metadata["annotations"] = {{"managedFields", text()}};
      if (below(3) != 0) metadata["managedFields"] = value(3);
      if (below(2) == 0) metadata["generation"] = below(100);
      if (below(4) == 0) metadata["aFirst"] = value(1);
    }
    if (below(2) == 0) object["spec"] = value(3);
    if (below(2) == 0) object["status"] = {{"metadata", {{"managedFields", value(1)}}}};
    if (below(2) == 0) object["managedFields"] = value(1);
    return object;
  }

  /// The same JSON, with white space and escapes where the grammar allows them.
  [[nodiscard]] std::string written_oddly(const nlohmann::json& value)
  {
    const std::string compact = value.dump();
    std::string odd;
    bool in_string = false;
    for (std::size_t at = 0; at < compact.size(); ++at) {
      const char c = compact[at];
      if (in_string && c == '\\') {
        odd += c;
        odd += compact[++at];
        continue;
      }
      if (c == '"') in_string = !in_string;
      if (in_string && c >= 'a' && c <= 'z' && below(12) == 0) {
        constexpr char hex[] = "0123456789aBcDeF";
        odd += "\\u00";
        odd += hex[static_cast<unsigned char>(c) >> 4U];
        odd += hex[static_cast<unsigned char>(c) & 15U];
        continue;
      }
      odd += c;
      if (!in_string && (c == '{' || c == '[' || c == ',' || c == ':' || c == '}') && below(4) == 0) {
        odd += " \n\t\r"[below(4)];
      }
    }
    return odd;
  }

private:
  std::mt19937_64 engine_;
};

}  // namespace kubexx::test
