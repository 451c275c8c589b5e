// SPDX-License-Identifier: Apache-2.0
// The names that C++ and the headers of the C library use.
#include <algorithm>
#include <array>
#include <sstream>
#include <string>
#include <unordered_set>

#include "names.hpp"

namespace kubexx::cli::types {
namespace {

using Words = std::unordered_set<std::string>;

Words words_of(const char* text)
{
  std::istringstream in(text);
  Words words;
  for (std::string word; in >> word;) words.insert(word);
  return words;
}

const Words& keywords()
{
  static const Words words = words_of(
      "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class "
      "co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype "
      "default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline "
      "int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register "
      "reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch template "
      "this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t "
      "while xor xor_eq");
  return words;
}

/// The macros without an underscore that glibc and gcc define in headers that a program may include. A macro with
/// parameters is none here: no name is followed by a parenthesis in what is generated.
const Words& macros()
{
  static const Words words = words_of(
      "linux unix errno stdin stdout stderr h_addr h_errno math_errhandling s6_addr sa_handler sa_sigaction si_addr "
      "si_arch si_band si_fd si_int si_lower si_pid si_pkey si_ptr si_status si_stime si_syscall si_uid si_upper "
      "si_utime si_value si_overrun si_timerid sched_priority st_atime st_ctime st_mtime assert major minor makedev "
      "ACCESSPERMS ALLPERMS BUFSIZ CBRK CEOF CEOL CMIN CSTART CSTATUS CSTOP CTIME DEFFILEMODE DOMAIN FAPPEND FASYNC "
      "FFSYNC INFINITY MAXFLOAT MINSIGSTKSZ NAN NCC NDEBUG NFDBITS NGREG NSIG NULL NZERO OVERFLOW PLOSS SING TLOSS "
      "UNDERFLOW SNAN SOMAXCONN WCONTINUED WCOREFLAG WEOF WEXITED WNOHANG WNOWAIT WSTOPPED WUNTRACED EOF TRUE FALSE "
      "E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EADV EAFNOSUPPORT EAGAIN EALREADY EBADE EBADF EBADFD EBADMSG EBADR "
      "EBADRQC EBADSLT EBFONT EBUSY ECANCELED ECHILD ECHRNG ECOMM ECONNABORTED ECONNREFUSED ECONNRESET EDEADLK "
      "EDEADLOCK EDESTADDRREQ EDOM EDOTDOT EDQUOT EEXIST EFAULT EFBIG EHOSTDOWN EHOSTUNREACH EHWPOISON EIDRM EILSEQ "
      "EINPROGRESS EINTR EINVAL EIO EISCONN EISDIR EISNAM EKEYEXPIRED EKEYREJECTED EKEYREVOKED EL2HLT EL2NSYNC EL3HLT "
      "EL3RST ELIBACC ELIBBAD ELIBEXEC ELIBMAX ELIBSCN ELNRNG ELOOP EMEDIUMTYPE EMFILE EMLINK EMSGSIZE EMULTIHOP "
      "ENAMETOOLONG ENAVAIL ENETDOWN ENETRESET ENETUNREACH ENFILE ENOANO ENOBUFS ENOCSI ENODATA ENODEV ENOENT ENOEXEC "
      "ENOKEY ENOLCK ENOLINK ENOMEDIUM ENOMEM ENOMSG ENONET ENOPKG ENOPROTOOPT ENOSPC ENOSR ENOSTR ENOSYS ENOTBLK "
      "ENOTCONN ENOTDIR ENOTEMPTY ENOTNAM ENOTRECOVERABLE ENOTSOCK ENOTSUP ENOTTY ENOTUNIQ ENXIO EOPNOTSUPP EOVERFLOW "
      "EOWNERDEAD EPERM EPFNOSUPPORT EPIPE EPROTO EPROTONOSUPPORT EPROTOTYPE ERANGE EREMCHG EREMOTE EREMOTEIO ERESTART "
      "ERFKILL EROFS ESHUTDOWN ESOCKTNOSUPPORT ESPIPE ESRCH ESRMNT ESTALE ESTRPIPE ETIME ETIMEDOUT ETOOMANYREFS "
      "ETXTBSY EUCLEAN EUNATCH EUSERS EWOULDBLOCK EXDEV EXFULL");
  return words;
}

/// The functions and constants of crd_facts.hpp and crd_kind_facts.hpp.
const Words& fact_names()
{
  static const Words words = words_of(
      "annotation category column conversion_webhook conversion_webhook_url default_json default_value "
      "deprecated description embedded_resource enum_value exclusive_maximum exclusive_minimum format "
      "implicit_root int_or_string items keywords label list_atomic list_kind list_map_key list_set map_atomic "
      "map_granular max_items max_length max_properties maximum min_items min_length min_properties minimum "
      "multiple_of name not_served not_stored nullable pattern preserve_unknown_fields raw_schema required rule "
      "scale selectable_field short_name singular status");
  return words;
}

/// What the other macros of those headers begin with.
constexpr std::array<std::string_view, 62> macro_prefixes{
    "ADJ_",   "AF_",      "AI_",      "ARPHRD_", "AT_",   "BOOST_", "BUS_",  "CHAR_", "CLD_",    "CLOCK_", "CLONE_",
    "CPU_",   "DBL_",     "EAI_",     "EPOLL",   "EXIT_", "FD_",    "FE_",   "FLT_",  "FP_",     "F_",     "IN6_",
    "INT8_",  "INT16_",   "INT32_",   "INT64_",  "INT_",  "IP6_",   "IPV6_", "IP_",   "KUBEXX_", "LC_",    "LDBL_",
    "LLONG_", "LOCK_",    "LOG_",     "LONG_",   "MB_",   "MCAST_", "MOD_",  "MSG_",  "M_",      "NI_",    "O_",
    "PF_",    "PTHREAD_", "PTRDIFF_", "RAND_",   "SA_",   "SCHED_", "SEEK_", "SHRT_", "SHUT_",   "SIG",    "SIZE_",
    "SOL_",   "SO_",      "STA_",     "S_",      "TCP_",  "TIMER_", "UINT"};

}  // namespace

bool is_keyword(std::string_view name)
{
  return keywords().contains(std::string(name));
}

bool is_fact(std::string_view name)
{
  return fact_names().contains(std::string(name));
}

bool is_macro(std::string_view name)
{
  if (macros().contains(std::string(name))) return true;
  const bool upper = std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  return upper && std::any_of(macro_prefixes.begin(), macro_prefixes.end(),
                              [&](std::string_view prefix) { return name.starts_with(prefix); });
}

}  // namespace kubexx::cli::types
