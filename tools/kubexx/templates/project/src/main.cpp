#include "kinds.hpp"

int main(int argc, char** argv)
{
  kubexx::OperatorOptions options = @SPACE@::operator_options();
  options.description =
      "Reconciles the objects of the API group "
      "@GROUP@.";
  return kubexx::run_operator(argc, argv, options, @SPACE@::add_kinds);
}
