// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/table.hpp"

#include <utility>

#include "requests/table_decoder.hpp"
#include "requests/verb.hpp"

namespace kubexx {

using detail::CallSubject;

namespace {

using Impl = detail::ClientAccess::Impl;

awaitable<TableStream> open_tables(detail::StartWatch start, CallOptions bounds)
{
  auto events = co_await start(std::move(bounds), true);
  co_return TableStream(std::move(events));
}

awaitable<Table> read_table(Impl::Self impl, Impl::CallPtr call, CallOptions bounds, bool may_wait)
{
  const CallSubject subject = detail::subject_of(*call);
  const std::string body = co_await Impl::raw(impl, std::move(call), std::move(bounds), may_wait);
  try {
    co_return detail::decode_table(body);
  } catch (const ObjectError& error) {
    throw ObjectError(to_string(subject) + ": the server's response is not a table: " + error.what());
  }
}

detail::VerbCall<Table> get_table_verb(const Impl::Self& impl, const char* name, ResourceType type, ObjectKey key,
                                       std::string subresource, const GetOptions& options, IncludeObject include)
{
  auto call = detail::get_table_call(std::move(type), std::move(key), std::move(subresource), options, include);
  return {impl, name, std::move(call), options, read_table};
}

detail::VerbCall<Table> list_table_verb(const Impl::Self& impl, ResourceType type, const ListOptions& options,
                                        IncludeObject include)
{
  return {impl, "async_list_table", detail::list_table_call(std::move(type), options, include), options, read_table};
}

}  // namespace

awaitable<Table> Client::async_get_table(ResourceType type, ObjectKey key, GetOptions options,
                                         IncludeObject include) const
{
  return get_table_verb(impl_, "async_get_table", std::move(type), std::move(key), {}, options, include).async();
}
Table Client::get_table(const ResourceType& type, const ObjectKey& key, const GetOptions& options,
                        IncludeObject include) const
{
  return get_table_verb(impl_, "async_get_table", type, key, {}, options, include).run();
}

awaitable<Table> Client::async_get_subresource_table(ResourceType type, ObjectKey key, std::string subresource,
                                                     GetOptions options, IncludeObject include) const
{
  return get_table_verb(impl_, "async_get_subresource_table", std::move(type), std::move(key), std::move(subresource),
                        options, include)
      .async();
}
Table Client::get_subresource_table(const ResourceType& type, const ObjectKey& key, std::string_view subresource,
                                    const GetOptions& options, IncludeObject include) const
{
  return get_table_verb(impl_, "async_get_subresource_table", type, key, std::string(subresource), options, include)
      .run();
}

awaitable<Table> Client::async_list_table(ResourceType type, ListOptions options, IncludeObject include) const
{
  return list_table_verb(impl_, std::move(type), options, include).async();
}
Table Client::list_table(const ResourceType& type, const ListOptions& options, IncludeObject include) const
{
  return list_table_verb(impl_, type, options, include).run();
}

TableStream::TableStream(std::unique_ptr<WatchStream> events) : events_(std::move(events)) {}

awaitable<std::optional<TableEvent>> TableStream::async_next(CallOptions within)
{
  auto event = co_await events_->async_next(std::move(within));
  if (!event) co_return std::nullopt;
  co_return detail::decode_table_event(std::move(*event));
}

std::optional<TableEvent> TableStream::next(const CallOptions& within)
{
  auto event = events_->next(within);
  if (!event) return std::nullopt;
  return detail::decode_table_event(std::move(*event));
}

awaitable<TableStream> Client::async_watch_table(ResourceType type, WatchOptions options, IncludeObject include) const
{
  return open_tables(detail::start_watch(impl_, std::move(type), options, include), detail::bounds_of(options));
}

TableStream Client::watch_table(const ResourceType& type, const WatchOptions& options, IncludeObject include) const
{
  return TableStream(
      detail::run_watch(*impl_, options, "async_watch_table", detail::start_watch(impl_, type, options, include)));
}

}  // namespace kubexx
