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

Log Log::with_clock(const Clock& clock) const
{
  Log log = *this;
  log.clock_ = &clock;
  return log;
}

void Log::write(LogLevel level, std::string_view message, std::initializer_list<LogField> fields) const
{
  if (!enabled(level)) return;
  LogLine line{level, message, {fields.begin(), fields.size()}, std::nullopt};
  if (clock_ != nullptr) line.time = clock_->wall_now();
  if (!context_) {
    sink_->write(line);
    return;
  }
  std::vector<LogField> all(*context_);
  all.insert(all.end(), fields.begin(), fields.end());
  line.fields = all;
  sink_->write(line);
}

}  // namespace kubexx
