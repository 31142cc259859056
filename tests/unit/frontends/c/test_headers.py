"""Our C headers: they parse alone and together, and agree with those of the machine's C library."""

from __future__ import annotations

import itertools
import re
import subprocess
from ctypes import byref, c_uint
from pathlib import Path

import pytest
from clang import cindex

import vexil
from tools import require_tool
from vexil.core.context import Context
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.run import check


def words(text: str) -> list[str]:
    return text.split()


FOLDER = Path(vexil.__file__).parent / "frontends" / "c"
INCLUDE = FOLDER / "include"
HEADERS = sorted(path.relative_to(INCLUDE).as_posix() for path in INCLUDE.rglob("*.h") if "__vexil" not in path.parts)
TARGETS = ("x86_64-linux-gnu", "i386-linux-gnu")
STANDARDS = ("c89", "gnu89", "c99", "gnu99", "c11", "gnu11", "c17", "gnu17")
EXPECTED = words(
    """
    aio alloca arpa/inet assert byteswap complex cpio ctype dirent dlfcn endian err errno error execinfo fcntl
    features fenv float fnmatch ftw getopt glob grp iconv ifaddrs inttypes iso646 langinfo libgen libintl
    limits locale malloc math memory monetary mqueue net/if netdb netinet/in netinet/tcp nl_types paths poll
    pthread pwd regex sched search semaphore setjmp signal spawn stdalign stdarg stdatomic stdbool stddef
    stdint stdio stdlib stdnoreturn string strings sys/cdefs sys/dir sys/epoll sys/errno sys/eventfd sys/fcntl
    sys/file sys/inotify sys/ioctl sys/ipc sys/mman sys/msg sys/param sys/poll sys/prctl sys/random
    sys/resource sys/select sys/sem sys/sendfile sys/shm sys/signal sys/signalfd sys/socket sys/stat
    sys/statfs sys/statvfs sys/sysinfo sys/syslog sys/termios sys/time sys/timerfd sys/times sys/types sys/uio
    sys/un sys/unistd sys/utsname sys/wait sysexits syslog tar termios tgmath threads time uchar ulimit unistd
    utime utmpx wait wchar wctype wordexp
    """
)
CALLER = """
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/select.h>
#include <tgmath.h>
#include <threads.h>
pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
once_flag once = ONCE_FLAG_INIT;
atomic_int number = ATOMIC_VAR_INIT(3);
_Atomic(int *) place;
atomic_flag flag = ATOMIC_FLAG_INIT;
int sum(int n, ...) {
  va_list list;
  int total = 0;
  va_start(list, n);
  while (n-- > 0) total += va_arg(list, int);
  va_end(list);
  return total;
}
void handler(void *argument) { (void)argument; }
int main(void) {
  int old, expected = 3, *where;
  jmp_buf environment;
  fd_set set;
  struct sigaction action = {0};
  unsigned char small;
  _Atomic unsigned char counter = 0;
  float root = sqrt(2.0f);
  long double power = pow(1.0L, 2);
  assert(expected == 3 && "words");
  errno = ENOENT;
  if (setjmp(environment)) return 1;
  atomic_store(&number, 4);
  old = atomic_fetch_add_explicit(&number, 2, memory_order_relaxed);
  where = atomic_fetch_add(&place, 1);
  small = atomic_fetch_sub(&counter, 1);
  while (atomic_flag_test_and_set(&flag)) atomic_thread_fence(memory_order_seq_cst);
  atomic_flag_clear(&flag);
  FD_ZERO(&set);
  FD_SET(3, &set);
  action.sa_handler = SIG_IGN;
  pthread_cleanup_push(handler, 0);
  pthread_cleanup_pop(1);
  printf("%" PRId64 " %f %Lf %d\\n", INT64_C(4), root, power, isnan(root) || fpclassify(root) == FP_ZERO);
  return old + small + (where == 0) + atomic_load(&number) + atomic_compare_exchange_strong(&number, &expected, 7);
}
"""
TYPES = words(
    """
    size_t ssize_t ptrdiff_t wchar_t wint_t off_t time_t clock_t clockid_t timer_t pid_t uid_t gid_t id_t mode_t
    dev_t ino_t nlink_t blksize_t blkcnt_t key_t suseconds_t useconds_t int8_t int16_t int32_t int64_t uint8_t
    uint16_t uint32_t uint64_t int_least16_t int_fast8_t int_fast16_t int_fast32_t int_fast64_t uint_fast16_t
    uint_fast32_t intptr_t uintptr_t intmax_t uintmax_t sig_atomic_t wctype_t socklen_t sa_family_t rlim_t
    nfds_t speed_t tcflag_t cc_t fexcept_t char16_t char32_t pthread_t pthread_key_t pthread_once_t
    pthread_spinlock_t thrd_t tss_t u_char u_short u_int u_long u_int64_t
    """
)
AGGREGATES = words(
    """
    div_t ldiv_t lldiv_t imaxdiv_t mbstate_t sigset_t fd_set fenv_t siginfo_t FILE jmp_buf pthread_mutex_t
    pthread_mutexattr_t pthread_cond_t pthread_condattr_t pthread_rwlock_t pthread_rwlockattr_t
    pthread_barrier_t pthread_barrierattr_t pthread_attr_t sem_t mtx_t cnd_t once_flag va_list struct~timespec
    struct~timeval struct~tm struct~stat struct~sigaction struct~rusage struct~rlimit struct~termios
    struct~sockaddr struct~sockaddr_storage struct~msghdr struct~pollfd struct~dirent struct~lconv
    struct~itimerval struct~flock struct~option struct~sigevent struct~sched_param fpos_t
    struct~cmsghdr struct~ucred struct~sockaddr_un struct~in_addr struct~in6_addr struct~sockaddr_in
    struct~sockaddr_in6 struct~ip_mreq struct~ipv6_mreq struct~hostent struct~servent struct~protoent struct~addrinfo
    struct~winsize struct~passwd struct~group regex_t regmatch_t glob_t Dl_info ENTRY ACTION VISIT struct~FTW
    posix_spawnattr_t posix_spawn_file_actions_t nl_catd iconv_t struct~utimbuf struct~utsname struct~statvfs
    struct~statfs struct~ipc_perm struct~shmid_ds struct~sembuf struct~semid_ds struct~msqid_ds struct~tms
    wordexp_t struct~epoll_event struct~inotify_event struct~signalfd_siginfo struct~ifreq struct~ifconf
    struct~if_nameindex struct~ifaddrs struct~mq_attr struct~sysinfo struct~utmpx struct~tcphdr struct~aiocb
    """
)
MEMBERS = (
    ("struct stat", "st_mode st_size st_uid st_nlink st_ino st_mtim st_blocks"),
    ("struct tm", "tm_sec tm_isdst tm_gmtoff tm_zone"),
    ("struct sigaction", "sa_handler sa_mask sa_flags sa_restorer"),
    ("struct termios", "c_lflag c_cc"),
    ("struct dirent", "d_reclen d_name"),
    ("struct msghdr", "msg_iov msg_flags"),
    ("struct lconv", "grouping p_sign_posn"),
    ("pthread_mutex_t", "__data.__kind"),
    ("struct sockaddr_un", "sun_path"),
    ("struct sockaddr_in", "sin_port sin_addr"),
    ("struct sockaddr_in6", "sin6_addr sin6_scope_id"),
    ("struct addrinfo", "ai_addr ai_canonname ai_next"),
    ("struct passwd", "pw_uid pw_dir pw_shell"),
    ("struct statvfs", "f_bavail f_flag f_namemax"),
    ("struct epoll_event", "data"),
    ("struct ifreq", "ifr_flags"),
    ("struct shmid_ds", "shm_segsz shm_nattch"),
    ("struct msqid_ds", "msg_qnum msg_lrpid"),
    ("struct utmpx", "ut_user ut_tv"),
    ("regex_t", "re_nsub"),
)


def parse(text: str, *arguments: str) -> cindex.TranslationUnit:
    options = ["-nostdinc", "-isystem", str(INCLUDE), "-Wall", "-Wextra", *arguments]
    return cindex.Index.create().parse("test.c", args=options, unsaved_files=[("test.c", text)])


def complaints(text: str, *arguments: str) -> list[str]:
    return [str(found) for found in parse(text, *arguments).diagnostics]


def including(headers: list[str]) -> str:
    return "".join(f"#include <{header}>\n" for header in headers)


def test_the_set_is_complete() -> None:
    """The headers that ordinary programs include are there, and no other ones."""
    assert [header.removesuffix(".h") for header in HEADERS] == EXPECTED


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("standard", STANDARDS)
def test_headers_parse(target: str, standard: str) -> None:
    """Every header parses by itself, twice, and with all others in either order, without a complaint."""
    texts = [including([header, header]) for header in HEADERS]
    texts += [including(HEADERS), including(HEADERS[::-1])]
    for text, extra in itertools.product(texts, ((), ("-D_GNU_SOURCE",))):
        assert complaints(text, f"--target={target}", f"-std={standard}", *extra) == [], text


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("standard", ["gnu99", "c11", "gnu17"])
def test_macros_can_be_used(target: str, standard: str) -> None:
    """A program that uses initialisers, generic macros, atomics and variable arguments parses without a complaint."""
    assert complaints(CALLER, f"--target={target}", f"-std={standard}", "-D_GNU_SOURCE") == []


def file_location(location: cindex.SourceLocation) -> tuple[int, int]:
    """Line and column where the text was written; of a macro's argument, that of the argument."""
    line, column = c_uint(), c_uint()
    cindex.conf.lib.clang_getFileLocation(location, None, byref(line), byref(column), None)
    return line.value, column.value


def test_assert_keeps_the_place_of_its_condition() -> None:
    """The condition of an assertion is the first operand of a conditional, at its own line and column."""
    unit = parse("#include <assert.h>\nvoid f(int x) {\n  assert(x > 3);\n}\n")
    kinds = (cindex.CursorKind.CONDITIONAL_OPERATOR, cindex.CursorKind.BINARY_OPERATOR)
    found = [
        (cursor.kind, file_location(cursor.extent.start))
        for cursor in unit.cursor.walk_preorder()
        if cursor.kind in kinds and cursor.location.file is not None and cursor.location.file.name == "test.c"
    ]
    assert found == list(zip(kinds, ((3, 3), (3, 10)), strict=True))
    assert complaints("#define NDEBUG\n#include <assert.h>\nvoid f(void) { assert(nothing); }\n") == []


def test_strict_standards_hide_other_names() -> None:
    """A strictly conforming program may define names that POSIX and GNU give to library functions."""
    text = including(["stdio.h", "string.h", "stdlib.h"])
    text += "int getline(char *s, int n) { return s[n]; }\nint index(void) { return 0; }\nint random;\n"
    assert complaints(text, "-std=c99") == []
    assert complaints(text) != []


def evaluate(expressions: list[str], *arguments: str) -> dict[str, int]:
    """The values that libclang gives to those expressions that are integer constants."""
    before = "#include <stddef.h>\n" + including(HEADERS)
    while True:
        lines = "".join(f"enum {{ value_{i} = ({text}) }};\n" for i, text in enumerate(expressions))
        unit = parse(before + lines, "-std=gnu11", "-D_GNU_SOURCE", "-w", *arguments)
        first = before.count("\n") + 1
        wrong = {found.location.line - first for found in unit.diagnostics if found.severity >= cindex.Diagnostic.Error}
        if not wrong:
            break
        expressions = [text for i, text in enumerate(expressions) if i not in wrong]
    values = {}
    for cursor in unit.cursor.get_children():
        if cursor.kind == cindex.CursorKind.ENUM_DECL:
            for constant in cursor.get_children():
                if constant.spelling.startswith("value_"):
                    values[expressions[int(constant.spelling[6:])]] = constant.enum_value
    return values


def constants() -> list[str]:
    """The names of all macros without parameters that a program may use."""
    pattern = re.compile(r"^#define ([A-Za-z]\w*) ", re.MULTILINE)
    found = {name for header in HEADERS for name in pattern.findall((INCLUDE / header).read_text(encoding="utf-8"))}
    return sorted(found)


def written(value: int) -> str:
    return f"(-{-value - 1}LL - 1)" if value < 0 else f"{value}ULL" if value >= 2**63 else f"{value}LL"


@pytest.mark.parametrize(("target", "width"), [("x86_64-linux-gnu", "-m64"), ("i386-linux-gnu", "-m32")])
def test_values_are_those_of_the_c_library(target: str, width: str, tmp_path: Path) -> None:
    """Constants, sizes, signs and offsets are the same as gcc finds in the headers of the GNU C library."""
    gcc = require_tool("gcc")
    types = [f"sizeof({name})" for name in TYPES] + [f"({name})-1 > 0" for name in TYPES if name != "timer_t"]
    types += [f"sizeof({name.replace('~', ' ')})" for name in AGGREGATES]
    types += [f"__builtin_offsetof({name}, {member})" for name, members in MEMBERS for member in members.split()]
    assert evaluate(types, f"--target={target}").keys() == set(types)
    values = evaluate(types + constants(), f"--target={target}")
    assert len(values) > 800
    # The GNU headers ask for a file of the 32-bit package, which says nothing; with it they can be read without that.
    (tmp_path / "gnu").mkdir()
    (tmp_path / "gnu" / "stubs-32.h").write_text("")
    text = "#define _GNU_SOURCE\n" + including(HEADERS) + "#undef I\n#undef MB_CUR_MAX\n#undef PTHREAD_STACK_MIN\n"
    for expression, value in values.items():
        check = f'_Static_assert(({expression}) == {written(value)}, "{expression}: {value}");\n'
        text += f"#ifdef {expression}\n{check}#endif\n" if expression.isidentifier() else check
    (tmp_path / "values.c").write_text(text)
    command = [
        gcc,
        width,
        "-std=gnu11",
        "-w",
        "-fsyntax-only",
        "-msse2",
        "-mfpmath=sse",
        "-I",
        str(tmp_path),
        str(tmp_path / "values.c"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert re.findall(r"error: .*", done.stderr) == []


@pytest.mark.parametrize("width", ["-m64", "-m32"])
def test_formats_are_those_of_the_c_library(width: str, tmp_path: Path) -> None:
    """The letters of <inttypes.h> spell the same conversions as those of the GNU C library."""
    gcc = require_tool("gcc")
    names = re.findall(r"^#define ((?:PRI|SCN)\w+)", (INCLUDE / "inttypes.h").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(names) == 154
    (tmp_path / "gnu").mkdir()
    (tmp_path / "gnu" / "stubs-32.h").write_text("")
    text = "#include <inttypes.h>\n" + "".join(f"@ {name[:3]}_{name[3:]} {name}\n" for name in names)
    found = []
    for folder in (("-I", str(tmp_path)), ("-nostdinc", "-isystem", str(INCLUDE))):
        done = subprocess.run(
            [gcc, width, "-E", "-P", *folder, "-"], input=text, capture_output=True, text=True, check=True
        )
        found.append([line.replace('" "', "").split() for line in done.stdout.splitlines() if line.startswith("@")])
    assert found[0] == found[1]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("model", sorted(path.name for path in (FOLDER / "models").glob("*.c")))
def test_models_parse(model: str, target: str) -> None:
    """A model defines exactly what its first line lists, and what it keeps to itself begins with __vexil_."""
    path = FOLDER / "models" / model
    options = ["-nostdinc", "-Wall", "-Wextra", "-std=gnu11", "-fno-builtin", f"--target={target}"]
    unit = cindex.Index.create().parse(str(path), args=options)
    assert [str(found) for found in unit.diagnostics] == []
    kinds = (cindex.CursorKind.FUNCTION_DECL, cindex.CursorKind.VAR_DECL)
    defined = [cursor for cursor in unit.cursor.get_children() if cursor.kind in kinds and cursor.is_definition()]
    private = {cursor.spelling for cursor in defined if cursor.storage_class == cindex.StorageClass.STATIC}
    lines = path.read_text(encoding="utf-8").splitlines()
    listed = re.sub(r"/\* (?:models|addressed): (.*) \*/", r"\1", lines[0]).split()
    assert sorted(listed) == sorted({cursor.spelling for cursor in defined} - private)
    assert all(name.startswith("__vexil_") for name in private)
    pattern = r"/\* (?:assumption (\w+)|caveat (\w+) (?:adds|drops)): \S.* \*/"
    notes = [re.fullmatch(pattern, line) for line in lines[1:] if line.startswith(("/* assumption", "/* caveat"))]
    assert all(note is not None and (note[1] or note[2]) in listed for note in notes)


def test_no_two_models_define_the_same() -> None:
    """The index from names to model files is a function; bodies for addresses of operations are apart from models."""
    listed = []
    for path in (FOLDER / "models").glob("*.c"):
        first = path.read_text(encoding="utf-8").splitlines()[0]
        found = re.fullmatch(r"/\* (models|addressed): (.*) \*/", first)
        assert found is not None, first
        listed.extend((found[1], name) for name in found[2].split())
    assert len(listed) == len(set(listed))


def test_headers_of_the_machine_are_a_last_resort_and_named(tmp_path: Path) -> None:
    """A header that we do not have is the machine's, which the verdict says; ours go first."""
    if not Path("/usr/include/linux/limits.h").exists():
        pytest.skip("the machine has no headers of Linux")
    for header, constant, named in (("linux/limits.h", "ARG_MAX == 131072", True), ("syslog.h", "LOG_ERR == 3", False)):
        path = tmp_path / "program.c"
        path.write_text(f"#include <assert.h>\n#include <{header}>\nint main(void) {{ assert({constant}); }}\n")
        (verdict,) = check(CheckOptions(LoadOptions((str(path),)), ("assert",)), Context()).verdicts
        assert verdict.status.value == "proved", verdict.reason
        stated = [assumption.statement for assumption in verdict.assumptions if assumption.kind == "headers"]
        assert bool(stated) is named
        assert all("/usr/include/linux/limits.h" in statement for statement in stated)


def test_headers_of_the_machine_fit_ours(tmp_path: Path) -> None:
    """Those of the GNU C library that we do not have find the types that they take from others."""
    wanted = words("sys/quota.h sys/fsuid.h sys/procfs.h sys/mtio.h sys/timex.h ucontext.h nss.h")
    folders = (Path("/usr/include/x86_64-linux-gnu"), Path("/usr/include"))
    if not all(any((folder / header).exists() for folder in folders) for header in wanted):
        pytest.skip("the machine has no headers of the GNU C library for developers")
    path = tmp_path / "program.c"
    lines = "".join(f"#include <{header}>\n" for header in ("assert.h", *wanted))
    path.write_text(f"{lines}int main(void) {{ assert(sizeof(struct timex) == 208 && sizeof(__caddr_t) == 8); }}\n")
    (verdict,) = check(CheckOptions(LoadOptions((str(path),)), ("assert",)), Context()).verdicts
    assert verdict.status.value == "proved", verdict.reason
