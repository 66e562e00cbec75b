/* One thread: nobody is ever waited for. */
#ifndef DRIFTLAB_SEMAPHORE_H
#define DRIFTLAB_SEMAPHORE_H
typedef int sem_t;
struct timespec;
static inline int sem_init(sem_t*, int, unsigned) { return 0; }
static inline int sem_destroy(sem_t*) { return 0; }
static inline int sem_wait(sem_t*) { return 0; }
static inline int sem_trywait(sem_t*) { return 0; }
static inline int sem_timedwait(sem_t*, const struct timespec*) { return 0; }
static inline int sem_post(sem_t*) { return 0; }
#endif
