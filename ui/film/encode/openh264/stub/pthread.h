/* One thread: locks are always free, and threads cannot be made. */
#ifndef DRIFTLAB_PTHREAD_H
#define DRIFTLAB_PTHREAD_H
#define __NEED_pthread_t
#define __NEED_pthread_mutex_t
#define __NEED_pthread_cond_t
#define __NEED_pthread_attr_t
#define __NEED_pthread_mutexattr_t
#define __NEED_pthread_condattr_t
#define __NEED_struct_timespec
#include <bits/alltypes.h>
#include <time.h>
#include <errno.h>
#define PTHREAD_SCOPE_SYSTEM 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_MUTEX_RECURSIVE 1
static inline int pthread_mutex_init(void*, void*) { return 0; }
static inline int pthread_mutex_destroy(void*) { return 0; }
static inline int pthread_mutex_lock(void*) { return 0; }
static inline int pthread_mutex_unlock(void*) { return 0; }
static inline int pthread_cond_init(void*, void*) { return 0; }
static inline int pthread_cond_destroy(void*) { return 0; }
static inline int pthread_cond_signal(void*) { return 0; }
static inline int pthread_cond_wait(void*, void*) { return 0; }
static inline int pthread_cond_timedwait(void*, void*, const struct timespec*) { return 0; }
static inline int pthread_create(void*, void*, void*(*)(void*), void*) { return EAGAIN; }
static inline int pthread_join(pthread_t, void**) { return 0; }
static inline pthread_t pthread_self(void) { return 0; }
static inline int pthread_attr_init(void*) { return 0; }
static inline int pthread_attr_destroy(void*) { return 0; }
static inline int pthread_attr_setscope(void*, int) { return 0; }
static inline int pthread_attr_setdetachstate(void*, int) { return 0; }
static inline int pthread_setname_np(pthread_t, const char*) { return 0; }
#endif
