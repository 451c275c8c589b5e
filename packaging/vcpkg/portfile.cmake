# SPDX-License-Identifier: Apache-2.0
# A port of kubexx for vcpkg. Nobody has run it yet (packaging/README.md). Features add modules to the work queue, which
# is always there; a library that no chosen module needs is not looked for.
vcpkg_from_github(
  OUT_SOURCE_PATH SOURCE_PATH
  REPO kubexx/kubexx
  REF "v${VERSION}"
  SHA512 0  # set it when the release is published: vcpkg prints the hash that it expects
  HEAD_REF main
)

set(modules workqueue)
foreach(module IN ITEMS apimachinery apiserver cel client controller election informer schema testing types)
  if("${module}" IN_LIST FEATURES)
    list(APPEND modules ${module})
  endif()
endforeach()
string(REPLACE ";" "\\;" modules "${modules}")

vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS
    "-DKUBEXX_MODULES=${modules}"
    -DKUBEXX_BUILD_TESTS=OFF
    -DKUBEXX_BUILD_TOOLS=OFF
    -DKUBEXX_BUILD_SAMPLES=OFF
    -DKUBEXX_WERROR=OFF
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/kubexx)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share"
  "${CURRENT_PACKAGES_DIR}/share/doc")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
