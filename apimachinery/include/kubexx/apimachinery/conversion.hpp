// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/described_kind.hpp"
#include "kubexx/apimachinery/object.hpp"

namespace kubexx {

/// An object cannot be converted. The text names the object, both versions and the reason. A conversion function may
/// throw one to refuse an object; any other exception of a function is a mistake in it.
class ConversionError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
  ConversionError(const std::string& text, bool function_threw) : std::runtime_error(text), by_mistake_(function_threw)
  {
  }

  /// Whether a function threw something else than a ConversionError.
  [[nodiscard]] bool is_mistake() const noexcept { return by_mistake_; }

private:
  bool by_mistake_ = false;
};

namespace detail {
/// An exception of a conversion function that is not a ConversionError.
class ConversionMistake : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};
}  // namespace detail

/// Converts objects between the versions of their kind. A CRD with several versions has a struct for each of them. Add
/// two functions for each pair of neighbours, or for each version and the one that serves as the hub:
///
///     Conversions conversions;
///     conversions.add<v1beta1::Backup, v1::Backup>(
///         [](const v1beta1::Backup& from, v1::Backup& to) { to.spec.keep = from.spec.copies; },
///         [](const v1::Backup& from, v1beta1::Backup& to) { to.spec.copies = from.spec.keep; });
///
/// Other versions are converted step by step, over as few versions as possible. When a function is called, `to` has the
/// metadata of `from`. The function may change its labels and annotations; all other metadata stays, as an API server
/// requires. A function should not throw for invalid values, because stored objects may be older than the rules.
/// testing::lost_in_round_trips (kubexx/testing/round_trips.hpp) finds the members that the functions lose.
///
/// `convert` is thread safe if the functions are; `add` is not.
class Conversions {
public:
  template <class From, class To>
  using Function = std::function<void(const From& from, To& to)>;

  /// Adds the functions between two versions. Throws std::invalid_argument if a function is empty, if these are not two
  /// versions of one kind, or if they have functions already.
  template <Kind One, Kind Other>
    requires Described<One> && Described<Other>
  Conversions& add(std::type_identity_t<Function<One, Other>> there, std::type_identity_t<Function<Other, One>> back)
  {
    const bool empty = !there || !back;
    add_pair(
        {described_kind<One>(), described_kind<Other>(), empty ? Apply() : applied(std::move(there)), &rewrite<One>},
        {described_kind<Other>(), described_kind<One>(), empty ? Apply() : applied(std::move(back)), &rewrite<Other>});
    return *this;
  }

  /// Returns `object` in `api_version`, such as "example.org/v1"; the object itself if it has that version. Throws
  /// ConversionError if no functions lead there, if the object does not fit its struct, or if a function throws.
  [[nodiscard]] Object convert(const Object& object, std::string_view api_version) const;
  template <Kind To, Kind From>
    requires Described<To> && Described<From>
  [[nodiscard]] To convert(const From& object) const
  {
    return convert(Object::from(object), resource_of<To>().api_version()).template as<To>();
  }

  /// Returns `object` as the struct of its version writes it. Throws ConversionError if no version fits, or if the
  /// object does not fit its struct.
  [[nodiscard]] Object rewritten(const Object& object) const;

  /// The version that was added with this name, such as "example.org/v1"; nullptr: none. Valid until the next `add`.
  [[nodiscard]] const DescribedKind* find(std::string_view kind, std::string_view api_version) const;
  /// The versions that were added: kinds in the order of their first version.
  [[nodiscard]] std::vector<std::vector<DescribedKind>> kinds() const;
  /// Returns the pairs of versions that no functions connect, one text for each; empty: all are connected.
  [[nodiscard]] std::vector<std::string> missing(std::span<const DescribedKind> versions) const;

private:
  using Apply = std::function<Object(const Object&)>;
  struct Step {
    DescribedKind from, to;
    Apply apply;
    Object (*rewrite)(const Object&);  // as `from` writes it
  };

  template <class From, class To>
  static Apply applied(Function<From, To> function)
  {
    return [function = std::move(function)](const Object& object) {
      const From from = object.as<From>();
      To to = detail::make_default<To>();
      if constexpr (requires { to.metadata = from.metadata; }) to.metadata = from.metadata;
      try {
        function(from, to);
      } catch (const ConversionError&) {
        throw;
      } catch (const std::exception& error) {
        throw detail::ConversionMistake(error.what());
      } catch (...) {
        throw detail::ConversionMistake("an exception that is not a std::exception");
      }
      return Object::from(to);
    };
  }

  template <class T>
  static Object rewrite(const Object& object)
  {
    return Object::from(object.as<T>());
  }

  [[nodiscard]] const Step* first_step(std::string_view kind, std::string_view api_version) const;
  void add_pair(Step there, Step back);
  /// The steps from one version to another, as few as possible; empty: there is no way.
  [[nodiscard]] std::vector<const Step*> way(const ResourceInfo& from, std::string_view to_version) const;

  std::vector<Step> steps_;  // both directions of each pair, in the order of `add`
};

}  // namespace kubexx
