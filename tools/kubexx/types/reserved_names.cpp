// SPDX-License-Identifier: Apache-2.0
// The names that C++ and the headers of the C library use.
#include <algorithm>
#include <array>
#include <sstream>
#include <string>
#include <unordered_set>

#include "c_functions.hpp"
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

/// The macros that headers of a program may define: of kubexx, gcc and glibc, without those of macro_prefixes. A macro
/// with parameters is none here: no name is followed by a parenthesis in what is generated.
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
      "EINPROGRESS EINTR EINVAL EIO EISCONN EISDIR EISNAM EKEYEXPIRED EKEYREJECTED EKEYREVOKED EL2HLT EL2NSYNC "
      "EL3HLT EL3RST ELIBACC ELIBBAD ELIBEXEC ELIBMAX ELIBSCN ELNRNG ELOOP EMEDIUMTYPE EMFILE EMLINK EMSGSIZE "
      "EMULTIHOP ENAMETOOLONG ENAVAIL ENETDOWN ENETRESET ENETUNREACH ENFILE ENOANO ENOBUFS ENOCSI ENODATA ENODEV "
      "ENOENT ENOEXEC ENOKEY ENOLCK ENOLINK ENOMEDIUM ENOMEM ENOMSG ENONET ENOPKG ENOPROTOOPT ENOSPC ENOSR ENOSTR "
      "ENOSYS ENOTBLK ENOTCONN ENOTDIR ENOTEMPTY ENOTNAM ENOTRECOVERABLE ENOTSOCK ENOTSUP ENOTTY ENOTUNIQ ENXIO "
      "EOPNOTSUPP EOVERFLOW EOWNERDEAD EPERM EPFNOSUPPORT EPIPE EPROTO EPROTONOSUPPORT EPROTOTYPE ERANGE EREMCHG "
      "EREMOTE EREMOTEIO ERESTART ERFKILL EROFS ESHUTDOWN ESOCKTNOSUPPORT ESPIPE ESRCH ESRMNT ESTALE ESTRPIPE ETIME "
      "ETIMEDOUT ETOOMANYREFS ETXTBSY EUCLEAN EUNATCH EUSERS EWOULDBLOCK EXDEV EXFULL AF_DECnet AIO_PRIO_DELTA_MAX "
      "BC_BASE_MAX BC_DIM_MAX BC_SCALE_MAX BC_STRING_MAX BIG_ENDIAN BOOL_MAX BOOL_WIDTH BYTE_ORDER CDISCARD CDSUSP "
      "CEOT CERASE CFLUSH CHARCLASS_NAME_MAX CINTR CKILL CLNEXT CLOCKS_PER_SEC CLOSE_RANGE_CLOEXEC "
      "CLOSE_RANGE_UNSHARE COLL_WEIGHTS_MAX CQUIT CREPRINT CRPRNT CSIGNAL CSUSP CWERASE DELAYTIMER_MAX DN_ACCESS "
      "DN_ATTRIB DN_CREATE DN_DELETE DN_MODIFY DN_MULTISHOT DN_RENAME EXPR_NEST_MAX FILENAME_MAX FIOASYNC FIOCLEX "
      "FIOGETOWN FIONBIO FIONCLEX FIONREAD FIOQSIZE FIOSETOWN FNDELAY FNONBLOCK FOPEN_MAX GAI_NOWAIT GAI_WAIT "
      "HOST_NAME_MAX HOST_NOT_FOUND IFHWADDRLEN IFNAMSIZ IF_NAMESIZE IN6ADDR_ANY_INIT IN6ADDR_LOOPBACK_INIT "
      "INET6_ADDRSTRLEN INET_ADDRSTRLEN INTMAX_MAX INTMAX_MIN INTMAX_WIDTH INTPTR_MAX INTPTR_MIN INTPTR_WIDTH "
      "IN_CLASSA_HOST IN_CLASSA_MAX IN_CLASSA_NET IN_CLASSA_NSHIFT IN_CLASSB_HOST IN_CLASSB_MAX IN_CLASSB_NET "
      "IN_CLASSB_NSHIFT IN_CLASSC_HOST IN_CLASSC_NET IN_CLASSC_NSHIFT IN_LOOPBACKNET IOCSIZE_MASK IOCSIZE_SHIFT "
      "IOC_IN IOC_INOUT IOC_OUT IOV_MAX IPPORT_RESERVED ITIMER_PROF ITIMER_REAL ITIMER_VIRTUAL JSON_DIAGNOSTICS "
      "JSON_USE_LEGACY_DISCARDED_VALUE_COMPARISON LINE_MAX LINUX_VERSION_CODE LINUX_VERSION_MAJOR "
      "LINUX_VERSION_PATCHLEVEL LINUX_VERSION_SUBLEVEL LITTLE_ENDIAN LOGIN_NAME_MAX L_INCR L_SET L_XTND L_ctermid "
      "L_cuserid L_tmpnam MAX_CANON MAX_HANDLE_SZ MAX_INPUT MPW_CPLUS_WORKAROUND_GUARD MQ_PRIO_MAX NAME_MAX "
      "NETDB_INTERNAL NETDB_SUCCESS NGROUPS_MAX NL_ARGMAX NL_LANGMAX NL_MSGMAX NL_NMAX NL_SETMAX NL_TEXTMAX "
      "NO_ADDRESS NO_DATA NO_RECOVERY N_6PACK N_AX25 N_HCI N_HDLC N_IRDA N_MASC N_MOUSE N_PPP N_PROFIBUS_FDL "
      "N_R3964 N_SLIP N_SMSBLOCK N_STRIP N_SYNC_PPP N_TTY N_X25 PATH_MAX PDP_ENDIAN PF_DECnet PIPE_BUF P_tmpdir "
      "RENAME_EXCHANGE RENAME_NOREPLACE RENAME_WHITEOUT RE_DUP_MAX RTSIG_MAX R_OK SCHAR_MAX SCHAR_MIN SCHAR_WIDTH "
      "SCOPE_DELIMITER SEM_FAILED SEM_VALUE_MAX SIOGIFINDEX SI_ASYNCIO SI_ASYNCNL SI_DETHREAD SI_KERNEL SI_MESGQ "
      "SI_QUEUE SI_SIGIO SI_TIMER SI_TKILL SI_USER SPLICE_F_GIFT SPLICE_F_MORE SPLICE_F_MOVE SPLICE_F_NONBLOCK "
      "SSIZE_MAX SS_DISABLE SS_ONSTACK STDERR_FILENO STDIN_FILENO STDOUT_FILENO SYNC_FILE_RANGE_WAIT_AFTER "
      "SYNC_FILE_RANGE_WAIT_BEFORE SYNC_FILE_RANGE_WRITE SYNC_FILE_RANGE_WRITE_AND_WAIT TH_ACK TH_FIN TH_PUSH "
      "TH_RST TH_SYN TH_URG TIME_UTC TMP_MAX TRAP_BRANCH TRAP_BRKPT TRAP_HWBKPT TRAP_TRACE TRAP_UNK TRY_AGAIN "
      "TTY_NAME_MAX UCHAR_MAX UCHAR_WIDTH UIO_MAXIOV ULLONG_MAX ULLONG_WIDTH ULONG_LONG_MAX ULONG_MAX ULONG_WIDTH "
      "USHRT_MAX USHRT_WIDTH UTIME_NOW UTIME_OMIT WCHAR_MAX WCHAR_MIN WCHAR_WIDTH WINT_MAX WINT_MIN WINT_WIDTH "
      "WORD_BIT W_OK XATTR_LIST_MAX XATTR_NAME_MAX XATTR_SIZE_MAX X_OK ifa_broadaddr ifa_dstaddr ifc_buf ifc_req "
      "ifr_addr ifr_bandwidth ifr_broadaddr ifr_data ifr_dstaddr ifr_flags ifr_hwaddr ifr_ifindex ifr_map "
      "ifr_metric ifr_mtu ifr_name ifr_netmask ifr_newname ifr_qlen ifr_slave s6_addr16 s6_addr32 si_addr_lsb "
      "si_call_addr sigev_notify_attributes sigev_notify_function");
  return words;
}

/// Types of the C library, and other names of the global namespace.
const Words& c_types()
{
  static const Words words = words_of(
      "abi addrinfo cmsghdr dirent file_handle flock gettext group group_filter group_member hostent iface ifaddrs "
      "iovec itimerspec itimerval lconv linger mmsghdr msghdr "
      "netent "
      "obstack passwd pollfd protoent rlimit rusage servent sigaction sigevent sigstack sigval sockaddr stat statx "
      "tcphdr termio termios timespec timeval timex timezone tm ucontext ucred winsize u8 u16 u32 u64 s8 s16 s32 s64 "
      "uint ulong ushort");
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
constexpr std::array<std::string_view, 91> macro_prefixes{
    "ADJ_",   "AF_",    "AI_",       "ARPHRD_",  "ATOMIC_", "AT_",    "BOOST_",   "BUS_",     "CHAR_",    "CLD_",
    "CLOCK_", "CLONE_", "CPU_",      "DBL_",     "EAI_",    "EFD_",   "EPOLL",    "EXIT_",    "FALLOC_",  "FD_",
    "FE_",    "FLT_",   "FPE_",      "FP_",      "F_",      "ICMP",   "IFF_",     "ILL_",     "IN6_",     "INADDR_",
    "INT16_", "INT32_", "INT64_",    "INT8_",    "INT_",    "IP6_",   "IPPROTO_", "IPV6_",    "IP_",      "KUBEXX_",
    "LC_",    "LDBL_",  "LLONG_",    "LOCK_",    "LOG_",    "LONG_",  "MB_",      "MCAST_",   "MOD_",     "MSG_",
    "M_",     "NI_",    "NLOHMANN_", "O_",       "PF_",     "POLL",   "POSIX_",   "PTHREAD_", "PTRDIFF_", "RAND_",
    "REG_",   "RTLD_",  "RWF_",      "RWH_",     "SA_",     "SCHED_", "SCM_",     "SEEK_",    "SEGV_",    "SHRT_",
    "SHUT_",  "SIG",    "SIOC",      "SIZE_",    "SOCK_",   "SOL_",   "SO_",      "STATX_",   "STA_",     "SYS_",
    "S_",     "TC",     "TCPI_",     "TCPOLEN_", "TCPOPT_", "TCP_",   "TFD_",     "TIMER_",   "TIOC",     "TTYDEF_",
    "UINT"};

}  // namespace

bool is_keyword(std::string_view name)
{
  return keywords().contains(std::string(name));
}

bool is_fact(std::string_view name)
{
  return fact_names().contains(std::string(name));
}

bool is_of_c_library(std::string_view name)
{
  static const Words functions = words_of(c_functions);
  const std::string text(name);
  return c_types().contains(text) || functions.contains(text);
}

bool is_macro(std::string_view name)
{
  if (macros().contains(std::string(name))) return true;
  // Some macros with these prefixes have lower-case letters. None contains "_value", which NameScope appends.
  const bool made = name.find("_value") != std::string_view::npos;
  for (const std::string_view prefix : {"SYS_", "M_", "STATX_", "HUGE_VAL", "MATH_ERR", "JSON_", "INCLUDE_", "EPIOC"}) {
    if (!made && name.starts_with(prefix)) return true;
  }
  const bool upper = std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  return upper && std::any_of(macro_prefixes.begin(), macro_prefixes.end(),
                              [&](std::string_view prefix) { return name.starts_with(prefix); });
}

}  // namespace kubexx::cli::types
