// SPDX-License-Identifier: Apache-2.0
// compressed_store_bench [COUNT]: what keeping objects compressed costs and saves, on four kinds of COUNT (20 000)
// objects each: the pods of the other benchmarks, those with what differs between real pods, pods of differing shape,
// and ConfigMaps, Deployments and Services. First the ways to compress one object, with a dictionary of the first
// hundred: bytes of its JSON, microseconds to compress and to decompress it. Then the two stores: bytes in all for an
// object, microseconds to store one of a list, to apply a change, to get one, and to read one of a list.
#include <lz4.h>
#include <zdict.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/informer/detail/object_packer.hpp"
#include "kubexx/informer/indexed_store.hpp"
#include "varied_objects.hpp"

namespace kubexx {
namespace {

using Texts = std::vector<std::string>;

/// Compresses and decompresses single texts. `pack` returns the size and writes to `packed`; `unpack` to `text`.
struct Method {
  std::string name;
  std::function<std::size_t(const std::string& text, std::string& packed)> pack;
  std::function<std::size_t(const std::string& packed, std::size_t size, std::string& text)> unpack;
};

std::size_t checked(std::size_t result)
{
  if (ZSTD_isError(result) != 0) throw std::runtime_error(ZSTD_getErrorName(result));
  return result;
}

/// The end of as many texts as fit.
std::string raw_dictionary(const Texts& samples, std::size_t size)
{
  std::string content;
  for (const auto& sample : samples) {
    if (content.size() + sample.size() <= size) content += sample;
  }
  return content;
}

enum class Statistics { none, finalized, trained };

std::string zstd_dictionary(const Texts& samples, std::size_t size, Statistics statistics, int level)
{
  const std::string content = raw_dictionary(samples, size);
  if (statistics == Statistics::none) return content;
  std::string flat, dictionary(size + 1024, '\0');
  std::vector<std::size_t> sizes;
  for (const auto& sample : samples) {
    flat += sample;
    sizes.push_back(sample.size());
  }
  ZDICT_params_t parameters{};
  parameters.compressionLevel = level;
  const auto count = static_cast<unsigned>(sizes.size());
  const std::size_t made =
      statistics == Statistics::trained
          ? ZDICT_trainFromBuffer(dictionary.data(), dictionary.size(), flat.data(), sizes.data(), count)
          : ZDICT_finalizeDictionary(dictionary.data(), dictionary.size(), content.data(), content.size(), flat.data(),
                                     sizes.data(), count, parameters);
  if (ZDICT_isError(made) != 0) return content;
  dictionary.resize(made);
  return dictionary;
}

Method zstd_method(std::string name, const std::string& dictionary, int level)
{
  const std::shared_ptr<ZSTD_CCtx> packer(ZSTD_createCCtx(), ZSTD_freeCCtx);
  const std::shared_ptr<ZSTD_DCtx> unpacker(ZSTD_createDCtx(), ZSTD_freeDCtx);
  const std::shared_ptr<ZSTD_CDict> to(ZSTD_createCDict(dictionary.data(), dictionary.size(), level), ZSTD_freeCDict);
  const std::shared_ptr<ZSTD_DDict> from(ZSTD_createDDict(dictionary.data(), dictionary.size()), ZSTD_freeDDict);
  checked(ZSTD_CCtx_setParameter(packer.get(), ZSTD_c_dictIDFlag, 0));
  if (dictionary.empty()) {
    checked(ZSTD_CCtx_setParameter(packer.get(), ZSTD_c_compressionLevel, level));
  } else {
    checked(ZSTD_CCtx_refCDict(packer.get(), to.get()));
  }
  return {std::move(name),
          [packer, to](const std::string& text, std::string& packed) {
            return checked(ZSTD_compress2(packer.get(), packed.data(), packed.size(), text.data(), text.size()));
          },
          [unpacker, from](const std::string& packed, std::size_t size, std::string& text) {
            return checked(ZSTD_decompress_usingDDict(unpacker.get(), text.data(), size, packed.data(), packed.size(),
                                                      from.get()));
          }};
}

const Bytef* bytes_of(const std::string& text)
{
  return reinterpret_cast<const Bytef*>(text.data());
}

Method zlib_method(std::string name, const std::string& dictionary, int level)
{
  const std::shared_ptr<z_stream> packer(new z_stream{}, [](z_stream* stream) {
    deflateEnd(stream);
    delete stream;
  });
  const std::shared_ptr<z_stream> unpacker(new z_stream{}, [](z_stream* stream) {
    inflateEnd(stream);
    delete stream;
  });
  if (deflateInit2(packer.get(), level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK ||
      inflateInit2(unpacker.get(), -15) != Z_OK) {
    throw std::runtime_error("zlib");
  }
  const auto start = [](z_stream& stream, const std::string& in, std::string& out, std::size_t size) {
    stream.next_in = const_cast<Bytef*>(bytes_of(in));
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(size);
  };
  const auto length = static_cast<uInt>(dictionary.size());
  return {std::move(name),
          [packer, dictionary, length, start](const std::string& text, std::string& packed) -> std::size_t {
            deflateReset(packer.get());
            if (length != 0) deflateSetDictionary(packer.get(), bytes_of(dictionary), length);
            start(*packer, text, packed, packed.size());
            if (deflate(packer.get(), Z_FINISH) != Z_STREAM_END) throw std::runtime_error("deflate");
            return packer->total_out;
          },
          [unpacker, dictionary, length, start](const std::string& packed, std::size_t size,
                                                std::string& text) -> std::size_t {
            inflateReset(unpacker.get());
            if (length != 0) inflateSetDictionary(unpacker.get(), bytes_of(dictionary), length);
            start(*unpacker, packed, text, size);
            if (inflate(unpacker.get(), Z_FINISH) != Z_STREAM_END) throw std::runtime_error("inflate");
            return unpacker->total_out;
          }};
}

Method lz4_method(std::string name, const std::string& dictionary)
{
  const std::shared_ptr<LZ4_stream_t> loaded(LZ4_createStream(), LZ4_freeStream);
  const std::shared_ptr<LZ4_stream_t> packer(LZ4_createStream(), LZ4_freeStream);
  const auto shared = std::make_shared<const std::string>(dictionary);
  LZ4_loadDict(loaded.get(), shared->data(), static_cast<int>(shared->size()));
  return {std::move(name),
          [packer, loaded, shared](const std::string& text, std::string& packed) {
            *packer = *loaded;
            return static_cast<std::size_t>(LZ4_compress_fast_continue(packer.get(), text.data(), packed.data(),
                                                                       static_cast<int>(text.size()),
                                                                       static_cast<int>(packed.size()), 1));
          },
          [shared](const std::string& packed, std::size_t size, std::string& text) {
            return static_cast<std::size_t>(LZ4_decompress_safe_usingDict(
                packed.data(), text.data(), static_cast<int>(packed.size()), static_cast<int>(size), shared->data(),
                static_cast<int>(shared->size())));
          }};
}

/// Microseconds for each of `count`, the median of five runs.
double micros(std::size_t count, const std::function<void()>& run)
{
  std::vector<double> took;
  for (int round = 0; round < 5; ++round) {
    const auto start = std::chrono::steady_clock::now();
    run();
    took.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(took.begin(), took.end());
  return took[2] / static_cast<double>(count);
}

void measure(const Method& method, const Texts& texts)
{
  std::string packed(std::size_t{1} << 20, '\0'), text(std::size_t{1} << 20, '\0');
  Texts all;
  std::size_t bytes = 0;
  for (const auto& one : texts) {
    const std::size_t size = method.pack(one, packed);
    all.push_back(packed.substr(0, size));
    bytes += all.back().size();
    if (method.unpack(all.back(), one.size(), text) != one.size() || !text.starts_with(one)) {
      throw std::runtime_error(method.name + " does not give back what it was given");
    }
  }
  const double pack = micros(texts.size(), [&] {
    for (const auto& one : texts) (void)method.pack(one, packed);
  });
  const double unpack = micros(texts.size(), [&] {
    for (std::size_t at = 0; at < all.size(); ++at) (void)method.unpack(all[at], texts[at].size(), text);
  });
  std::printf("  %-28s %7.0f %10.2f %10.2f\n", method.name.c_str(),
              static_cast<double>(bytes) / static_cast<double>(texts.size()), pack, unpack);
}

void compare_methods(const Texts& texts)
{
  const Texts samples(texts.begin(), texts.begin() + 100);
  const Texts rest(texts.begin() + 100,
                   texts.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(texts.size(), 4100)));
  std::printf("  %-28s %7s %10s %10s\n", "one object", "bytes", "us to pack", "to unpack");
  measure(zlib_method("zlib 1", "", 1), rest);
  measure(zlib_method("zlib 6", "", 6), rest);
  measure(zstd_method("zstd 1", "", 1), rest);
  measure(lz4_method("lz4", ""), rest);
  measure(zlib_method("zlib 1, 32 KiB", raw_dictionary(samples, 32 << 10), 1), rest);
  measure(zlib_method("zlib 6, 32 KiB", raw_dictionary(samples, 32 << 10), 6), rest);
  measure(lz4_method("lz4, 32 KiB", raw_dictionary(samples, 32 << 10)), rest);
  measure(zstd_method("zstd 1, 32 KiB of text", zstd_dictionary(samples, 32 << 10, Statistics::none, 1), 1), rest);
  measure(zstd_method("zstd 1, 32 KiB trained", zstd_dictionary(samples, 32 << 10, Statistics::trained, 1), 1), rest);
  for (const int level : {-1, 1, 3, 6}) {
    for (const std::size_t kilobytes : {16U, 32U, 64U}) {
      const std::string name = "zstd " + std::to_string(level) + ", " + std::to_string(kilobytes) + " KiB finalized";
      measure(zstd_method(name, zstd_dictionary(samples, kilobytes << 10, Statistics::finalized, level), level), rest);
    }
  }
}

void compare_stores(const Texts& texts)
{
  std::vector<Object> objects;
  for (const auto& text : texts) objects.push_back(Object::parse(text));
  std::sort(objects.begin(), objects.end(), [](const Object& a, const Object& b) { return a.key() < b.key(); });
  std::printf("  %-28s %7s %10s %10s %10s %10s\n", "store", "bytes", "us to list", "to apply", "to get", "to read all");
  for (const bool compressed : {false, true}) {
    std::size_t bytes = 0, read = 0;
    std::unique_ptr<IndexedStore> store;
    std::shared_ptr<detail::ObjectPacker> packer;
    const double list = micros(objects.size(), [&] {
      packer = compressed ? std::make_shared<detail::ObjectPacker>() : nullptr;
      store = std::make_unique<IndexedStore>(IndexedStore::Indexes{}, "", false, packer);
      std::vector<Object> items;
      items.reserve(objects.size());
      for (const auto& object : objects) items.push_back(compressed ? packer->packed_item(object) : object);
      (void)store->replace(std::move(items), "1");
    });
    bytes = store->memory();
    const double get = micros(objects.size(), [&] {
      for (const auto& object : objects) read += store->get(object.key()).bytes().size();
    });
    const double read_all = micros(objects.size(), [&] {
      for (const auto& object : store->list()) read += object.bytes().size();
    });
    if (read != 10 * [&] {
          std::size_t sum = 0;
          for (const auto& object : objects) sum += object.bytes().size();
          return sum;
        }()) {
      throw std::runtime_error("the store does not give back what it was given");
    }
    std::uint64_t version = 2000000000;
    const double apply = micros(objects.size(), [&] {
      ++version;
      for (const auto& object : objects) {
        const std::string text = std::to_string(version);
        std::string json(object.bytes());
        json.replace(json.find(object.resource_version()), object.resource_version().size(), text);
        (void)store->apply(Object::parse(json), text);
      }
    });
    std::printf("  %-28s %7.0f %10.2f %10.2f %10.2f %10.2f\n", compressed ? "compressed" : "plain",
                static_cast<double>(bytes) / static_cast<double>(objects.size()), list, apply, get, read_all);
  }
}

void run(std::size_t count)
{
  bench::VariedObjects varied(1);
  std::size_t number = 0;
  const std::pair<const char*, std::function<std::string()>> kinds[] = {
      {"pods that differ in their names", [&] { return bench::pod_json(number++); }},
      {"pods", [&] { return varied.pod(); }},
      {"pods of differing shape", [&] { return varied.varied_pod(); }},
      {"ConfigMaps, Deployments, Services", [&] { return varied.mixed(); }},
  };
  for (const auto& [name, make] : kinds) {
    Texts texts;
    std::size_t bytes = 0;
    for (std::size_t made = 0; made < count; ++made) {
      texts.emplace_back(Object::parse(make()).bytes());
      bytes += texts.back().size();
    }
    std::printf("%s: %zu of %zu bytes\n", name, count, bytes / count);
    compare_methods(texts);
    compare_stores(texts);
  }
}

}  // namespace
}  // namespace kubexx

int main(int argc, char** argv)
{
  try {
    kubexx::run(argc > 1 ? std::stoul(argv[1]) : 20000);
  } catch (const std::exception& error) {
    std::cerr << "compressed_store_bench: " << error.what() << "\n";
    return 1;
  }
}
