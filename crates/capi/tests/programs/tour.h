// Common to the programs: a check that reports the place of its failure.
#ifndef TOUR_H
#define TOUR_H

#include <stdio.h>
#include <stdlib.h>

#define CHECK(what)                                                                                \
    do {                                                                                           \
        if (!(what)) {                                                                             \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #what, shesh_last_error());     \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

#endif
