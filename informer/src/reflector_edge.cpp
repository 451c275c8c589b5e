// SPDX-License-Identifier: Apache-2.0
#include "reflector_edge.hpp"

#include <algorithm>

#include "kubexx/apimachinery/error.hpp"

namespace kubexx {

namespace {

// The three dialects in which servers have said that a version lies in their future.
bool is_too_large_version(const ApiError& error)
{
  const auto& status = error.status();
  const auto says = [](const std::string& text) {
    return text.find("Too large resource version") != std::string::npos;
  };
  const bool cause = std::any_of(status.causes.begin(), status.causes.end(), [&](const StatusCause& one) {
    return one.reason == "ResourceVersionTooLarge" || says(one.message);
  });
  return cause || (is_timeout(error) && says(status.message));
}

Problem problem_of(const ApiError& error)
{
  if (is_too_large_version(error)) return Problem::too_large;
  if (is_gone(error)) return Problem::expired;
  switch (error.code()) {
    case 429:
    case 502:
    case 503:
    case 504:
      return Problem::throttled;
    default:
      return Problem::other;
  }
}

Problem problem_of(const TransportError& error)
{
  switch (error.code()) {
    case TransportErrc::resolve:
    case TransportErrc::connect:
    case TransportErrc::timeout:
    case TransportErrc::idle:
    case TransportErrc::closed:
    case TransportErrc::truncated:
      return Problem::unreachable;
    case TransportErrc::tls:
    case TransportErrc::too_large:
    case TransportErrc::protocol:
    case TransportErrc::cancelled:
    case TransportErrc::credentials:
      break;
  }
  return Problem::other;
}

// The server understood the request and refuses a list over the watch as such: asking again would be in vain.
bool refuses_stream_list(unsigned code)
{
  return code == 400 || code == 405 || code == 415 || code == 422;
}

Edge stream_list_edge(const Failure& failure, unsigned code)
{
  Edge edge;
  switch (failure.problem) {
    case Problem::expired:
    case Problem::too_large:
      edge.drop_version = true;
      edge.pause = !failure.version_sent;
      edge.expected = failure.version_sent;
      return edge;
    case Problem::throttled:
      return edge;
    case Problem::unreachable:
    case Problem::closed:
      // What ended one before its end, a proxy perhaps, may end the next one too; pages need no long stream.
      edge.page_instead = failure.at == Reflector::State::receiving_stream_list;
      edge.pause = !failure.progress;
      return edge;
    case Problem::doubtful:
    case Problem::no_end:
    case Problem::other:
      break;
  }
  edge.pause = false;
  edge.page_instead = true;
  edge.no_more_stream = failure.problem == Problem::no_end || refuses_stream_list(code);
  return edge;
}

Edge list_edge(const Failure& failure)
{
  Edge edge;
  const bool version_unusable = failure.problem == Problem::expired || failure.problem == Problem::too_large;
  if (!version_unusable) {
    const bool said_nothing = failure.problem == Problem::throttled || failure.problem == Problem::unreachable;
    edge.same_page = failure.continuing && said_nothing;
    return edge;
  }
  if (failure.continuing) {
    edge.full_list = true;
  } else {
    edge.drop_version = true;
  }
  edge.pause = !failure.version_sent && !failure.continuing;
  edge.expected = !edge.pause;
  return edge;
}

Edge watch_edge(const Failure& failure)
{
  Edge edge;
  // A watch that begins with the present state says nothing of what was deleted before: only a list can tell.
  edge.next = failure.unversioned ? Reflector::State::choosing : Reflector::State::opening_watch;
  switch (failure.problem) {
    case Problem::expired:
      // What happened between our version and the server's history is lost to a watch: only a list can tell.
      edge.next = Reflector::State::choosing;
      edge.pause = !failure.progress;
      edge.expected = failure.progress;
      return edge;
    case Problem::too_large:
      edge.next = Reflector::State::choosing;
      edge.drop_version = true;
      return edge;
    case Problem::throttled:
      return edge;
    case Problem::unreachable:
    case Problem::closed:
      // A server that does not end its watches in order may come back without its state, and reach our version again.
      edge.compare = failure.problem == Problem::unreachable && !failure.unversioned;
      edge.pause = failure.at == Reflector::State::opening_watch || !failure.progress;
      edge.expected = failure.problem == Problem::closed && failure.progress;
      return edge;
    case Problem::doubtful:
      edge.pause = false;
      edge.compare = true;
      edge.expected = true;
      return edge;
    case Problem::no_end:
    case Problem::other:
      break;
  }
  edge.next = Reflector::State::choosing;
  return edge;
}

}  // namespace

FailureCause failure_cause(const std::exception_ptr& error)
{
  FailureCause cause;
  try {
    std::rethrow_exception(error);
  } catch (const ApiError& api) {
    cause = {problem_of(api), api.code(), api.status().retry_after, api.what()};
  } catch (const TransportError& transport) {
    cause = {problem_of(transport), 0, {}, transport.what()};
  } catch (const std::exception& any) {
    cause.text = any.what();
  } catch (...) {
    cause.text = "an exception of unknown type";
  }
  return cause;
}

std::string describe(const FailureCause& cause, const char* verb, const ResourceType& type,
                     const std::string& namespace_)
{
  if (cause.text.starts_with(std::string(verb) + " ")) return "cannot " + cause.text;
  std::string text = std::string("cannot ") + verb + " " + type.group_resource();
  if (!namespace_.empty()) text += " in namespace \"" + namespace_ + "\"";
  return text + ": " + cause.text;
}

Edge edge_of(const Failure& failure, unsigned code)
{
  switch (failure.at) {
    case Reflector::State::opening_stream_list:
    case Reflector::State::receiving_stream_list:
      return stream_list_edge(failure, code);
    case Reflector::State::listing:
      return list_edge(failure);
    case Reflector::State::opening_watch:
    case Reflector::State::watching:
      return watch_edge(failure);
    case Reflector::State::idle:
    case Reflector::State::choosing:
    case Reflector::State::waiting:
    case Reflector::State::stopped:
      break;
  }
  return {};
}

}  // namespace kubexx
