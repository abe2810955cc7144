#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

/// How often memory has been allocated in this process, on any thread.
unsigned long allocations_so_far(void);

#endif
