// SPDX-License-Identifier: Apache-2.0
#include "watch/watch_decoder.hpp"

#include <algorithm>

#include "kubexx/apimachinery/detail/object_scan.hpp"
#include "kubexx/http/transport.hpp"

namespace kubexx::detail {

namespace {

// So much is looked at again whenever a line comes; more only when it has doubled.
constexpr std::size_t kOftenLookedAt = std::size_t{64} << 10U;

bool is_space(char c) noexcept
{
  return static_cast<unsigned char>(c) <= ' ';
}

bool is_json(std::string_view text)
{
  try {
    JsonScanner(text).value();
    return true;
  } catch (const ObjectError&) {
    return false;
  }
}

}  // namespace

void WatchDecoder::feed(std::string piece)
{
  if (taken_ == buffer_.size()) {
    buffer_ = std::move(piece);
    searched_ = 0;
    take(0);
    return;
  }
  // What is left is the beginning of an event; the piece may have several.
  if (buffer_.size() - taken_ >= max_event_) {
    buffer_ = std::string();
    searched_ = line_end_ = 0;
    take(0);
    throw TransportError(TransportErrc::too_large, to_string(subject_) + ": one event is larger than " +
                                                       std::to_string(max_event_) +
                                                       " bytes, the limit of this client (Client::Options::max_body)");
  }
  // Moving the rest to the front costs what was taken since the last time, so all bytes together move once.
  if (taken_ > buffer_.size() / 2) {
    buffer_.erase(0, taken_);
    searched_ -= taken_;
    if (line_end_ != 0) line_end_ -= taken_;
    brackets_.moved(taken_);
    taken_ = 0;
  }
  buffer_ += piece;
}

void WatchDecoder::finish()
{
  finished_ = true;
}

void WatchDecoder::count(std::string problem)
{
  ++undecodable_;
  last_problem_ = std::move(problem);
}

void WatchDecoder::take(std::size_t upto) noexcept
{
  taken_ = upto;
  searched_ = std::max(searched_, upto);
  if (line_end_ <= upto) line_end_ = 0;
  spans_lines_ = false;
  brackets_ = BracketScan(upto);
  looked_at_ = 0;
  progress_ = true;
}

std::size_t WatchDecoder::line_end() const noexcept
{
  return std::min(buffer_.find('\n', taken_), buffer_.size());
}

std::optional<WatchEvent> WatchDecoder::next()
{
  for (;;) {
    std::size_t at = taken_;
    while (at < buffer_.size() && is_space(buffer_[at])) ++at;
    if (at != taken_) take(at);
    if (taken_ == buffer_.size()) return std::nullopt;
    if (line_end_ == 0 && !spans_lines_) {
      const std::size_t end = buffer_.find('\n', searched_);
      searched_ = std::min(end, buffer_.size());
      if (end != std::string::npos) line_end_ = end;
    }
    progress_ = false;
    std::optional<WatchEvent> event;
    if (line_end_ == 0 || spans_lines_) {
      event = next_without_line();
    } else {
      // What a server sends: a line that is an event.
      try {
        event = decode(line_end_);
      } catch (const ObjectError& error) {
        // Text that is no object counts once, however many words its line has.
        const bool opens = buffer_[taken_] == '{';
        const bool ends_here =
            opens && brackets_.advance(std::string_view(buffer_).substr(0, line_end_)) == BracketScan::End::found;
        if (ends_here || !opens || is_broken()) {
          event = unreadable(ends_here ? brackets_.position() : line_end_, error.what());
        } else {
          spans_lines_ = progress_ = true;
        }
      }
    }
    if (event) return event;
    if (!progress_) return std::nullopt;
  }
}

std::optional<WatchEvent> WatchDecoder::next_without_line()
{
  // Without a line end and without a brace at the end nothing is complete that was not before.
  if (!finished_ && !spans_lines_) {
    const std::size_t last = buffer_.find_last_not_of(" \t\r");
    if (buffer_[last] != '}') return std::nullopt;
  }
  const BracketScan::End end = buffer_[taken_] == '{' ? brackets_.advance(buffer_) : BracketScan::End::broken;
  // What is broken ends with its line, wherever the pieces end.
  if (end == BracketScan::End::broken && !finished_ && line_end() == buffer_.size()) return std::nullopt;
  try {
    if (end == BracketScan::End::found) return decode(brackets_.position());
    if (end == BracketScan::End::more && !finished_ && !is_broken()) return std::nullopt;
    const std::size_t line = line_end();
    if (finished_ && line == buffer_.size() && end != BracketScan::End::broken) {
      take(line);  // it was cut off
      return std::nullopt;
    }
    (void)decode(line);  // for the error
    return std::nullopt;
  } catch (const ObjectError& error) {
    // Of several lines that are no JSON the first is passed over, wherever the pieces end.
    const std::size_t line = line_end();
    const bool by_brackets = end == BracketScan::End::found &&
                             (brackets_.position() <= line ||
                              is_json(std::string_view(buffer_).substr(taken_, brackets_.position() - taken_)));
    return unreadable(by_brackets ? brackets_.position() : line, error.what());
  }
}

bool WatchDecoder::is_broken()
{
  const std::size_t end = buffer_.rfind('\n');
  if (end == std::string::npos || end < taken_) return false;
  const std::string_view lines = std::string_view(buffer_).substr(taken_, end - taken_);
  const std::size_t due = looked_at_ < kOftenLookedAt ? looked_at_ + 1 : 2 * looked_at_;
  if (lines.size() < due) return false;
  looked_at_ = lines.size();
  JsonScanner scanner(lines);
  try {
    scanner.value();
    return false;
  } catch (const ObjectError&) {
    return !scanner.at_end();  // no token goes over a line end
  }
}

std::optional<WatchEvent> WatchDecoder::unreadable(std::size_t end, const std::string& problem)
{
  const JsonView whole(std::string_view(buffer_).substr(taken_, end - taken_));
  const auto type = whole.member("type").as_string().value_or("");
  WatchEvent event;
  event.type = type == "DELETED" ? WatchEvent::Type::deleted : WatchEvent::Type::unreadable;
  const Object::ParseOptions options{.keep_managed_fields = false, .type = &subject_.type};
  if (type != "BOOKMARK" && type != "ERROR") event.object = identity_of(whole.member("object").bytes(), options);
  if (!event.object) event.type = WatchEvent::Type::unreadable;
  event.resource_version = event.object.resource_version();
  event.problem = problem;
  count(event.object ? event.object.key().to_string() + ": " + problem : problem);
  take(end);
  if (tables_ || type == "BOOKMARK") return std::nullopt;
  return event;
}

std::optional<WatchEvent> WatchDecoder::decode(std::size_t end)
{
  JsonScanner scanner(std::string_view(buffer_).substr(taken_, end - taken_));
  const std::size_t begin = taken_;
  try {
    auto event = read(scanner);
    take(begin + scanner.position());
    return event;
  } catch (const ApiError&) {
    take(begin + scanner.position());
    throw;
  }
}

std::optional<WatchEvent> WatchDecoder::read(JsonScanner& scanner)
{
  std::string type;
  std::optional<ScannedObject> object;
  bool is_status = false;
  {
    JsonScanner::Walk walk(scanner, '{');
    while (walk.next()) {
      if (walk.key() == "type" && scanner.peek() == '"') {
        const auto text = scanner.string();
        type = text.escaped ? unescape(text.raw) : std::string(text.raw);
      } else if (walk.key() == "object" && scanner.peek() == '{') {
        // It may be nested as deep as an object.
        JsonScanner inner(scanner.text(), scanner.position());
        object = scan_object(inner);
        scanner.pass_to(inner.position());
      } else if (walk.key() == "kind" && scanner.peek() == '"') {
        is_status = scanner.string().raw == "Status";
      } else {
        scanner.value();
      }
    }
  }
  const auto unusable = [this](const std::string& problem) {
    count(problem);
    return std::nullopt;
  };
  const auto shown_type = [&] {
    std::string shown = type;
    if (redactor_) redactor_->clean(shown);
    return "type \"" + shown.substr(0, 40) + '"';
  };
  const auto throw_status = [this](JsonView json) {
    Status status = status_from(json, 500);
    if (status.reason.empty() && status.message.empty()) {
      status.message = "the server sent an ERROR event without a reason or a message";
    }
    if (redactor_) redactor_->clean(status);
    throw make_api_error(subject_, std::move(status));
  };
  const bool changes = type == "ADDED" || type == "MODIFIED" || type == "DELETED";
  if (!object) {
    // Some proxies answer 200 with a Status in place of the events.
    if (type.empty() && is_status) throw_status(JsonView(scanner.text()));
    const std::string problem = "an event of " + shown_type() + " without an object";
    if (changes) throw ObjectError(problem);
    return unusable(problem);
  }
  if (type == "ERROR") throw_status(JsonView(object->bytes));

  WatchEvent event;
  const Object::ParseOptions options{.keep_managed_fields = keep_managed_fields_, .type = &subject_.type};
  event.object = make_object(*object, options);
  event.resource_version = event.object.resource_version();
  if (type == "BOOKMARK") {
    event.type = WatchEvent::Type::bookmark;
    event.initial_events_end = event.object.annotation("k8s.io/initial-events-end") == "true";
    if (!tables_) event.object = Object();
    if (event.resource_version.empty()) return unusable("a bookmark without a resourceVersion");
    return event;
  }
  if (type == "ADDED") {
    event.type = WatchEvent::Type::added;
  } else if (type == "MODIFIED") {
    event.type = WatchEvent::Type::modified;
  } else if (type == "DELETED") {
    event.type = WatchEvent::Type::deleted;
  } else {
    return unusable("an event of the unknown " + shown_type());
  }
  if (!tables_ && event.object.name().empty()) return unusable("an object without a name");  // no list would show it
  return event;
}

}  // namespace kubexx::detail
