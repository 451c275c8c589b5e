// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// ConversionReview (apiextensions.k8s.io), read and written: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.
/// v1beta1 is read in the same way and answered in its own version.
namespace kubexx::detail {

/// The objects are places in the body, which the caller keeps: a body may be large.
struct ConversionReview {
  struct Place {
    std::size_t begin = 0, end = 0;
  };
  std::string api_version;
  std::string uid;
  std::string desired_api_version;
  std::vector<Place> objects;
};

/// Reads the body in one pass. Throws BadReview.
[[nodiscard]] ConversionReview read_conversion_review(std::string_view body);

/// Collects the converted objects of one answer.
class ConvertedObjects {
public:
  void add(std::string_view object);
  /// The ConversionReview with these objects. Frees each part when it has been copied.
  [[nodiscard]] std::string take_review(const ConversionReview& request);

private:
  std::vector<std::string> chunks_;  // text, with commas between the objects; no reallocation of a large string
  std::size_t size_ = 0;
};

/// The ConversionReview that says why the objects could not be converted.
[[nodiscard]] std::string write_conversion_failure(const ConversionReview& request, std::string_view message);

}  // namespace kubexx::detail
