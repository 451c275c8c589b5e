// SPDX-License-Identifier: Apache-2.0
#include "watch/watch_decoder.hpp"

#include <algorithm>

#include "kubexx/apimachinery/detail/object_scan.hpp"
#include "kubexx/http/transport.hpp"

namespace kubexx::detail {

void WatchDecoder::feed(std::string piece)
{
  if (taken_ == buffer_.size()) {
    buffer_ = std::move(piece);
    taken_ = searched_ = 0;
    return;
  }
  // Moving the rest to the front costs what was taken since the last time, so all bytes together move once.
  if (taken_ > buffer_.size() / 2) {
    buffer_.erase(0, taken_);
    searched_ -= taken_;
    if (line_end_ != 0) line_end_ -= taken_;
    taken_ = 0;
  }
  buffer_ += piece;
  if (buffer_.size() - taken_ > max_line_) {
    throw TransportError(TransportErrc::too_large, to_string(subject_) + ": one event is larger than " +
                                                       std::to_string(max_line_ >> 20U) + " MiB");
  }
}

void WatchDecoder::finish()
{
  finished_ = true;
}

void WatchDecoder::skip(std::string problem)
{
  ++undecodable_;
  last_problem_ = std::move(problem);
}

std::optional<WatchEvent> WatchDecoder::next()
{
  for (;;) {
    if (line_end_ == 0) {
      const std::size_t end = buffer_.find('\n', searched_);
      searched_ = end == std::string::npos ? buffer_.size() : end + 1;
      if (end != std::string::npos) {
        line_end_ = end;
      } else if (finished_ && taken_ < buffer_.size()) {
        line_end_ = buffer_.size();
      } else {
        return std::nullopt;
      }
    }
    std::string_view line = std::string_view(buffer_).substr(taken_, line_end_ - taken_);
    const bool cut_off = line_end_ == buffer_.size();
    while (!line.empty() && static_cast<unsigned char>(line.front()) <= ' ') line.remove_prefix(1);
    if (line.empty()) {
      taken_ = std::min(line_end_ + 1, buffer_.size());
      line_end_ = 0;
      continue;
    }
    try {
      auto event = decode(line);
      taken_ = line_end_ - line.size();
      if (event) return event;
    } catch (const ObjectError& error) {
      taken_ = std::min(line_end_ + 1, buffer_.size());
      line_end_ = 0;
      if (!cut_off) skip(error.what());
    } catch (const ApiError&) {
      taken_ = line_end_ - line.size();
      throw;
    }
  }
}

std::optional<WatchEvent> WatchDecoder::decode(std::string_view& line)
{
  std::string type;
  std::optional<ScannedObject> object;
  JsonScanner scanner(line);
  {
    JsonScanner::Walk walk(scanner, '{');
    while (walk.next()) {
      if (walk.key() == "type" && scanner.peek() == '"') {
        const auto text = scanner.string();
        type = text.escaped ? unescape(text.raw) : std::string(text.raw);
      } else if (walk.key() == "object" && scanner.peek() == '{') {
        object = scan_object(scanner);
      } else {
        scanner.value();
      }
    }
  }
  line.remove_prefix(scanner.position());
  const auto unusable = [this](const std::string& problem) {
    skip(problem);
    return std::nullopt;
  };
  const auto shown_type = [&] {
    std::string shown = type;
    if (redactor_) redactor_->clean(shown);
    return "type \"" + shown.substr(0, 40) + '"';
  };
  if (!object) return unusable("an event of " + shown_type() + " without an object");
  if (type == "ERROR") {
    Status status = status_from(JsonView(object->bytes), 500);
    if (redactor_) redactor_->clean(status);
    throw make_api_error(subject_, std::move(status));
  }

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
  if (!tables_ && event.object.name().empty()) return unusable("an object without a name");
  return event;
}

}  // namespace kubexx::detail
