/* How often a second this disk takes 4 KiB and says that they are safe: sync_rate FILE SECONDS.
 *
 * One thread writes over a file that exists in full, so that no block has to be found. Prints the rate. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { RECORD = 4096, FILE_SIZE = 16 << 20 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

static void write_record(int file, off_t place) {
    static const char record[RECORD] = {7};
    if (pwrite(file, record, RECORD, place) != RECORD) {
        perror("pwrite");
        exit(1);
    }
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    int file = open(arguments[1], O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) return 1;
    for (off_t place = 0; place < FILE_SIZE; place += RECORD) write_record(file, place);
    fsync(file);
    double start = now(), end = start + atof(arguments[2]);
    long syncs = 0;
    for (; now() < end; syncs++) {
        write_record(file, syncs * RECORD % FILE_SIZE);
        if (fdatasync(file) < 0) return 1;
    }
    printf("%.1f\n", syncs / (now() - start));
}
