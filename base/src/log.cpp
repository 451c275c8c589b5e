// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/log.hpp"

namespace kubexx {

Log Log::with(std::initializer_list<LogField> fields) const
{
  Log log = *this;
  auto context =
      context_ ? std::make_shared<std::vector<LogField>>(*context_) : std::make_shared<std::vector<LogField>>();
  context->insert(context->end(), fields.begin(), fields.end());
  log.context_ = std::move(context);
  return log;
}

void Log::write(LogLevel level, std::string_view message, std::initializer_list<LogField> fields) const
{
  if (!enabled(level)) return;
  if (!context_) {
    sink_->write(level, message, {fields.begin(), fields.size()});
    return;
  }
  std::vector<LogField> all(*context_);
  all.insert(all.end(), fields.begin(), fields.end());
  sink_->write(level, message, all);
}

}  // namespace kubexx
