// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/detail/object_scan.hpp"

#include <limits>
#include <utility>

#include "kubexx/apimachinery/json_writer.hpp"

namespace kubexx::detail {

namespace {

[[noreturn]] void wrong_type(const char* path, const char* expected, std::string_view got)
{
  const auto type = JsonView(got).type();
  const char* name = "a number";
  if (type == JsonView::Type::object) name = "an object";
  if (type == JsonView::Type::array) name = "an array";
  if (type == JsonView::Type::string) name = "a string";
  if (type == JsonView::Type::boolean) name = "a boolean";
  throw ObjectError(std::string(path) + ": expected " + expected + ", got " + name);
}

/// Collects header fields while the scanner passes the object that begins at `base`.
class HeaderScan {
public:
  explicit HeaderScan(JsonScanner& scanner) : scanner_(scanner), base_(scanner.position()) {}

  ScannedObject run()
  {
    JsonScanner::Walk walk(scanner_, '{');
    while (walk.next()) top_level(walk.key());
    found_.bytes = scanner_.since(base_);
    if (found_.bytes.size() > std::numeric_limits<std::uint32_t>::max() / 2) {
      throw ObjectError("the object is larger than 2 GiB");
    }
    return found_;
  }

private:
  void top_level(std::string_view key)
  {
    auto& header = found_.header;
    if (key == "metadata") {
      metadata();
    } else if (key == "apiVersion") {
      text(header.api_version, "apiVersion");
    } else if (key == "kind") {
      text(header.kind, "kind");
    } else if (key == "spec") {
      span(header.spec);
    } else if (key == "status") {
      span(header.status);
    } else {
      scanner_.value();
    }
  }

  void metadata()
  {
    forget_metadata();
    if (scanner_.peek() != '{') {
      if (const auto bytes = scanner_.value(); bytes != "null") wrong_type("metadata", "an object", bytes);
      return;
    }
    const std::size_t begin = scanner_.position();
    JsonScanner::Walk walk(scanner_, '{');
    std::size_t previous_end = 0;  // of the member before, 0 for the first
    bool cut_to_next = false;      // managedFields came first: the cut reaches to the next member
    bool managed = false, managed_again = false;
    while (walk.next()) {
      if (cut_to_next) {
        found_.managed_fields.end = offset(walk.key_position());
        cut_to_next = false;
      }
      if (walk.key() == "managedFields") {
        managed_again = std::exchange(managed, true);
        cut_to_next = previous_end == 0;
        found_.managed_fields.begin = offset(cut_to_next ? walk.key_position() : previous_end);
        scanner_.value();
        found_.managed_fields.end = offset(scanner_.position());
      } else {
        metadata_member(walk.key());
      }
      previous_end = scanner_.position();
    }
    found_.header.metadata = span_from(begin);
    // Without the last one, the one before would count.
    if (managed_again) found_.managed_fields = {};
  }

  // Of members with one name the last one counts, as a whole.
  void forget_metadata()
  {
    auto& header = found_.header;
    header.metadata = header.name = header.namespace_ = header.uid = header.resource_version = {};
    header.labels = header.annotations = header.owners = header.finalizers = {};
    header.generation = 0;
    header.deleting = false;
    found_.managed_fields = {};
  }

  void metadata_member(std::string_view key)
  {
    auto& header = found_.header;
    if (key == "name") {
      text(header.name, "metadata.name");
    } else if (key == "namespace") {
      text(header.namespace_, "metadata.namespace");
    } else if (key == "uid") {
      text(header.uid, "metadata.uid");
    } else if (key == "resourceVersion") {
      text(header.resource_version, "metadata.resourceVersion");
    } else if (key == "labels") {
      container(header.labels, '{', "metadata.labels");
    } else if (key == "annotations") {
      container(header.annotations, '{', "metadata.annotations");
    } else if (key == "ownerReferences") {
      container(header.owners, '[', "metadata.ownerReferences");
      if (!is_literal(header.owners.in(scanner_.text().substr(base_)))) header.escaped = true;
    } else if (key == "finalizers") {
      container(header.finalizers, '[', "metadata.finalizers");
    } else if (key == "generation") {
      const auto bytes = scanner_.value();
      const auto value = JsonView(bytes).as_int();
      if (!value && bytes != "null") wrong_type("metadata.generation", "an integer", bytes);
      header.generation = value.value_or(0);
    } else if (key == "deletionTimestamp") {
      const auto bytes = scanner_.value();
      if (bytes != "null" && bytes.front() != '"') wrong_type("metadata.deletionTimestamp", "a string", bytes);
      header.deleting = bytes != "null";
    } else {
      scanner_.value();
    }
  }

  void text(Span& to, const char* path)
  {
    to = {};
    if (scanner_.peek() != '"') {
      if (const auto bytes = scanner_.value(); bytes != "null") wrong_type(path, "a string", bytes);
      return;
    }
    const std::size_t begin = scanner_.position() + 1;
    if (scanner_.string().escaped) found_.header.escaped = true;
    to = {offset(begin), offset(scanner_.position() - 1)};
  }

  void container(Span& to, char open, const char* path)
  {
    to = {};
    const std::size_t begin = scanner_.position();
    const auto bytes = scanner_.value();
    if (bytes == "null") return;
    if (bytes.front() != open) wrong_type(path, open == '{' ? "an object" : "an array", bytes);
    to = span_from(begin);
  }

  void span(Span& to)
  {
    const std::size_t begin = scanner_.position();
    scanner_.value();
    to = span_from(begin);
  }

  [[nodiscard]] std::uint32_t offset(std::size_t position) const noexcept
  {
    return static_cast<std::uint32_t>(position - base_);
  }
  [[nodiscard]] Span span_from(std::size_t begin) const noexcept
  {
    return {offset(begin), offset(scanner_.position())};
  }

  JsonScanner& scanner_;
  std::size_t base_;
  ScannedObject found_;
};

}  // namespace

ScannedObject scan_object(JsonScanner& scanner)
{
  return HeaderScan(scanner).run();
}

Object identity_of(std::string_view text, const Object::ParseOptions& options)
{
  const JsonView object(text);
  const JsonView metadata = object.member("metadata");
  const auto name = metadata.member("name").as_string().value_or("");
  if (name.empty()) return {};
  JsonWriter to;
  const auto copy = [&](const char* member, JsonView from) {
    if (const auto value = from.member(member).as_string(); value && !value->empty()) {
      to.key(member);
      to.string(*value);
    }
  };
  to.begin_object();
  copy("apiVersion", object);
  copy("kind", object);
  to.key("metadata");
  to.begin_object();
  for (const char* member : {"name", "namespace", "uid", "resourceVersion"}) copy(member, metadata);
  to.end_object();
  to.end_object();
  return Object::parse(to.text(), options);
}

namespace {

void scan_list_metadata(JsonScanner& scanner, ListHeader& header)
{
  const JsonView metadata(scanner.value());
  if (const auto version = metadata.member("resourceVersion").as_string()) header.resource_version = *version;
  if (const auto token = metadata.member("continue").as_string()) header.continue_ = *token;
  if (const auto count = metadata.member("remainingItemCount").as_int()) header.remaining_item_count = *count;
  header.sharded = metadata.member("shardInfo").type() == JsonView::Type::object;
}

void scan_items(JsonScanner& scanner, const OnItem& on_item, const OnUnreadable& on_unreadable)
{
  if (scanner.peek() != '[') {
    if (const auto bytes = scanner.value(); bytes != "null") wrong_type("items", "an array", bytes);
    return;
  }
  std::size_t number = 0;
  for (JsonScanner::Walk walk(scanner, '['); walk.next(); ++number) {
    // An item may be nested as deep as an object.
    JsonScanner item(scanner.text(), scanner.position());
    try {
      on_item(scan_object(item));
    } catch (const ObjectError& error) {
      const std::string problem = "items[" + std::to_string(number) + "]: " + error.what();
      BracketScan brackets(scanner.position());
      const bool whole = brackets.advance(scanner.text()) == BracketScan::End::found;
      if (!on_unreadable || !whole) throw ObjectError(problem);
      item.pass_to(brackets.position());
      on_unreadable(item.since(scanner.position()), problem);
    }
    scanner.pass_to(item.position());
  }
}

}  // namespace

ListHeader scan_list(std::string_view body, const OnItem& on_item, const OnUnreadable& on_unreadable)
{
  ListHeader header;
  JsonScanner scanner(body);
  scanner.skip_space();
  bool items = false;
  JsonScanner::Walk walk(scanner, '{');
  while (walk.next()) {
    if (walk.key() == "items") {
      if (items) throw ObjectError("items: given twice");
      items = true;
      scan_items(scanner, on_item, on_unreadable);
    } else if (walk.key() == "metadata") {
      scan_list_metadata(scanner, header);
    } else {
      scanner.value();
    }
  }
  scanner.skip_space();
  if (!scanner.at_end()) scanner.fail("text after the list");
  if (!items) throw ObjectError("not a list: it has no items");
  return header;
}

}  // namespace kubexx::detail
