# SPDX-License-Identifier: Apache-2.0
"""Conan 2 recipe of kubexx. The libraries that kubexx builds on are Debian's packages (system requirements), so a user
of this package and kubexx itself share one Boost, one OpenSSL and one nlohmann/json.

    conan create packaging/conan -s compiler.cppstd=20 -o "&:modules=client;workqueue" \\
      -c tools.cmake.cmake_layout:test_folder='$TMP'

test_package uses the work queue, so --test-folder="" goes with modules that leave it out.
"""
import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load
from conan.tools.scm import Version
from conan.tools.system.package_manager import Apt

required_conan_version = ">=2.0"

# The Debian packages of the libraries that cmake/KubexxModules.cmake names; where there are two lists, the first one
# that can be installed is taken. Debian 12 has Boost 1.81 beside its default 1.74; Debian 13's default is new enough.
DEBIAN = {
    "Threads": [],
    "Boost": [["libboost1.81-dev"], ["libboost-dev"]],
    "BoostUrl": [["libboost1.81-dev"], ["libboost-url-dev"]],
    "OpenSSL": [["libssl-dev"]],
    "ZLIB": [["zlib1g-dev"]],
    "nlohmann_json": [["nlohmann-json3-dev"]],
    "yaml-cpp": [["libyaml-cpp-dev"]],
    "zstd": [["libzstd-dev"]],
    "prometheus-cpp": [["prometheus-cpp-dev"]],
    "re2": [["libre2-dev"]],
}
# Asked for by the module controller besides its row in the table (cmake/KubexxDependencies.cmake).
CONTROLLER_ALSO = [["libcli11-dev"]]
TABLE = "KubexxModules.cmake"


class KubexxConan(ConanFile):
    name = "kubexx"
    license = "Apache-2.0"
    url = "https://github.com/kubexx/kubexx"
    homepage = "https://github.com/kubexx/kubexx"
    description = "The Kubernetes controller framework for C++: work queue, client, informer, election, controllers"
    topics = ("kubernetes", "operator", "controller", "informer", "work-queue")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "modules": ["ANY"]}
    default_options = {"shared": False, "fPIC": True, "modules": "all"}
    implements = ["auto_shared_fpic"]

    def _root(self):
        """The project's folder, before the recipe is exported into Conan's cache."""
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        text = load(self, os.path.join(self._root(), "CMakeLists.txt"))
        self.version = re.search(r"project\(kubexx VERSION ([0-9.]+)", text).group(1)

    def export(self):
        copy(self, TABLE, os.path.join(self._root(), "cmake"), self.export_folder)

    def export_sources(self):
        root = self._root()
        copy(self, "CMakeLists.txt", root, self.export_sources_folder)
        copy(self, "LICENSE", root, self.export_sources_folder)
        for folder in sorted({"cmake"} | {folder for folder, _, _ in self._rows().values()}):
            copy(self, "*", os.path.join(root, folder), os.path.join(self.export_sources_folder, folder))

    def _rows(self):
        """The table of modules: name -> (folder, needs, libraries)."""
        rows = {}
        exported = os.path.join(self.recipe_folder, TABLE)
        text = load(self, exported if os.path.exists(exported) else os.path.join(self._root(), "cmake", TABLE))
        for name, rest in re.findall(r"^kubexx_declare\((\w+)([^)]*)\)", text, re.MULTILINE):
            row = {"FOLDER": [name], "NEEDS": [], "LIBRARIES": []}
            key = None
            for word in rest.split():
                if word in row:
                    key, row[word] = word, []
                else:
                    row[key].append(word)
            rows[name] = (row["FOLDER"][0], row["NEEDS"], row["LIBRARIES"])
        return rows

    def _modules(self, option=None):
        """The modules of the option, with all that they need."""
        rows = self._rows()
        wanted = [module for module in re.split(r"[;, ]+", str(option or self.options.modules)) if module]
        if "all" in wanted:
            return list(rows)
        for module in wanted:
            if module not in rows:
                raise ConanInvalidConfiguration(f"there is no module '{module}'; the modules: {' '.join(rows)}")
        for module in reversed(list(rows)):
            if module in wanted:
                wanted.extend(rows[module][1])
        return [module for module in rows if module in wanted]

    def validate(self):
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration("kubexx runs on Linux only")
        if self.settings.get_safe("compiler.cppstd"):
            check_min_cppstd(self, 20)
        oldest = {"gcc": "12", "clang": "16"}.get(str(self.settings.compiler))
        if oldest and Version(self.settings.compiler.version) < oldest:
            raise ConanInvalidConfiguration(f"kubexx needs {self.settings.compiler} {oldest} or later")
        self._modules()

    def package_id(self):
        # Two ways to name the same modules are the same package.
        self.info.options.modules = ";".join(self._modules(self.info.options.modules))

    def system_requirements(self):
        rows = self._rows()
        modules = self._modules()
        wanted = []
        for module in modules:
            for library in rows[module][2]:
                wanted.append(DEBIAN[library])
        if "controller" in modules:
            wanted += [[package] for package in CONTROLLER_ALSO]
        apt = Apt(self)
        for alternatives in wanted:
            if alternatives:
                apt.install_substitutes(*alternatives, update=True)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["KUBEXX_MODULES"] = ";".join(self._modules())
        toolchain.cache_variables["KUBEXX_BUILD_TESTS"] = False
        toolchain.cache_variables["KUBEXX_BUILD_TOOLS"] = False
        toolchain.cache_variables["KUBEXX_BUILD_SAMPLES"] = False
        toolchain.cache_variables["KUBEXX_WERROR"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build(target="kubexx_installed")

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        # The package has its own kubexx-config.cmake with a component for each module, and its own pkg-config files:
        # they find Debian's libraries, which Conan's generators do not know.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.set_property("pkg_config_name", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "kubexx")]
