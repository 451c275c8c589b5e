// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/log.hpp"

namespace kubexx {

namespace {

std::vector<LogField> joined(const std::vector<LogField>& context, std::initializer_list<LogField> fields)
{
  std::vector<LogField> all;
  all.reserve(context.size() + fields.size());
  all.insert(all.end(), context.begin(), context.end());
  all.insert(all.end(), fields.begin(), fields.end());
  return all;
}

}  // namespace

Log Log::with(std::initializer_list<LogField> fields) const
{
  Log log = *this;
  log.context_ =
      std::make_shared<const std::vector<LogField>>(context_ ? joined(*context_, fields) : std::vector(fields));
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
  if (fields.size() == 0) {
    line.fields = *context_;
    sink_->write(line);
    return;
  }
  const std::vector<LogField> all = joined(*context_, fields);
  line.fields = all;
  sink_->write(line);
}

}  // namespace kubexx
