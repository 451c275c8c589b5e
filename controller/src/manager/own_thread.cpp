// SPDX-License-Identifier: Apache-2.0
#include "manager/own_thread.hpp"

#include <utility>

#include "kubexx/base/detail/thread_name.hpp"

namespace kubexx {

OwnThread::OwnThread(const Runtime& of) : runtime_(of)
{
  auto pool = of.pool == nullptr ? nullptr : of.pool->another(1);
  if (pool == nullptr) return;
  pool_ = std::move(pool);
  context_ = std::make_unique<asio::io_context>(1);
  work_.emplace(context_->get_executor());
  runtime_.executor = context_->get_executor();
}

OwnThread::~OwnThread()
{
  stop();
}

void OwnThread::start()
{
  if (!pool_) return;
  pool_->post([context = context_.get()] {
    detail::name_this_thread("kubexx-manager");
    context->run();
  });
}

void OwnThread::stop()
{
  if (!pool_) return;
  context_->stop();
  pool_.reset();  // joins
}

}  // namespace kubexx
