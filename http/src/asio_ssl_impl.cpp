// SPDX-License-Identifier: Apache-2.0
// Asio's TLS code, compiled here once (see base/src/asio_impl.cpp).
#include <boost/asio/ssl/impl/src.hpp>
