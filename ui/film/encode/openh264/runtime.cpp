// What the encoder needs of C++ and of an operating system, without the libraries of either.
#include <stdlib.h>

void* operator new(size_t n) {
  void* p = malloc(n);
  if (!p) abort();
  return p;
}
void* operator new[](size_t n) { return operator new(n); }
void operator delete(void* p) noexcept { free(p); }
void operator delete[](void* p) noexcept { free(p); }
void operator delete(void* p, size_t) noexcept { free(p); }
void operator delete[](void* p, size_t) noexcept { free(p); }

extern "C" void __cxa_pure_virtual() { abort(); }
extern "C" int getpid() { return 1; }
