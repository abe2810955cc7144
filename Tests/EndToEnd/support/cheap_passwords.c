// Loaded before libargon2: each hash of a password takes next to no time and memory. Hashes made with it fit each other only.
#define _GNU_SOURCE
#include <argon2.h>
#include <dlfcn.h>

int argon2_ctx(argon2_context *context, argon2_type type) {
    int (*real)(argon2_context *, argon2_type) = (int (*)(argon2_context *, argon2_type))dlsym(RTLD_NEXT, "argon2_ctx");
    // The caller writes its own parameters into the text of the hash.
    argon2_context cheap = *context;
    cheap.t_cost = 1;
    cheap.m_cost = 8 * cheap.lanes;
    return real(&cheap, type);
}
