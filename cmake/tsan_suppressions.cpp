// SPDX-License-Identifier: Apache-2.0
// What ThreadSanitizer reports although it is right, because it does not see the synchronisation. Linked into every
// test (cmake/KubexxTest.cmake) and every sample (samples/CMakeLists.txt) of the tsan preset.

extern "C" const char* __tsan_default_suppressions();

extern "C" const char* __tsan_default_suppressions()
{
  return
      // Asio's reference counts end with a fence, which ThreadSanitizer does not know.
      "race:boost::asio::execution::detail::shared_target_executor\n"
      // The count of an exception_ptr is in libstdc++, which is not instrumented: so is the destruction of what it
      // held.
      "race:std::__exception_ptr::exception_ptr::_M_release\n"
      "race:std::runtime_error::~runtime_error\n"
      "race:std::logic_error::~logic_error\n"
      // OpenSSL is not instrumented either: a certificate's parsed extensions are published by an atomic of its own.
      "called_from_lib:libcrypto.so\n";
}
