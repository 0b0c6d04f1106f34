/* Makes file operations fail on purpose. Preloaded into a test process:
 *   gcc -shared -fPIC -O1 -o faultfs.so faultfs.c -ldl
 * Only operations on and below FAULT_DIR count. The FAULT_AT-th of them (from 1) suffers FAULT_KIND:
 *   kill     the process dies before it
 *   killmid  the process dies half-way through a write
 *   short    a write takes only half of the data, without an error
 *   eio, enospc, edquot, erofs, eacces   it fails with that error
 * FAULT_LOG names a file that gets one line for each operation counted.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DESCRIPTORS 4096
#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

enum verdict { GO_ON, FAIL, HALF, HALF_AND_DIE };

static int counted;
static char watched[DESCRIPTORS];

static int is_inside(const char *path) {
    const char *folder = getenv("FAULT_DIR");
    if (!folder || !path) return 0;
    size_t length = strlen(folder);
    return !strncmp(path, folder, length) && (path[length] == '/' || !path[length]);
}

static int is_watched(int descriptor) {
    return descriptor >= 0 && descriptor < DESCRIPTORS && watched[descriptor];
}

static void note(const char *operation, const char *path) {
    static ssize_t (*raw_write)(int, const void *, size_t);
    static int (*raw_open)(const char *, int, ...);
    static int (*raw_close)(int);
    const char *log = getenv("FAULT_LOG");
    char line[512];
    if (!log) return;
    if (!raw_write) {
        raw_write = (__typeof__(raw_write))dlsym(RTLD_NEXT, "write");
        raw_open = (__typeof__(raw_open))dlsym(RTLD_NEXT, "open");
        raw_close = (__typeof__(raw_close))dlsym(RTLD_NEXT, "close");
    }
    int descriptor = raw_open(log, O_WRONLY | O_APPEND | O_CREAT, 0600);
    if (descriptor < 0) return;
    int length = snprintf(line, sizeof line, "%s %s\n", operation, path ? path : "");
    if (raw_write(descriptor, line, length) < 0) { /* a trace only */ }
    raw_close(descriptor);
}

static enum verdict judge(const char *operation, const char *path, size_t length) {
    static const struct { const char *name; int number; } errors[] = {
        {"eio", EIO}, {"enospc", ENOSPC}, {"edquot", EDQUOT}, {"erofs", EROFS}, {"eacces", EACCES}};
    const char *at = getenv("FAULT_AT"), *kind = getenv("FAULT_KIND");
    counted++;
    note(operation, path);
    if (!at || !kind || counted != atoi(at)) return GO_ON;
    if (!strcmp(kind, "killmid") && length > 1) return HALF_AND_DIE;
    if (!strncmp(kind, "kill", 4)) kill(getpid(), SIGKILL);
    if (!strcmp(kind, "short")) return length > 1 ? HALF : GO_ON;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (!strcmp(kind, errors[i].name)) { errno = errors[i].number; return FAIL; }
    return GO_ON;
}

static int after_open(int descriptor, const char *path) {
    if (descriptor >= 0 && descriptor < DESCRIPTORS) watched[descriptor] = (char)is_inside(path);
    return descriptor;
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        REAL(name); \
        mode_t mode = 0; \
        if (flags & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); } \
        int writes = flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC); \
        if (writes && is_inside(path) && judge("open", path, 0)) return -1; \
        return after_open(real(path, flags, mode), path); \
    }
OPEN(open)
OPEN(open64)

ssize_t write(int descriptor, const void *data, size_t length) {
    REAL(write);
    if (!is_watched(descriptor)) return real(descriptor, data, length);
    switch (judge("write", "", length)) {
        case FAIL: return -1;
        case HALF: return real(descriptor, data, length / 2);
        case HALF_AND_DIE: if (real(descriptor, data, length / 2) >= 0) kill(getpid(), SIGKILL); return -1;
        default: return real(descriptor, data, length);
    }
}

int fsync(int descriptor) {
    REAL(fsync);
    struct stat facts;
    const char *name = !fstat(descriptor, &facts) && S_ISDIR(facts.st_mode) ? "sync-folder" : "fsync";
    return is_watched(descriptor) && judge(name, "", 0) ? -1 : real(descriptor);
}

int fchmod(int descriptor, mode_t mode) {
    REAL(fchmod);
    return is_watched(descriptor) && judge("fchmod", "", 0) ? -1 : real(descriptor, mode);
}

int ftruncate(int descriptor, off_t length) {
    REAL(ftruncate);
    return is_watched(descriptor) && judge("ftruncate", "", 0) ? -1 : real(descriptor, length);
}

int ftruncate64(int descriptor, off64_t length) {
    REAL(ftruncate64);
    return is_watched(descriptor) && judge("ftruncate", "", 0) ? -1 : real(descriptor, length);
}

int close(int descriptor) {
    REAL(close);
    int counts = is_watched(descriptor);
    if (counts) watched[descriptor] = 0;
    int refused = counts && judge("close", "", 0);
    int error = errno, result = real(descriptor);
    if (refused) { errno = error; return -1; }
    return result;
}

int rename(const char *from, const char *to) {
    REAL(rename);
    return is_inside(to) && judge("rename", to, 0) ? -1 : real(from, to);
}

int link(const char *from, const char *to) {
    REAL(link);
    return is_inside(to) && judge("link", to, 0) ? -1 : real(from, to);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    REAL(linkat);
    return is_inside(to) && judge("link", to, 0) ? -1 : real(from_folder, from, to_folder, to, flags);
}

int unlink(const char *path) {
    REAL(unlink);
    return is_inside(path) && judge("unlink", path, 0) ? -1 : real(path);
}
