// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "kubexx/informer/event_handler.hpp"
#include "kubexx/informer/store.hpp"

namespace kubexx {

/// What a delta means for the handlers; nullopt for the marks of a list.
[[nodiscard]] std::optional<Transition> transition_of(const Delta& delta);

struct SelectedTransitions {
  std::vector<Transition> transitions;
  std::exception_ptr failure;  ///< what `selects` threw last
};

/// What transitions of one object are for a handler that sees the selected objects alone. Each begins where the one
/// before has ended, also across a gap in `transitions`, which must not be empty. A state for which `selects` throws is
/// not selected. With `again`, what it throws for the newest state is passed on, because it will be asked again, and an
/// older one is left out.
[[nodiscard]] SelectedTransitions selected(std::span<const Transition> transitions,
                                           const std::function<bool(const Object&)>& selects, bool again);

/// The transitions of one object that one handler has not seen, oldest first; never empty. One costs no allocation. A
/// value; not thread safe.
class Transitions {
public:
  explicit Transitions(Transition first) : first_(std::move(first)) {}

  /// Adds a transition. Beyond `most`, at least 2, only the first and the newest stay, and `lost` is true.
  void append(Transition next, std::size_t most = ObjectEvent::max_transitions);
  void append(const Transitions& later);
  /// Adds a transition and keeps the outcome of all, by the table of EventHandler. False when nothing is left, and then
  /// it must not be used any more.
  [[nodiscard]] bool fold(Transition next);

  [[nodiscard]] std::span<const Transition> view() const noexcept;
  /// The object was not there before the first and is not there now.
  [[nodiscard]] bool came_and_went() const noexcept
  {
    return !view().front().old && view().back().type == Transition::Type::deleted;
  }
  [[nodiscard]] bool lost() const noexcept { return many_ && many_->lost; }
  /// The handler has seen `lost`.
  void loss_reported() noexcept
  {
    if (many_) many_->lost = false;
  }

private:
  struct Many {
    std::vector<Transition> all;
    bool lost = false;
  };
  Transition first_;            // when there is no other
  std::unique_ptr<Many> many_;  // all of them, when there are several
};

}  // namespace kubexx
