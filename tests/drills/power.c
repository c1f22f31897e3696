/* What a power cut leaves at worst: only what was synced.
 *
 * Preloaded into a program, it keeps beside the folder $SYNCED_OF a second one, $SYNCED_TO, that always holds what a disk
 * has to hold: for each file that was synced its bytes at that moment (under the number of its inode), and for the folder
 * its names at the moment when the folder itself was synced ("names": inode and name, a line each). Bytes written, files
 * made, renamed, cut short and removed since then are not in it. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Without what is kept nothing is proved: better no program than a drill of nothing. */
static void must(int done)
{
    if (!done) {
        perror("power.c");
        abort();
    }
}

static int target(char *path, const char *name, const char *ending)
{
    return snprintf(path, PATH_MAX, "%s/%s%s", getenv("SYNCED_TO"), name, ending) < PATH_MAX;
}

/* Puts a file that is written into its place, whole or not at all. */
static void place(const char *name)
{
    char fresh[PATH_MAX], final[PATH_MAX];
    must(target(fresh, name, ".new") && target(final, name, ""));
    must(rename(fresh, final) == 0);
}

static void keep_bytes(int file, ino_t inode)
{
    char name[32], fresh[PATH_MAX], buffer[1 << 16];
    snprintf(name, sizeof name, "%llu", (unsigned long long)inode);
    must(target(fresh, name, ".new"));
    int copy = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    must(copy >= 0);
    off_t at = 0;
    for (ssize_t count; (count = pread(file, buffer, sizeof buffer, at)) != 0; at += count) {
        must(count > 0 && write(copy, buffer, count) == count);
    }
    close(copy);
    place(name);
}

static void keep_names(const char *folder)
{
    char fresh[PATH_MAX];
    must(target(fresh, "names", ".new"));
    FILE *names = fopen(fresh, "w");
    DIR *entries = opendir(folder);
    must(names != NULL && entries != NULL);
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        if (entry->d_type == DT_REG) fprintf(names, "%llu %s\n", (unsigned long long)entry->d_ino, entry->d_name);
    }
    closedir(entries);
    must(fclose(names) == 0);
    place("names");
}

static void keep(int file)
{
    const char *folder = getenv("SYNCED_OF");
    char link[64], path[PATH_MAX];
    struct stat status;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (folder == NULL || length < 0 || fstat(file, &status) != 0) return;
    path[length] = 0;
    if (S_ISDIR(status.st_mode) && strcmp(path, folder) == 0) keep_names(folder);
    size_t own = strlen(folder);
    if (S_ISREG(status.st_mode) && strncmp(path, folder, own) == 0 && path[own] == '/') keep_bytes(file, status.st_ino);
}

/* The real function, and then what is on the disk: two threads may sync two files, but no file is synced by two. */
#define SYNC(name)                                                      \
    int name(int file)                                                  \
    {                                                                   \
        int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, #name);       \
        int result = real(file);                                        \
        if (result == 0) keep(file);                                    \
        return result;                                                  \
    }
SYNC(fsync)
SYNC(fdatasync)
