// Sheshbesh for programs in C, and in whatever can call C.
//
// Link with the library `shesh` (libshesh.so, or libshesh.a with -lpthread -lm -ldl).
//
// Every function that can fail returns a SheshStatus; shesh_last_error says the rest in a sentence.
// Structures begin with their size, which the caller sets: SheshQuestion question = {sizeof question};
// what is zero in them is as usual. Strings are UTF-8 and end with a zero byte. Nothing that is passed
// in is kept.
//
// Threads: an engine may be asked from many threads at once. It is closed when nobody asks it any more.
// The last error and the last answer are those of the calling thread.
//
// A library of another SHESH_ABI_VERSION than that of this header cannot be used with it.

#ifndef SHESH_H
#define SHESH_H

// Written by cbindgen from crates/capi/src; a test compares them. Do not edit.

#include <stddef.h>
#include <stdint.h>

// ABI version. It changes when programs compiled for an older library must be recompiled. New
// functions, and new fields at the ends of structures, do not change it.
#define SHESH_ABI_VERSION 1

// Result of a call. Newer libraries may add values.
typedef enum SheshStatus {
    // Success.
    SHESH_STATUS_OK = 0,
    // Invalid argument: a null pointer, a wrong size, or a string that is not UTF-8.
    SHESH_STATUS_BAD_ARGUMENT = 1,
    // Readable but invalid request, such as an impossible position, roll or score, or an unknown
    // game or question.
    SHESH_STATUS_NONSENSE = 2,
    // Invalid JSON.
    SHESH_STATUS_UNREADABLE = 3,
    // A file cannot be read or is not a network, threads cannot be started, or an answer cannot be
    // made.
    SHESH_STATUS_FAILED = 4,
    // The buffer is too small for the answer; shesh_last_answer returns it again.
    SHESH_STATUS_TOO_SMALL = 5,
    // Internal error of the library; the engine should be closed.
    SHESH_STATUS_PANICKED = 6,
    // Stopped before there was an answer.
    SHESH_STATUS_STOPPED = 7,
} SheshStatus;

// An engine: networks, tables and a cache, with its own threads.
typedef struct Shesh Shesh;

// Callback that decides if a search must end. It is called often, from any thread and from several
// threads at once, with the given context, until it returns nonzero or the call ends. The answer
// is then the result up to that point, or SHESH_STATUS_STOPPED. The callback must return. It must
// not close the engine, and must not wait for anything held by the thread that asks the engine.
// Evaluations by the network alone, at 1-ply, are not stopped.
typedef uint8_t (*SheshStop)(void *context);

// Options for opening an engine.
typedef struct SheshConfig {
    // sizeof(SheshConfig).
    size_t size;
    // Path of a network file, or null. If this and weights_bytes are null, the engine uses the
    // built-in networks, one for each kind of game.
    const char *weights_path;
    // Contents of a network file, or null.
    const uint8_t *weights_bytes;
    // Size of weights_bytes in bytes.
    size_t weights_bytes_size;
    // Number of threads that share deep searches, at most 1024; 0 means the number of processors.
    uint32_t threads;
    // Evaluation cache size in MB, at most 65536; 0 means 64.
    uint32_t cache_megabytes;
    // Nonzero: do not use the exact bearoff tables. The tables are stored in the user's cache
    // folder. The first engine that is opened creates them there, which takes some seconds.
    uint32_t no_tables;
    // Reserved; must be 0.
    uint32_t reserved;
} SheshConfig;

// A question about a position. Fields that are null or 0 have their usual values: backgammon for
// money, searched at 3-ply, and with the cube if the game has one. Values are written like the
// options of the command `shesh`.
typedef struct SheshQuestion {
    // sizeof(SheshQuestion).
    size_t size;
    // GNU Backgammon ID of the position, or of the position and the match, or an XGID.
    const char *position;
    // The game, such as "hypergammon", if the ID does not name it.
    const char *game;
    // The roll, such as "31", for shesh_best; null if the ID contains it.
    const char *dice;
    // Points won by the player on roll and by the opponent, such as "2-4".
    const char *score;
    // Value and owner of the cube, such as "2:own" or "4:opponent".
    const char *cube;
    // Scoring of wins: "gammon3", "oyn-mars", "nardi4", "single", "left" or "mars10".
    const char *scoring;
    // Move filter: "narrow", "normal", "wide", or "none" to search every play.
    const char *filter;
    // Search depth in plies, 1 to 4; 0 means 3, or 1 in shesh_evaluate_all.
    uint32_t ply;
    // Match length in points; overrides the ID unless it is 0.
    uint32_t match_length;
    // Nonzero: a money game; overrides the ID.
    uint32_t money;
    // Nonzero: the Crawford game.
    uint32_t crawford;
    // Nonzero: gammons count only after the cube has been turned.
    uint32_t jacoby;
    // Nonzero: a double may be beavered.
    uint32_t beavers;
    // Nonzero: use cubeful equity, the default in games with a doubling cube.
    uint32_t cubeful;
    // Nonzero: use cubeless equity.
    uint32_t cubeless;
    // Callback that ends the search early, or null.
    SheshStop stop;
    // Argument of the stop callback.
    void *stop_context;
} SheshQuestion;

// Outcome probabilities of the player on roll, 0 to 1. Gammons include backgammons, and the
// probability of a loss is 1 - win. No fields will be added.
typedef struct SheshChances {
    // Probability of any win.
    float win;
    // Probability of winning a gammon or backgammon.
    float win_gammon;
    // Probability of winning a backgammon.
    float win_backgammon;
    // Probability of losing a gammon or backgammon.
    float lose_gammon;
    // Probability of losing a backgammon.
    float lose_backgammon;
} SheshChances;

// Evaluation of a position for the player on roll, before the roll.
typedef struct SheshVerdict {
    // sizeof(SheshVerdict), set by the caller.
    size_t size;
    // Cubeless outcome probabilities.
    struct SheshChances chances;
    // Cubeless equity, in points per game at cube 1.
    float equity;
    // Cubeful equity, in points; NaN in games without a cube.
    float cubeful_equity;
    // Match winning chance, 0 to 1; NaN outside a match.
    float match_chance;
    // Search depth in plies.
    uint32_t ply;
    // Reserved; 0.
    uint32_t reserved;
} SheshVerdict;

// A play of a roll, evaluated for the player who makes it.
typedef struct SheshPlay {
    // The play in standard notation, such as "8/5 6/5".
    char play[64];
    // ID of the resulting position, with the opponent on roll.
    char position_id[128];
    // Cubeless outcome probabilities.
    struct SheshChances chances;
    // Equity in points by which plays are ranked; cubeful if the cube counts.
    float equity;
    // Match winning chance, 0 to 1; NaN outside a match.
    float match_chance;
    // Search depth in plies.
    uint32_t ply;
} SheshPlay;

// A decision on the doubling cube, with values in points.
typedef struct SheshCube {
    // sizeof(SheshCube), set by the caller.
    size_t size;
    // Best actions of both players in words, such as "Double, take". If a beaver or a raccoon is
    // to be answered, the words are "Beaver, raccoon" and similar; shesh_ask returns the value of
    // each answer.
    char action[64];
    // Nonzero if the player on roll may double.
    uint32_t may_double;
    // Value of rolling without doubling.
    float no_double;
    // Value of doubling if the opponent takes; the same as no_double if the player on roll may not
    // double.
    float double_take;
    // Value of doubling if the opponent passes.
    float double_pass;
    // Cubeless outcome probabilities.
    struct SheshChances chances;
    // Search depth in plies; 0 if the question gave probabilities.
    uint32_t ply;
} SheshCube;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Answers any question: "best", "cube", "drill", "evaluate", "explain", "picture", "plays",
// "position", "rollout" or "scores". The request and the answer are JSON, as in the interface of
// `shesh serve` (docs/guide/server.md). The answer is written to the buffer with a terminating zero byte. If
// size is not null, it receives the number of bytes needed, the zero byte included. If the buffer
// is too small, shesh_last_answer returns the answer without another search.
//
// stop may be null; it ends searches and rollouts early.
enum SheshStatus shesh_ask(const struct Shesh *engine,
                           const char *question,
                           const char *request,
                           SheshStop stop,
                           void *stop_context,
                           char *buffer,
                           size_t capacity,
                           size_t *size);

// Returns the last answer of this thread that did not fit into its buffer. The answer is empty if
// that of the last question did fit.
enum SheshStatus shesh_last_answer(char *buffer, size_t capacity, size_t *size);

// Opens an engine, which must be closed with shesh_close. config may be null.
//
// Fails if a network file cannot be read.
enum SheshStatus shesh_open(const struct SheshConfig *config, struct Shesh **engine);

// Closes an engine that is not in use; does nothing if it is null. Its threads end shortly
// afterwards, so a program that unloads the library should wait a moment.
void shesh_close(struct Shesh *engine);

// Evaluates a position for the player on roll, before the roll or numbers that are left.
enum SheshStatus shesh_evaluate(const struct Shesh *engine,
                                const struct SheshQuestion *question,
                                struct SheshVerdict *verdict);

// Evaluates many positions of one game on all threads, without the cube and before the roll.
// position_ids and chances are arrays of count elements, and each result equals the cubeless
// probabilities of shesh_evaluate. In the question, only game, ply and stop may be set.
enum SheshStatus shesh_evaluate_all(const struct Shesh *engine,
                                    const struct SheshQuestion *question,
                                    const char *const *position_ids,
                                    size_t count,
                                    struct SheshChances *chances);

// Ranks the plays of a roll, best first, and writes at most capacity of them. play_size is
// sizeof(SheshPlay). If count is not null, it receives the total number of plays.
enum SheshStatus shesh_best(const struct Shesh *engine,
                            const struct SheshQuestion *question,
                            struct SheshPlay *plays,
                            size_t play_size,
                            size_t capacity,
                            size_t *count);

// Evaluates the decision on the doubling cube, before the roll.
enum SheshStatus shesh_cube(const struct Shesh *engine,
                            const struct SheshQuestion *question,
                            struct SheshCube *cube);

// Evaluates a cube decision from probabilities instead of a position, with the cube model alone.
// chances are six percentages, W, WG, WB, L, LG, LB: wins, with gammons and backgammons among
// them, then losses likewise. Wins and losses must add up to 100 within 0.2. class_name is
// "contact", "race" or "bearoff"; null means "contact". pips is the pip count of both sides
// together; 0 means a usual count of the class. The question must not have a position, ply or
// filter; its game, score, cube and rules are used.
enum SheshStatus shesh_cube_chances(const struct Shesh *engine,
                                    const struct SheshQuestion *question,
                                    const double *chances,
                                    const char *class_name,
                                    uint32_t pips,
                                    struct SheshCube *cube);

// Returns a sentence about the last failed call of this thread; empty if no call has failed. The
// string is valid until the next failed call or the end of the thread.
const char *shesh_last_error(void);

// Returns the SHESH_ABI_VERSION of the library, for comparison with that of the header.
uint32_t shesh_abi_version(void);

// Returns the version of the engine, such as "0.1.0". The string need not be freed.
const char *shesh_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SHESH_H */
