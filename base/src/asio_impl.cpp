// SPDX-License-Identifier: Apache-2.0
// Asio's non-template code, compiled here once: every target that links kubexx::base_asio has
// BOOST_ASIO_SEPARATE_COMPILATION, which keeps the system calls of Asio's scheduler out of all other objects.
#include <boost/asio/impl/src.hpp>
