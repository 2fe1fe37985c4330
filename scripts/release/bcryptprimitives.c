// `bcryptprimitives.dll` of Windows 10, which Wine has from version 9 on only. Rust's standard library takes
// random numbers from it.
#include <windows.h>

#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(BYTE *data, SIZE_T size) {
    while (size > 0) {
        const ULONG part = size < 1 << 20 ? (ULONG)size : 1 << 20;
        if (!RtlGenRandom(data, part))
            return FALSE;
        data += part;
        size -= part;
    }
    return TRUE;
}
