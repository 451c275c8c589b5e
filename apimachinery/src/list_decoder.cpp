// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/detail/list_decoder.hpp"

#include <algorithm>
#include <utility>

namespace kubexx::detail {

namespace {

// What the scanner may still complain about so many bytes before the end may be whole when more has come: the longest
// part that it looks at as one, an escaped surrogate pair.
constexpr std::size_t kLongestToken = 12;

}  // namespace

void ListDecoder::feed(std::string_view piece)
{
  // Moving the rest to the front costs what was taken since the last time, so all bytes together move once.
  if (taken_ == buffer_.size()) {
    buffer_.clear();
    taken_ = 0;
  } else if (taken_ > buffer_.size() / 2) {
    buffer_.erase(0, taken_);
    taken_ = 0;
  }
  buffer_ += piece;
}

std::optional<Object> ListDecoder::next()
{
  while (at_ != At::end) {
    const std::size_t waiting = buffer_.size() - taken_;
    const bool may_be_whole = finished_ || waiting >= std::max(2 * incomplete_, std::size_t{1});
    if (!may_be_whole && (frame_.size() + waiting <= max_held_ || waiting == incomplete_)) return std::nullopt;
    switch (step()) {
      case Step::item:
        return std::exchange(item_, Object());
      case Step::next:
        break;
      case Step::more:
        incomplete_ = buffer_.size() - taken_;
        return std::nullopt;
    }
  }
  return std::nullopt;
}

ListDecoder::Step ListDecoder::step()
{
  std::size_t at = skip_space(taken_);
  if (at == buffer_.size()) {
    if (!finished_) {
      pass(at_, at);
      return Step::more;
    }
    if (at_ == At::after) {
      end_list();
      return Step::next;
    }
    fail(at, "the list ends too early");
  }
  switch (at_) {
    case At::begin:
      if (peek(at) != '{') fail(at, "expected an object");
      return pass(At::member, at + 1);
    case At::member:
    case At::items: {
      const char close = at_ == At::member ? '}' : ']';
      if (peek(at) == close) {
        first_ = false;
        return pass(at_ == At::member ? At::after : At::member, at + 1);
      }
      if (!first_) {
        if (peek(at) != ',') fail(at, at_ == At::member ? "expected ',' or '}'" : "expected ',' or ']'");
        at = skip_space(at + 1);
        if (at == buffer_.size() && !finished_) return Step::more;
      }
      return at_ == At::member ? pass_member(at) : pass_item(at);
    }
    case At::after:
      fail(at, "text after the list");
    case At::end:
      break;
  }
  return Step::next;
}

ListDecoder::Step ListDecoder::pass_member(std::size_t at)
{
  JsonScanner scanner(buffer_, at);
  try {
    if (scanner.peek() != '"') scanner.fail("expected a member name");
    const JsonScanner::Text text = scanner.string();
    const std::string key = text.escaped ? unescape(text.raw) : std::string(text.raw);
    scanner.skip_space();
    if (scanner.peek() != ':') scanner.fail("expected ':'");
    const std::size_t value = skip_space(scanner.position() + 1);
    scanner = JsonScanner(buffer_, value);
    if (key == "items" && scanner.peek() == '[') {
      frame_ += first_ ? "\"items\":[]" : ",\"items\":[]";
      first_ = true;
      return pass(At::items, value + 1);
    }
    scanner.value();
    // A number goes on, perhaps.
    if (scanner.at_end() && !finished_) return Step::more;
  } catch (const ObjectError&) {
    if (!finished_ && scanner.position() + kLongestToken >= buffer_.size()) return Step::more;
    throw;
  }
  if (!first_) frame_ += ',';
  frame_.append(buffer_, at, scanner.position() - at);
  first_ = false;
  return pass(At::member, scanner.position());
}

ListDecoder::Step ListDecoder::pass_item(std::size_t at)
{
  // Positions in error texts are those in the item.
  JsonScanner scanner(std::string_view(buffer_).substr(at));
  try {
    item_ = make_object(scan_object(scanner), options_);
  } catch (const ObjectError& error) {
    if (!finished_ && scanner.position() + kLongestToken >= scanner.text().size()) return Step::more;
    return pass_over(at, "items[" + std::to_string(number_) + "]: " + error.what());
  }
  ++number_;
  first_ = false;
  pass(At::items, at + scanner.position());
  return Step::item;
}

ListDecoder::Step ListDecoder::pass_over(std::size_t at, const std::string& problem)
{
  BracketScan brackets(at);
  switch (brackets.advance(buffer_)) {
    case BracketScan::End::found:
      break;
    case BracketScan::End::more:
      if (!finished_) return Step::more;
      throw ObjectError(problem);
    case BracketScan::End::broken:
      throw ObjectError(problem);
  }
  const std::string_view text = std::string_view(buffer_).substr(at, brackets.position() - at);
  unreadable_.push_back({identity_of(text, options_), problem});
  ++number_;
  first_ = false;
  return pass(At::items, brackets.position());
}

void ListDecoder::end_list()
{
  frame_ += '}';
  header_ = scan_list(frame_, [](const ScannedObject&) {});
  at_ = At::end;
}

std::size_t ListDecoder::skip_space(std::size_t at) const noexcept
{
  JsonScanner scanner(buffer_, at);
  scanner.skip_space();
  return scanner.position();
}

ListDecoder::Step ListDecoder::pass(At to, std::size_t upto) noexcept
{
  at_ = to;
  taken_ = upto;
  incomplete_ = 0;
  return Step::next;
}

void ListDecoder::fail(std::size_t at, const char* what) const
{
  JsonScanner(buffer_, at).fail(what);
}

}  // namespace kubexx::detail
