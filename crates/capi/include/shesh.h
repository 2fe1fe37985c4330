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

// Changes when a program that was compiled for an older library must be compiled anew. Functions and
// fields at the ends of structures are added without that.
#define SHESH_ABI_VERSION 1

// What became of a call. Newer libraries may know more.
typedef enum SheshStatus {
    // All is well.
    SHESH_STATUS_OK = 0,
    // A pointer is null that must not be, a size is wrong, or a string is no UTF-8.
    SHESH_STATUS_BAD_ARGUMENT = 1,
    // It can be read, and makes no sense: no such position, roll, game, score, question.
    SHESH_STATUS_NONSENSE = 2,
    // JSON that is none.
    SHESH_STATUS_UNREADABLE = 3,
    // A file cannot be read, is no network, threads cannot be started, or an answer cannot be made.
    SHESH_STATUS_FAILED = 4,
    // There is an answer, and the buffer is too small for it: shesh_last_answer gives it again.
    SHESH_STATUS_TOO_SMALL = 5,
    // The library is at fault; the engine should be closed.
    SHESH_STATUS_PANICKED = 6,
    // It was stopped before there was an answer.
    SHESH_STATUS_STOPPED = 7,
} SheshStatus;

// An engine: networks with what they judge with, and threads of its own.
typedef struct Shesh Shesh;

// Whether a search is to end: asked often, from any thread and from many at once, with the context that
// was given, until it says other than 0 or the call ends. The answer is what is known then, or
// SHESH_STATUS_STOPPED. It must return, may not close the engine, and may not wait for what the thread
// holds that asks the engine. The network alone, at 1-ply, is not stopped.
typedef uint8_t (*SheshStop)(void *context);

// How an engine is opened.
typedef struct SheshConfig {
    // sizeof(SheshConfig).
    size_t size;
    // File of a network, or null. Where neither this nor weights_bytes is given, the engine has the
    // networks that come with it, one for each kind of game.
    const char *weights_path;
    // A network as the bytes of its file, or null.
    const uint8_t *weights_bytes;
    // How many bytes that are.
    size_t weights_bytes_size;
    // Threads that share deep searches; as many as there are processors for 0.
    uint32_t threads;
    // Megabytes that remember what has been searched; 64 for 0.
    uint32_t cache_megabytes;
    // Not 0: do without the exact tables of the bearoff. They are kept in the user's cache folder; the
    // first engine that is opened makes them there, which takes some seconds.
    uint32_t no_tables;
    // 0.
    uint32_t reserved;
} SheshConfig;

// A question about a position. What is null or 0 is as usual: backgammon for money, judged at 3-ply
// and with the cube where the game has one.
// Everything is written as the options of the command `shesh` are.
typedef struct SheshQuestion {
    // sizeof(SheshQuestion).
    size_t size;
    // GNU Backgammon's ID of the position, or of position and match, or an XGID.
    const char *position;
    // The game, where an ID does not name it, such as "hypergammon".
    const char *game;
    // The roll, such as "31", for shesh_best; null where the ID has it.
    const char *dice;
    // Points won so far by the player on roll and by the opponent, such as "2-4".
    const char *score;
    // What the cube shows and who owns it, such as "2:own" or "4:opponent".
    const char *cube;
    // What wins are worth: "gammon3", "oyn-mars", "nardi4", "single" or "left".
    const char *scoring;
    // Which plays are looked at more closely: "narrow", "normal", "wide" or "none".
    const char *filter;
    // Plies to look ahead, 1 to 4; for 0, 3, and 1 in shesh_evaluate_all.
    uint32_t ply;
    // A match to so many points instead of what the ID says.
    uint32_t match_length;
    // Not 0: a money game instead of what the ID says.
    uint32_t money;
    // Not 0: this is the Crawford game.
    uint32_t crawford;
    // Not 0: gammons count only once the cube has been turned.
    uint32_t jacoby;
    // Not 0: a double may be beavered.
    uint32_t beavers;
    // Not 0: judge by equity with the doubling cube, which is usual in games that have one.
    uint32_t cubeful;
    // Not 0: judge by equity without the doubling cube.
    uint32_t cubeless;
    // Ends the search early, or null.
    SheshStop stop;
    // What stop is called with.
    void *stop_context;
} SheshQuestion;

// Chances of the five outcomes for the player on roll, 0 to 1; gammons include backgammons, and losing
// is what winning leaves. These five are all that there will be.
typedef struct SheshChances {
    // To win, be it singly or by more.
    float win;
    // To win a gammon or backgammon.
    float win_gammon;
    // To win a backgammon.
    float win_backgammon;
    // To lose a gammon or backgammon.
    float lose_gammon;
    // To lose a backgammon.
    float lose_backgammon;
} SheshChances;

// What a position is worth to the player on roll, before the roll.
typedef struct SheshVerdict {
    // sizeof(SheshVerdict), set by the caller.
    size_t size;
    // Cubeless.
    struct SheshChances chances;
    // Cubeless, in points per game at cube 1.
    float equity;
    // With the cube, in points; not a number in games without a cube.
    float cubeful_equity;
    // The chance to win the match; not a number where none is played.
    float match_chance;
    // Plies of the search.
    uint32_t ply;
    // 0.
    uint32_t reserved;
} SheshVerdict;

// A play of a roll, judged for who makes it.
typedef struct SheshPlay {
    // As people write it, such as "8/5 6/5".
    char play[64];
    // The resulting position, the opponent on roll.
    char position_id[128];
    // Cubeless.
    struct SheshChances chances;
    // In points, with the cube where it counts: what plays are ranked by.
    float equity;
    // The chance to win the match; not a number where none is played.
    float match_chance;
    // Plies of the search.
    uint32_t ply;
} SheshPlay;

// What to do with the doubling cube, in points.
typedef struct SheshCube {
    // sizeof(SheshCube), set by the caller.
    size_t size;
    // The best that both sides can do, as players say it, such as "Double, take". Where a beaver or a
    // raccoon is to be answered, "Beaver, raccoon" and the like; shesh_ask gives what each answer is worth.
    char action[64];
    // Not 0 where the player on roll may double.
    uint32_t may_double;
    // Rolling without doubling.
    float no_double;
    // Doubling, when the opponent takes; as no_double where the player on roll may not double.
    float double_take;
    // Doubling, when the opponent passes.
    float double_pass;
    // Cubeless.
    struct SheshChances chances;
    // Plies of the search; 0 where chances were given.
    uint32_t ply;
} SheshCube;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Puts any question to the engine: "best", "cube", "evaluate", "explain", "plays", "position", "rollout"
// or "scores", with a request as JSON that the interface of `shesh serve` takes too (docs/server.md).
// The answer is JSON as well, written into the buffer with a zero byte behind it; size is set to the
// bytes that takes, unless it is null. Where the buffer is too small, shesh_last_answer gives it without asking again.
//
// stop may be null, and ends searches and rollouts early.
enum SheshStatus shesh_ask(const struct Shesh *engine,
                           const char *question,
                           const char *request,
                           SheshStop stop,
                           void *stop_context,
                           char *buffer,
                           size_t capacity,
                           size_t *size);

// The last answer of this thread that there was no room for; empty where the last question had room.
enum SheshStatus shesh_last_answer(char *buffer,
                                   size_t capacity,
                                   size_t *size);

// Opens an engine; config may be null. It must be closed with shesh_close.
//
// Fails where a network's file cannot be read.
enum SheshStatus shesh_open(const struct SheshConfig *config, struct Shesh **engine);

// Closes an engine, which nobody may be asking; null is nothing to close. Its threads end soon after:
// a program that unloads the library waits a moment.
void shesh_close(struct Shesh *engine);

// What a position is worth to the player on roll, before the roll.
enum SheshStatus shesh_evaluate(const struct Shesh *engine,
                                const struct SheshQuestion *question,
                                struct SheshVerdict *verdict);

// Cubeless chances in many positions of one game, before the roll, judged by all threads: as many
// position IDs as are counted, and as many chances, each as shesh_evaluate has them. Of the question its game, ply and stop count, and no
// others may be set.
enum SheshStatus shesh_evaluate_all(const struct Shesh *engine,
                                    const struct SheshQuestion *question,
                                    const char *const *position_ids,
                                    size_t count,
                                    struct SheshChances *chances);

// The plays of a roll, best first: as many as there is room for; play_size is sizeof(SheshPlay). How many
// there are in all comes into count, which may be null.
enum SheshStatus shesh_best(const struct Shesh *engine,
                            const struct SheshQuestion *question,
                            struct SheshPlay *plays,
                            size_t play_size,
                            size_t capacity,
                            size_t *count);

// What to do with the doubling cube, before the roll.
enum SheshStatus shesh_cube(const struct Shesh *engine,
                            const struct SheshQuestion *question,
                            struct SheshCube *cube);

// The cube decision from chances instead of a position, by the cube model alone. chances are six
// percentages, W, WG, WB, L, LG, LB: wins, gammons and backgammons among them, then losses likewise;
// wins and losses add up to 100 within 0.2. class_name is "contact", "race" or "bearoff", and contact where
// it is null; pips are those of both sides together, and usual ones of the class for 0. The question
// has no position, ply or filter; its game, score, cube and rules count.
enum SheshStatus shesh_cube_chances(const struct Shesh *engine,
                                    const struct SheshQuestion *question,
                                    const double *chances,
                                    const char *class_name,
                                    uint32_t pips,
                                    struct SheshCube *cube);

// What was wrong with the last call of this thread that failed, in a sentence; empty where none did. It
// may be read until the next call that fails, or the thread ends.
const char *shesh_last_error(void);

// The SHESH_ABI_VERSION of the library, to be compared with that of the header.
uint32_t shesh_abi_version(void);

// The version of the engine, such as "0.1.0"; it need not be freed.
const char *shesh_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SHESH_H */
