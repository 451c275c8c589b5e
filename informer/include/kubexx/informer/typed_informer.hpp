// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/informer/index.hpp"
#include "kubexx/informer/informer.hpp"
#include "kubexx/informer/lister.hpp"

namespace kubexx {

/// The three functions of EventHandler, with values of a described type; functions that are not set are skipped. An
/// object whose state does not fit the type counts as absent: if it no longer fits, the handler sees it deleted, in the
/// last state that did.
template <Kind T>
struct TypedEventHandler {
  std::function<void(const T& object, bool initial)> on_add = {};
  std::function<void(const T& old, const T& now)> on_update = {};
  std::function<void(const T& last, bool final_state_unknown)> on_delete = {};
  std::function<bool(const T&)> selects = {};  ///< EventHandler::selects
  /// Called for a state that does not fit, possibly more than once; `error` names object and field. Not set: it is
  /// logged.
  std::function<void(const Object& object, const ObjectError& error)> on_unreadable = {};
  std::function<void()> on_caught_up = {};  ///< EventHandler::on_caught_up
  std::string name = {};                    ///< in logs
};

/// A view of a SharedInformer, with values of a described type that are decoded when they are read; `projected` keeps
/// its store small. Any number of views, of one type or of several, share one watch and one store. A copyable handle
/// that keeps the informer alive; thread safe.
template <Kind T>
class TypedInformer {
public:
  /// Throws std::invalid_argument if `informer` does not watch T's resource.
  explicit TypedInformer(SharedInformer informer) : lister_(std::move(informer)) {}

  /// The same as SharedInformer::add_handler.
  [[nodiscard]] std::unique_ptr<HandlerRegistration> add_handler(TypedEventHandler<T> handler) const
  {
    if (!handler.on_unreadable) {
      handler.on_unreadable = [log = dynamic().log(), name = handler.name](const Object&, const ObjectError& error) {
        log.warn("an object does not fit its type: the event handler does not see it",
                 {{"handler", name}, {"error", error.what()}});
      };
    }
    return dynamic().add_handler(untyped(std::move(handler)));
  }
  /// The same as SharedInformer::add_index.
  void add_index(std::string name, TypedIndexFunction<T> function) const
  {
    dynamic().add_index(std::move(name), typed_index<T>(std::move(function)));
  }
  [[nodiscard]] const TypedLister<T>& lister() const noexcept { return lister_; }
  [[nodiscard]] const SharedInformer& dynamic() const noexcept { return lister_.dynamic().informer(); }

private:
  // The functions below see only objects that `selects` has passed, so they fit.
  static EventHandler untyped(TypedEventHandler<T> typed)
  {
    EventHandler handler;
    handler.name = std::move(typed.name);
    handler.on_caught_up = std::move(typed.on_caught_up);
    handler.selects = [selects = std::move(typed.selects),
                       unreadable = std::move(typed.on_unreadable)](const Object& object) {
      try {
        const T value = object.as<T>();
        return !selects || selects(value);
      } catch (const ObjectError& error) {
        unreadable(object, error);
        return false;
      }
    };
    if (typed.on_add) {
      handler.on_add = [add = std::move(typed.on_add)](const Object& object, bool initial) {
        add(object.as<T>(), initial);
      };
    }
    if (typed.on_update) {
      handler.on_update = [update = std::move(typed.on_update)](const Object& old, const Object& now) {
        update(old.as<T>(), now.as<T>());
      };
    }
    if (typed.on_delete) {
      handler.on_delete = [remove = std::move(typed.on_delete)](const Object& last, bool final_state_unknown) {
        remove(last.as<T>(), final_state_unknown);
      };
    }
    return handler;
  }

  TypedLister<T> lister_;
};

}  // namespace kubexx
