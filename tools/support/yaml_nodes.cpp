// SPDX-License-Identifier: Apache-2.0
#include "support/yaml_nodes.hpp"

#include <yaml-cpp/eventhandler.h>

#include <cstddef>
#include <sstream>
#include <stdexcept>

namespace kubexx::support {
namespace {

constexpr int deepest = 100;
constexpr std::size_t most_by_aliases = std::size_t{1} << 20U;

/// yaml-cpp goes on for ever, and fills memory, where a document begins with what no document begins with: it has read
/// nothing and tries again. This only looks whether each document begins behind the one before.
class Progress final : public YAML::EventHandler {
public:
  void OnDocumentStart(const YAML::Mark& mark) override
  {
    if (mark.pos <= last_) throw YAML::ParserException(mark, "expected the end or another document");
    last_ = mark.pos;
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& /*mark*/, YAML::anchor_t /*anchor*/) override {}
  void OnAlias(const YAML::Mark& /*mark*/, YAML::anchor_t /*anchor*/) override {}
  void OnScalar(const YAML::Mark& /*mark*/, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
                const std::string& /*value*/) override
  {
  }
  void OnSequenceStart(const YAML::Mark& /*mark*/, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
                       YAML::EmitterStyle::value /*style*/) override
  {
  }
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark& /*mark*/, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
                  YAML::EmitterStyle::value /*style*/) override
  {
  }
  void OnMapEnd() override {}

private:
  int last_ = -1;
};

void check_progress(const std::string& text)
{
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  Progress progress;
  while (parser.HandleNextDocument(progress)) {
  }
}

/// Takes the size of `node`, aliases written out, off `left`: ten aliases of ten aliases of ten … would fill all
/// memory.
void check_size(const YAML::Node& node, std::size_t& left, int depth)
{
  if (depth > deepest) throw std::runtime_error("it is nested more than " + std::to_string(deepest) + " deep");
  const std::size_t size = 1 + (node.IsScalar() ? node.Scalar().size() : 0);
  if (size > left) throw std::runtime_error("its aliases make it more than a mebibyte larger than it is written");
  left -= size;
  if (node.IsSequence()) {
    for (const auto& element : node) check_size(element, left, depth + 1);
  } else if (node.IsMap()) {
    for (const auto& entry : node) {
      check_size(entry.first, left, depth + 1);
      check_size(entry.second, left, depth + 1);
    }
  }
}

}  // namespace

std::vector<YAML::Node> load_yaml(const std::string& text)
{
  check_progress(text);
  auto documents = YAML::LoadAll(text);
  std::size_t left = text.size() + most_by_aliases;
  for (const auto& document : documents) check_size(document, left, 0);
  return documents;
}

}  // namespace kubexx::support
