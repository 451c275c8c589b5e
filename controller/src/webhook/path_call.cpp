// SPDX-License-Identifier: Apache-2.0
#include "webhook/path_call.hpp"

#include <boost/asio/error.hpp>
#include <exception>
#include <string>
#include <utility>

#include "webhook/responses.hpp"
#include "webhook/review_reader.hpp"

namespace kubexx::detail {

namespace {

constexpr unsigned kNotAReview = 400, kFailed = 500, kStopping = 503, kTooLate = 504;
constexpr unsigned kLeastStatus = 200, kGreatestStatus = 599;

awaitable<void> run_path_coroutine(const HttpPathFunction* handler, const HttpRequest* request, WebhookContext* context,
                                   HttpResponse* response)
{
  auto answering = handler->coroutine()(*request, *context);
  *response = co_await std::move(answering);
}

/// One call, from the request to the response.
class PathCall {
public:
  PathCall(const PathEndpoint& endpoint, const WebhookServices& services, HttpRequest request, CallLimits limits,
           PathMetrics& metrics)
      : endpoint_(endpoint),
        metrics_(metrics),
        request_(std::move(request)),
        bounds_(*services.runtime.clock, std::move(limits)),
        context_(services.caches,
                 {endpoint.path, services.client, services.runtime.log, bounds_.stop_token(), bounds_.deadline()})
  {
  }

  awaitable<void> run()
  {
    try {
      co_await run_handler();
      if (bounds_.is_late()) {
        time_out();
      } else if (response_.status < kLeastStatus || response_.status > kGreatestStatus) {
        refuse_status();
      }
    } catch (const BadReview& problem) {
      refuse(problem.what());
    } catch (const boost::system::system_error& error) {
      failed(error.code() == asio::error::operation_aborted, error.what());
    } catch (const std::exception& error) {
      failed(false, error.what());
    } catch (...) {
      failed(false, "an exception that is not a std::exception");
    }
  }

  [[nodiscard]] HttpResponse take() { return std::move(response_); }

private:
  awaitable<void> run_handler()
  {
    if (!endpoint_.review.empty() && request_.body.empty()) throw BadReview("the request body is empty", {});
    if (endpoint_.handler.plain()) {
      response_ = endpoint_.handler.plain()(request_, context_);
      co_return;
    }
    co_await bounds_.run(run_path_coroutine(&endpoint_.handler, &request_, &context_, &response_));
  }

  void refuse(const std::string& why)
  {
    const std::string text = "this is no " + endpoint_.review + ": " + why;
    context_.log().warn("webhook request refused", {{"status", kNotAReview}, {"error", text}});
    response_ = text_response(kNotAReview, text);
  }
  void time_out()
  {
    context_.log().warn("webhook took longer than the client waits");
    response_ = text_response(kTooLate, "the webhook " + endpoint_.path + " did not answer in time");
  }
  void failed(bool aborted, const std::string& error)
  {
    if (bounds_.is_late()) return time_out();
    if (aborted && bounds_.server_stops()) {
      response_ = text_response(kStopping, "the webhook server is stopping");
      return;
    }
    metrics_.count_exception();
    context_.log().error("webhook handler threw an exception", {{"error", error}});
    respond_failed();
  }
  void refuse_status()
  {
    context_.log().error("webhook handler returned a status that is not between 200 and 599",
                         {{"status", response_.status}});
    respond_failed();
  }
  // The reason is for the log: everyone who reaches the port may be the client.
  void respond_failed()
  {
    response_ = text_response(kFailed, "the webhook " + endpoint_.path + " failed; the log of its program says why");
  }

  const PathEndpoint& endpoint_;
  PathMetrics& metrics_;
  const HttpRequest request_;
  CallBounds bounds_;
  WebhookContext context_;
  HttpResponse response_;
};

}  // namespace

awaitable<HttpResponse> call_path(std::shared_ptr<const PathEndpoint> endpoint,
                                  std::shared_ptr<const WebhookServices> services, HttpRequest request,
                                  CallLimits limits, PathMetrics& metrics)
{
  PathCall call(*endpoint, *services, std::move(request), std::move(limits), metrics);
  co_await call.run();
  co_return call.take();
}

}  // namespace kubexx::detail
