#include "@FILE@_webhooks.hpp"

#include <string>

#include "@FILE@.hpp"

namespace @SPACE@ {
namespace {

// Use facts of the struct for constant defaults, and CEL rules for checks if possible: the API server then needs no
// webhook. A defaulter must accept its own result.
void set_defaults(@KIND@& object)
{
  if (object.spec.text.empty()) object.spec.text = "hello from " + object.metadata.name;
}

kubexx::FieldErrors check(const @KIND@& object)
{
  kubexx::FieldErrors errors;
  if (object.spec.text.find('\t') != std::string::npos) {
    errors.invalid("spec.text", object.spec.text, "use spaces instead of tabs");
  }
  return errors;
}

kubexx::FieldErrors check_update(const @KIND@& before,  // as it is stored
                                 const @KIND@& now)
{
  kubexx::FieldErrors errors;
  const int was = before.spec.copies.value_or(1), is = now.spec.copies.value_or(1);
  if (is == 0 && was > 1) errors.forbidden("spec.copies", "lower it to 1 before you set it to 0");
  return errors;
}

}  // namespace

void add_@FILE@_webhooks(kubexx::Manager& manager)
{
  manager.webhooks()
      .for_<@KIND@>()
      .defaults(set_defaults)  // before the checks
      .validates(check)
      .validates_update(check_update);
}

}  // namespace @SPACE@
