// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "kubexx/apimachinery/crd_fact.hpp"

/// Facts about a kind, for KUBEXX_CRD (describe_struct.hpp). If a kind has several versions, its stored version states
/// its names, annotations, labels and conversion; columns, subresources and deprecation are each version's own.
namespace kubexx::crd {

/// Names of the kind in the API server. By default singular is the kind in lower case, and list_kind the kind with
/// "List". short_name and category may be repeated.
constexpr Fact singular(std::string_view name)
{
  return detail::texts(Fact::Kind::singular, name);
}
constexpr Fact list_kind(std::string_view name)
{
  return detail::texts(Fact::Kind::list_kind, name);
}
constexpr Fact short_name(std::string_view name)
{
  return detail::texts(Fact::Kind::short_name, name);
}
constexpr Fact category(std::string_view name)
{
  return detail::texts(Fact::Kind::category, name);
}

/// The optional parts of a `column`.
struct ColumnOptions {
  std::int64_t priority = 0;  ///< above 0: only with `kubectl get -o wide`
  std::string_view format = {};
  std::string_view description = {};
};
/// A column of `kubectl get`. `type`: integer, number, string, boolean or date; `path`: ".status.phase".
constexpr Fact column(std::string_view name, std::string_view type, std::string_view path, ColumnOptions options = {})
{
  return {.kind = Fact::Kind::column,
          .integer = options.priority,
          .text = name,
          .second = type,
          .third = path,
          .fourth = options.format,
          .fifth = options.description};
}
/// The subresource scale: `scale(".spec.replicas", ".status.replicas")`.
constexpr Fact scale(std::string_view spec_path, std::string_view status_path, std::string_view selector_path = {})
{
  return {.kind = Fact::Kind::scale, .text = spec_path, .second = status_path, .third = selector_path};
}
constexpr Fact selectable_field(std::string_view path)
{
  return detail::texts(Fact::Kind::selectable_field, path);
}
/// The version is deprecated; an empty text is the server's own warning.
constexpr Fact deprecated(std::string_view warning = {})
{
  return detail::texts(Fact::Kind::deprecated, warning);
}
inline constexpr Fact not_served{.kind = Fact::Kind::not_served};
/// The subresource status, for a kind whose struct has no member `status`; all others have it anyway.
inline constexpr Fact status{.kind = Fact::Kind::status};
/// Of the CRD's metadata; repeat them.
constexpr Fact annotation(std::string_view key, std::string_view value)
{
  return {.kind = Fact::Kind::annotation, .text = key, .second = value};
}
constexpr Fact label(std::string_view key, std::string_view value)
{
  return {.kind = Fact::Kind::label, .text = key, .second = value};
}
/// The schema does not name apiVersion, kind and metadata, which every object has.
inline constexpr Fact implicit_root{.kind = Fact::Kind::implicit_root};
/// Another version of the kind is the one that is stored.
inline constexpr Fact not_stored{.kind = Fact::Kind::not_stored};

/// The optional parts of a `conversion_webhook`.
struct ConversionOptions {
  std::string_view path = "/convert";       ///< of the service; empty: "/"
  std::int64_t port = 443;                  ///< of the service
  std::string_view ca_bundle = {};          ///< base64; empty: something else sets it, such as cert-manager's injector
  std::string_view review_versions = "v1";  ///< of ConversionReview that the webhook understands: "v1,v1beta1"
};
/// A webhook in the cluster converts between the versions of the kind. State it in the version that is stored. An
/// operator that converts the kind itself (Webhooks::converts) need not state it. Without a conversion the server
/// changes only the apiVersion, and prunes what the other version's schema does not have.
constexpr Fact conversion_webhook(std::string_view service_namespace, std::string_view service,
                                  ConversionOptions options = {})
{
  return {.kind = Fact::Kind::conversion_webhook,
          .integer = options.port,
          .text = service_namespace,
          .second = service,
          .third = options.path,
          .fourth = options.ca_bundle,
          .fifth = options.review_versions};
}
/// The same for a webhook outside the cluster: "https://convert.example.org/backups". Path and port are parts of the
/// URL.
constexpr Fact conversion_webhook_url(std::string_view url, ConversionOptions options = {})
{
  return {.kind = Fact::Kind::conversion_webhook_url,
          .text = url,
          .fourth = options.ca_bundle,
          .fifth = options.review_versions};
}

}  // namespace kubexx::crd
