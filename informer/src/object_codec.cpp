// SPDX-License-Identifier: Apache-2.0
#include "object_codec.hpp"

#include <zdict.h>
#include <zstd.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <stdexcept>
#include <utility>

#include "kubexx/base/detail/free_with.hpp"

namespace kubexx {

namespace {

// What bench/compressed_store_bench was best with; docs/benchmarks/informer-cost.md has the table.
constexpr int kLevel = 1;
constexpr std::size_t kDictionarySize = 32 << 10;
constexpr std::size_t kPieceSize = 4 << 10;  // of one sample in the dictionary
constexpr std::size_t kStatistics = 128;     // samples, at most
constexpr std::size_t kIdleContexts = 4;     // of each kind
constexpr std::size_t kIdleBuffer = 256 << 10;

using detail::FreeWith;
using Compression = std::unique_ptr<ZSTD_CCtx, FreeWith<ZSTD_freeCCtx>>;
using Decompression = std::unique_ptr<ZSTD_DCtx, FreeWith<ZSTD_freeDCtx>>;
using Packing = std::unique_ptr<ZSTD_CDict, FreeWith<ZSTD_freeCDict>>;
using Unpacking = std::unique_ptr<ZSTD_DDict, FreeWith<ZSTD_freeDDict>>;

template <class T>
T allocated(T object)
{
  if (!object) throw std::bad_alloc();
  return object;
}

std::size_t checked(std::size_t result, const char* what)
{
  if (ZSTD_isError(result) == 0) return result;
  throw std::runtime_error(std::string(what) + ": zstd: " + ZSTD_getErrorName(result));
}

// At most `count` of them, from the first to the last.
std::vector<std::string_view> spread(const std::vector<std::string>& samples, std::size_t count)
{
  if (samples.size() <= count) return {samples.begin(), samples.end()};
  std::vector<std::string_view> some;
  some.reserve(count);
  for (std::size_t number = 0; number < count; ++number) some.push_back(samples[number * samples.size() / count]);
  return some;
}

// The beginnings of some samples. With statistics of more of them, where zstd can make such, which it cannot of samples
// that are all the same: then the text alone serves.
std::string dictionary_of(const std::vector<std::string>& samples)
{
  std::string content;
  for (const auto sample : spread(samples, 2 * kDictionarySize / kPieceSize)) {
    if (content.size() + std::min(sample.size(), kPieceSize) <= kDictionarySize)
      content += sample.substr(0, kPieceSize);
  }
  std::string flat;
  std::vector<std::size_t> sizes;
  for (const auto sample : spread(samples, kStatistics)) {
    flat += sample.substr(0, 4 * kPieceSize);
    sizes.push_back(std::min(sample.size(), 4 * kPieceSize));
  }
  ZDICT_params_t parameters{};
  parameters.compressionLevel = kLevel;
  std::string finished(content.size() + 1024, '\0');
  const std::size_t size =
      ZDICT_finalizeDictionary(finished.data(), finished.size(), content.data(), content.size(), flat.data(),
                               sizes.data(), static_cast<unsigned>(sizes.size()), parameters);
  if (ZDICT_isError(size) != 0) return content;
  finished.resize(size);
  return finished;
}

/// What calls use in turn, so that none waits for another and few are made.
template <class T>
class Pool {
public:
  /// Empty when all are in use.
  [[nodiscard]] T take()
  {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return {};
    T taken = std::move(idle_.back());
    idle_.pop_back();
    return taken;
  }
  void give_back(T one)
  {
    const std::lock_guard lock(mutex_);
    if (idle_.size() < kIdleContexts) idle_.push_back(std::move(one));
  }
  template <class SizeOf>
  [[nodiscard]] std::size_t memory(SizeOf size_of) const
  {
    const std::lock_guard lock(mutex_);
    std::size_t bytes = 0;
    for (const auto& one : idle_) bytes += size_of(one);
    return bytes;
  }

private:
  mutable std::mutex mutex_;
  std::vector<T> idle_;  // guarded by mutex_
};

struct Decompressor {
  Decompression context;
  std::string text;
};

}  // namespace

struct ObjectCodec::Impl {
  explicit Impl(const std::string& dictionary)
      : packing(allocated(Packing(ZSTD_createCDict(dictionary.data(), dictionary.size(), kLevel)))),
        unpacking(allocated(Unpacking(ZSTD_createDDict(dictionary.data(), dictionary.size()))))
  {
  }

  Compression make_compression() const
  {
    auto context = allocated(Compression(ZSTD_createCCtx()));
    checked(ZSTD_CCtx_refCDict(context.get(), packing.get()), "cannot compress objects");
    // There is one dictionary only, so naming it in each text says nothing.
    checked(ZSTD_CCtx_setParameter(context.get(), ZSTD_c_dictIDFlag, 0), "cannot compress objects");
    return context;
  }

  const Packing packing;
  const Unpacking unpacking;
  Pool<Compression> compressions;
  Pool<Decompressor> decompressors;
};

ObjectCodec::ObjectCodec(const std::vector<std::string>& samples)
    : impl_(std::make_unique<Impl>(dictionary_of(samples)))
{
}

ObjectCodec::~ObjectCodec() = default;

std::string ObjectCodec::compressed(std::string_view text) const
{
  Compression context = impl_->compressions.take();
  if (!context) context = impl_->make_compression();
  std::string to(ZSTD_compressBound(text.size()), '\0');
  to.resize(checked(ZSTD_compress2(context.get(), to.data(), to.size(), text.data(), text.size()),
                    "an object cannot be compressed"));
  impl_->compressions.give_back(std::move(context));
  return to;
}

void ObjectCodec::decompress(std::string_view compressed, const std::function<void(std::string_view)>& take) const
{
  constexpr const char* what = "a compressed object cannot be read";
  const auto size = ZSTD_getFrameContentSize(compressed.data(), compressed.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR) {
    throw std::runtime_error(std::string(what) + ": it has no zstd header");
  }
  Decompressor one = impl_->decompressors.take();
  if (!one.context) one.context = allocated(Decompression(ZSTD_createDCtx()));
  if (one.text.size() < size) one.text.resize(size);
  const std::size_t read =
      checked(ZSTD_decompress_usingDDict(one.context.get(), one.text.data(), size, compressed.data(), compressed.size(),
                                         impl_->unpacking.get()),
              what);
  take(std::string_view(one.text).substr(0, read));
  if (one.text.size() > kIdleBuffer) one.text = std::string();
  impl_->decompressors.give_back(std::move(one));
}

std::size_t ObjectCodec::memory() const
{
  return ZSTD_sizeof_CDict(impl_->packing.get()) + ZSTD_sizeof_DDict(impl_->unpacking.get()) +
         impl_->compressions.memory([](const Compression& one) { return ZSTD_sizeof_CCtx(one.get()); }) +
         impl_->decompressors.memory(
             [](const Decompressor& one) { return ZSTD_sizeof_DCtx(one.context.get()) + one.text.capacity(); });
}

}  // namespace kubexx
