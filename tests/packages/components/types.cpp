// SPDX-License-Identifier: Apache-2.0
#include <kubexx/apimachinery/describe.hpp>
#include <kubexx/types/all.hpp>

int main()
{
  kubexx::corev1::Pod pod;
  pod.metadata.name = "a";
  pod.spec.nodeName = "n";
  return kubexx::Object::from(pod).at("/spec/nodeName").equals("n") ? 0 : 1;
}
