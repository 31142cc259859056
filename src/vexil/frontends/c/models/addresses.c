/* models: getaddrinfo freeaddrinfo gethostbyname gethostbyaddr getservbyname getservbyport getprotobyname getprotobynumber inet_ntoa gai_strerror hstrerror */
#include "kept_text.h"

__vexil_size strlen(const char *s);

/* <netdb.h> */
struct __vexil_found {
  int flags, family, kind, protocol;
  unsigned length;
  void *address;
  char *name;
  struct __vexil_found *next;
};
struct __vexil_host {
  char *name, **aliases;
  int family, length;
  char **addresses;
};
struct __vexil_service {
  char *name, **aliases;
  int port;
  char *protocol;
};
struct __vexil_number { unsigned value; };
struct __vexil_protocol {
  char *name, **aliases;
  int number;
};

/* An address with its length in one object, and behind it the name of the host, which only the first has. */
static struct __vexil_found *__vexil_some_address(const struct __vexil_found *wanted, _Bool is_named) {
  long name = is_named ? __vexil_choose_long(1, 1025) : 0;
  struct __vexil_found *found = __vexil_allocate(sizeof *found + 28 + (unsigned long)name);
  if (found == 0) return 0;
  int *words = (int *)(found + 1);
  found->flags = wanted == 0 ? 0x28 : wanted->flags;
  found->family = wanted != 0 && wanted->family != 0 ? wanted->family : __vexil_choose_bool() ? 2 : 10;
  found->kind = wanted != 0 && wanted->kind != 0 ? wanted->kind : __vexil_choose_range(1, 3);
  found->protocol = wanted != 0 && wanted->protocol != 0 ? wanted->protocol : __vexil_choose_range(0, 255);
  found->length = found->family == 2 ? 16 : 28;
  found->address = words;
  for (int i = 0; i < 7; i++) words[i] = __VERIFIER_nondet_int();
  *(unsigned short *)words = (unsigned short)found->family;
  found->name = 0;
  if (is_named) {
    found->name = (char *)(words + 7);
    found->name[name - 1] = 0;
  }
  found->next = 0;
  return found;
}

int getaddrinfo(
    const char *host, const char *service, const struct __vexil_found *wanted, struct __vexil_found **result) {
  if (host != 0) strlen(host);
  if (service != 0) strlen(service);
  if (host == 0 && service == 0) return -2; /* EAI_NONAME */
  if (wanted != 0 && wanted->family != 0 && wanted->family != 2 && wanted->family != 10) return -6; /* EAI_FAMILY */
  if (__vexil_choose_bool()) {
    __VEXIL_ERRNO = __vexil_choose_range(1, 133);
    return __vexil_choose_range(-11, -1);
  }
  struct __vexil_found *last = __vexil_some_address(wanted, wanted != 0 && (wanted->flags & 2) != 0);
  if (last == 0) return -10; /* EAI_MEMORY */
  *result = last;
  while (__vexil_choose_bool()) {
    struct __vexil_found *next = __vexil_some_address(wanted, 0);
    if (next == 0) break;
    last->next = next;
    last = next;
  }
  return 0;
}

void freeaddrinfo(struct __vexil_found *list) {
  while (list != 0) {
    struct __vexil_found *next = list->next;
    __vexil_free(list);
    list = next;
  }
}

static struct __vexil_kept __vexil_host_text, __vexil_service_text, __vexil_protocol_text, __vexil_reason;
static char **__vexil_host_aliases, **__vexil_addresses, **__vexil_service_aliases, **__vexil_protocol_aliases;
static struct __vexil_host __vexil_host;
static struct __vexil_service __vexil_service;
static struct __vexil_protocol __vexil_protocol;
static char __vexil_raw_address[16];

static struct __vexil_host *__vexil_some_host(void) {
  if (__vexil_choose_bool()) return 0;
  __vexil_adds("what is known of a host is anything");
  __vexil_host.name = __vexil_keep_text(&__vexil_host_text);
  __vexil_host.aliases = __vexil_keep_list(&__vexil_host_aliases, __vexil_more_text(&__vexil_host_text), 0);
  __vexil_host.family = __vexil_choose_bool() ? 2 : 10;
  __vexil_host.length = __vexil_host.family == 2 ? 4 : 16;
  for (int i = 0; i < 16; i++) __vexil_raw_address[i] = __VERIFIER_nondet_char();
  __vexil_host.addresses = __vexil_keep_list(&__vexil_addresses, __vexil_raw_address, 1);
  return &__vexil_host;
}

struct __vexil_host *gethostbyname(const char *name) {
  strlen(name);
  return __vexil_some_host();
}

struct __vexil_host *gethostbyaddr(const void *address, unsigned length, int family) {
  (void)family;
  __vexil_check("memsafety", length == 0 || __vexil_accessible(address, length), "the address has its length");
  return __vexil_some_host();
}

static struct __vexil_service *__vexil_some_service(void) {
  if (__vexil_choose_bool()) return 0;
  __vexil_adds("what is known of a service is anything");
  __vexil_service.name = __vexil_keep_text(&__vexil_service_text);
  __vexil_service.aliases = __vexil_keep_list(&__vexil_service_aliases, __vexil_more_text(&__vexil_service_text), 0);
  __vexil_service.port = __vexil_choose_range(0, 65535);
  __vexil_service.protocol = __vexil_more_text(&__vexil_service_text);
  return &__vexil_service;
}

struct __vexil_service *getservbyname(const char *name, const char *protocol) {
  strlen(name);
  if (protocol != 0) strlen(protocol);
  return __vexil_some_service();
}

struct __vexil_service *getservbyport(int port, const char *protocol) {
  (void)port;
  if (protocol != 0) strlen(protocol);
  return __vexil_some_service();
}

static struct __vexil_protocol *__vexil_some_protocol(void) {
  if (__vexil_choose_bool()) return 0;
  __vexil_adds("what is known of a protocol is anything");
  __vexil_protocol.name = __vexil_keep_text(&__vexil_protocol_text);
  __vexil_protocol.aliases =
      __vexil_keep_list(&__vexil_protocol_aliases, __vexil_more_text(&__vexil_protocol_text), 0);
  __vexil_protocol.number = __vexil_choose_range(0, 255);
  return &__vexil_protocol;
}

struct __vexil_protocol *getprotobyname(const char *name) {
  strlen(name);
  return __vexil_some_protocol();
}

struct __vexil_protocol *getprotobynumber(int number) {
  (void)number;
  return __vexil_some_protocol();
}

static char __vexil_dotted[16];

/* Four numbers with dots, in the order in which the bytes lie. */
char *inet_ntoa(struct __vexil_number address) {
  char *to = __vexil_dotted;
  for (int i = 0; i < 4; i++) {
    unsigned number = (address.value >> (8 * i)) & 255;
    if (i > 0) *to++ = '.';
    if (number >= 100) *to++ = (char)('0' + number / 100);
    if (number >= 10) *to++ = (char)('0' + number / 10 % 10);
    *to++ = (char)('0' + number % 10);
  }
  *to = 0;
  return __vexil_dotted;
}

static char *__vexil_some_reason(void) {
  __vexil_adds("the message of an error is any text");
  return __vexil_keep_text(&__vexil_reason);
}

const char *gai_strerror(int number) {
  (void)number;
  return __vexil_some_reason();
}

const char *hstrerror(int number) {
  (void)number;
  return __vexil_some_reason();
}
