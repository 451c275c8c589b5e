// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "kubexx/apimachinery/detail/json_scan.hpp"
#include "kubexx/apimachinery/json_writer.hpp"

namespace kubexx::detail {

/// The body of a request is not the review that it should be.
class BadReview : public std::runtime_error {
public:
  BadReview(const std::string& problem, std::string request_uid);
  std::string uid;  // empty: it could not be read
};

/// A kind of review, in the versions that are read in the same way.
struct ReviewType {
  std::string_view kind, v1, v1beta1;
  bool may_lack_type = false;            ///< a review without kind and apiVersion is of v1
  std::string_view request = "request";  ///< the member with the request
  bool has_uid = true;                   ///< the request has a uid
};

/// Writes a review whose answer is its status, up to the members of the status; and its end.
void begin_review_status(JsonWriter& to, const ReviewType& type, std::string_view api_version);
[[nodiscard]] std::string end_review_status(JsonWriter& to);

/// Reads a review in one pass: apiVersion, kind, and the request, whose members are those of the derived class. Of
/// members with one name the last one counts.
class ReviewReader {
protected:
  ReviewReader(std::string_view body, const ReviewType& type) : scanner_(body), type_(type) {}
  ~ReviewReader() = default;
  ReviewReader(const ReviewReader&) = delete;
  ReviewReader& operator=(const ReviewReader&) = delete;

  /// Throws BadReview.
  void read();

  /// A request begins: what was read of one before it does not count.
  virtual void begin_request() = 0;
  /// Passes the value of a member of the request, other than uid if it has one. Throws ObjectError.
  virtual void member(std::string_view key) = 0;

  /// Passes a string or null. Throws ObjectError, which names `path`.
  [[nodiscard]] std::string text(const char* path);
  /// Calls `read` with a scanner of its own at the object there, which may be nested as deep as in an API server.
  template <class Read>
  void pass_object(const Read& read)
  {
    JsonScanner inside(scanner_.text(), scanner_.position());
    read(inside);
    scanner_.pass_to(inside.position());
  }
  [[nodiscard]] JsonScanner& scanner() noexcept { return scanner_; }
  [[nodiscard]] const std::string& uid() const noexcept { return uid_; }
  [[nodiscard]] const std::string& api_version() const noexcept { return api_version_; }

private:
  void top_level(std::string_view key);
  void request();
  void check();

  JsonScanner scanner_;
  const ReviewType type_;
  std::string api_version_, kind_, uid_;
  bool has_request_ = false;
};

}  // namespace kubexx::detail
