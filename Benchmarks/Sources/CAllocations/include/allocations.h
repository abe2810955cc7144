#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

/// How often memory has been allocated in this process, on any thread.
unsigned long allocations_so_far(void);

/// How many bytes are allocated now, by all threads.
unsigned long bytes_in_use(void);

#endif
