// SPDX-License-Identifier: Apache-2.0
#include "trace.hpp"

#include <charconv>
#include <functional>
#include <istream>
#include <map>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"

namespace kubexx::tools {

namespace {

using Arguments = std::vector<std::string>;  // the operation's word first

/// Milliseconds, clamped to what a Duration can hold.
Duration milliseconds_of(const std::string& text)
{
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::invalid_argument || end != text.data() + text.size()) {
    throw std::invalid_argument("'" + text + "' is not a whole number of milliseconds");
  }
  constexpr std::int64_t most = std::chrono::floor<std::chrono::milliseconds>(Duration::max()).count();
  const bool negative = text.front() == '-';
  if (error == std::errc::result_out_of_range || value > most || value < -most) {
    return negative ? Duration::min() : Duration::max();
  }
  return std::chrono::milliseconds(value);
}

class Trace {
public:
  std::string run(const Arguments& line)
  {
    static const std::map<std::string, std::pair<std::size_t, std::string (Trace::*)(const Arguments&)>> operations{
        {"add", {1, &Trace::add}},
        {"get", {0, &Trace::get}},
        {"done", {1, &Trace::done}},
        {"add_after", {2, &Trace::add_after}},
        {"add_rate_limited", {1, &Trace::add_rate_limited}},
        {"forget", {1, &Trace::forget}},
        {"num_requeues", {1, &Trace::num_requeues}},
        {"len", {0, &Trace::len}},
        {"step", {1, &Trace::step}},
        {"shut_down", {0, &Trace::shut_down}},
        {"drain_begin", {0, &Trace::drain_begin}},
        {"shutting_down", {0, &Trace::shutting_down}},
    };
    const auto known = operations.find(line.front());
    if (known == operations.end()) throw std::invalid_argument("unknown operation '" + line.front() + "' (see --help)");
    const auto& [wanted, operation] = known->second;
    if (line.size() - 1 != wanted) {
      throw std::invalid_argument("'" + line.front() + "' takes " + std::to_string(wanted) + " argument" +
                                  (wanted == 1 ? "" : "s") + ", not " + std::to_string(line.size() - 1));
    }
    return (this->*operation)(line);
  }

private:
  std::string add(const Arguments& line) { return queue_.add(line[1]), "ok"; }
  std::string done(const Arguments& line) { return queue_.done(line[1]), "ok"; }
  std::string add_rate_limited(const Arguments& line) { return queue_.add_rate_limited(line[1]), "ok"; }
  std::string forget(const Arguments& line) { return queue_.forget(line[1]), "ok"; }
  std::string num_requeues(const Arguments& line) { return std::to_string(queue_.num_requeues(line[1])); }
  std::string len(const Arguments&) { return std::to_string(queue_.size()); }
  std::string shut_down(const Arguments&) { return queue_.shut_down(), "ok"; }
  std::string drain_begin(const Arguments&) { return queue_.begin_drain(), "ok"; }
  std::string shutting_down(const Arguments&) { return queue_.shutting_down() ? "true" : "false"; }

  std::string add_after(const Arguments& line)
  {
    queue_.add_after(line[1], milliseconds_of(line[2]));
    return "ok";
  }
  std::string step(const Arguments& line)
  {
    clock_.advance(milliseconds_of(line[1]));
    return "ok";
  }
  std::string get(const Arguments&)
  {
    EmptyReason why = EmptyReason::none;
    auto lease = queue_.try_get(&why);
    if (!lease) return why == EmptyReason::shut_down ? "!" : "-";
    std::string key = lease->key();
    lease->release();  // the key is processing until `done`
    return key;
  }

  ManualClock clock_;
  RateLimitingQueue<std::string> queue_{default_controller_rate_limiter<std::string>(), {.clock = &clock_}};
};

}  // namespace

const char* trace_operations()
{
  return "Operations, one per line on standard input; one result per line on standard output:\n"
         "  add K               ok\n"
         "  get                 the key; - when it would block; ! after shutdown when nothing is left\n"
         "  done K              ok\n"
         "  add_after K MS      ok; MS milliseconds, may be zero or negative\n"
         "  add_rate_limited K  ok; the delay is 5 ms * 2^failures, at most 1000 s\n"
         "  forget K            ok\n"
         "  num_requeues K      the failures of K since the last forget\n"
         "  len                 how many keys are ready: not those in processing and not the delayed ones\n"
         "  step MS             ok; moves the clock\n"
         "  shut_down           ok\n"
         "  drain_begin         ok; what shut_down_with_drain does before it waits\n"
         "  shutting_down       true or false\n"
         "A key has no blanks. A line that is none of these ends the run with exit status 2.";
}

int run_trace(std::istream& input, std::ostream& output, std::ostream& errors)
{
  Trace trace;
  std::string line;
  for (std::size_t number = 1; std::getline(input, line); ++number) {
    std::istringstream words(line);
    Arguments arguments;
    for (std::string word; words >> word;) arguments.push_back(word);
    if (arguments.empty()) continue;
    try {
      output << trace.run(arguments) << '\n';
    } catch (const std::invalid_argument& error) {
      output.flush();
      errors << "line " << number << ": " << error.what() << '\n';
      return 2;
    }
    // A user or program that waits for the answer before the next line sees it immediately.
    if (input.rdbuf()->in_avail() <= 0) output.flush();
  }
  output.flush();
  return 0;
}

}  // namespace kubexx::tools
