// Uses everything in the header, in C99.
#include "shesh.h"
#include "tour.h"

#include <string.h>

static const char START[] = "4HPwATDgc/ABMA";

// Returns nonzero once, and counts its calls.
static uint8_t at_once(void *context) {
    return ++*(int *)context == 1;
}

static void questions(const Shesh *engine) {
    SheshQuestion question = {sizeof question};
    question.position = START;
    question.dice = "31";
    question.ply = 2;

    SheshPlay plays[3];
    size_t count = 0;
    CHECK(shesh_best(engine, &question, plays, sizeof plays[0], 3, &count) == SHESH_STATUS_OK);
    CHECK(count == 16);
    CHECK(strcmp(plays[0].play, "8/5 6/5") == 0);
    CHECK(plays[0].ply == 2 && plays[0].equity > 0.1f && plays[0].equity >= plays[1].equity);
    CHECK(strlen(plays[0].position_id) == 14);

    // Explicit default values give the same result.
    SheshPlay usual, said;
    question.ply = 0;
    CHECK(shesh_best(engine, &question, &usual, sizeof usual, 1, NULL) == SHESH_STATUS_OK);
    question.ply = 3;
    question.cubeful = 1;
    CHECK(shesh_best(engine, &question, &said, sizeof said, 1, NULL) == SHESH_STATUS_OK);
    CHECK(usual.ply == 3 && usual.equity == said.equity);
    question.cubeless = 1;
    CHECK(shesh_best(engine, &question, &said, sizeof said, 1, NULL) == SHESH_STATUS_NONSENSE);
    CHECK(strcmp(shesh_last_error(), "cubeful and cubeless cannot both be true") == 0);
    question.cubeful = 0;
    CHECK(shesh_best(engine, &question, &said, sizeof said, 1, NULL) == SHESH_STATUS_OK);
    CHECK(said.ply == 3 && said.equity < usual.equity);
    question.cubeless = 0;
    question.ply = 2;

    SheshVerdict verdict = {sizeof verdict};
    question.dice = NULL;
    CHECK(shesh_evaluate(engine, &question, &verdict) == SHESH_STATUS_OK);
    CHECK(verdict.chances.win > 0.5f && verdict.chances.win < 0.6f);
    CHECK(verdict.cubeful_equity > verdict.equity);
    question.match_length = 7;
    question.score = "2-4";
    CHECK(shesh_evaluate(engine, &question, &verdict) == SHESH_STATUS_OK);
    CHECK(verdict.match_chance > 0.2f && verdict.match_chance < 0.5f);
    CHECK(verdict.cubeful_equity == verdict.cubeful_equity);
    float with_cube = verdict.match_chance;
    question.cubeless = 1;
    CHECK(shesh_evaluate(engine, &question, &verdict) == SHESH_STATUS_OK);
    CHECK(verdict.match_chance != with_cube);
    CHECK(verdict.cubeful_equity == verdict.cubeful_equity);
    question.cubeless = 0;

    SheshCube cube = {sizeof cube};
    CHECK(shesh_cube(engine, &question, &cube) == SHESH_STATUS_OK);
    CHECK(cube.may_double && strcmp(cube.action, "No double, take") == 0);
    CHECK(cube.no_double > cube.double_take);

    // The cube decision from probabilities, in percent.
    SheshQuestion plain = {sizeof plain};
    double percent[6] = {72.1, 2.0, 0.1, 27.9, 2.0, 0.0};
    CHECK(shesh_cube_chances(engine, &plain, percent, NULL, 0, &cube) == SHESH_STATUS_OK);
    CHECK(strcmp(cube.action, "Double, take") == 0 && cube.ply == 0);
    CHECK(cube.no_double > 0.647f && cube.no_double < 0.687f && cube.double_pass == 1.0f);
    CHECK(cube.double_take > 0.664f && cube.double_take < 0.704f);
    float contact = cube.no_double;
    CHECK(shesh_cube_chances(engine, &plain, percent, "race", 90, &cube) == SHESH_STATUS_OK);
    CHECK(cube.no_double != contact);
    percent[3] = 28.5;
    CHECK(shesh_cube_chances(engine, &plain, percent, NULL, 0, &cube) == SHESH_STATUS_NONSENSE);
    CHECK(strstr(shesh_last_error(), "100.6") != NULL);
    percent[3] = 27.9;
    CHECK(shesh_cube_chances(engine, &question, percent, NULL, 0, &cube) == SHESH_STATUS_NONSENSE);
    CHECK(shesh_cube_chances(engine, &plain, NULL, NULL, 0, &cube) == SHESH_STATUS_BAD_ARGUMENT);

    // A wrong beaver is answered with a raccoon.
    plain.position = "AQAAhAAAAAAAAA:QRkAAAAAAAAA";
    CHECK(shesh_cube(engine, &plain, &cube) == SHESH_STATUS_OK);
    CHECK(strcmp(cube.action, "Beaver, raccoon") == 0 && !cube.may_double);

    // Other games.
    SheshQuestion other = {sizeof other};
    other.position = "fevga@AACA/z8AAID/Pw";
    CHECK(shesh_evaluate(engine, &other, &verdict) == SHESH_STATUS_OK);
    CHECK(verdict.cubeful_equity != verdict.cubeful_equity);
    CHECK(shesh_cube(engine, &other, &cube) == SHESH_STATUS_NONSENSE);
    CHECK(strcmp(shesh_last_error(), "fevga is played without a cube") == 0);
}

static void many(const Shesh *engine) {
    const char *positions[500];
    SheshChances chances[500];
    for (size_t i = 0; i < 500; ++i)
        positions[i] = i % 2 ? START : "u9twAADbbTwAAA";
    SheshQuestion question = {sizeof question};
    CHECK(shesh_evaluate_all(engine, &question, positions, 500, chances) == SHESH_STATUS_OK);
    for (size_t i = 2; i < 500; ++i)
        CHECK(chances[i].win == chances[i - 2].win);
    CHECK(chances[0].win != chances[1].win);

    // Each result equals that of a single cubeless evaluation.
    question.ply = 2;
    CHECK(shesh_evaluate_all(engine, &question, positions, 4, chances) == SHESH_STATUS_OK);
    for (size_t i = 0; i < 4; ++i) {
        SheshQuestion alone = question;
        alone.position = positions[i];
        alone.cubeless = 1;
        SheshVerdict verdict = {sizeof verdict};
        CHECK(shesh_evaluate(engine, &alone, &verdict) == SHESH_STATUS_OK);
        CHECK(verdict.chances.win == chances[i].win);
        CHECK(verdict.chances.lose_gammon == chances[i].lose_gammon);
    }

    // A stopped call has no answer.
    int asked = 0;
    question.stop = at_once;
    question.stop_context = &asked;
    question.ply = 3;
    CHECK(shesh_evaluate_all(engine, &question, positions, 4, chances) == SHESH_STATUS_STOPPED);
    CHECK(asked == 1);
    question.stop = NULL;
    question.ply = 0;

    // One game per call, in either order of the positions.
    const char *two[] = {"fevga@AACA/z8AAID/Pw", START};
    const char *turned[] = {START, "fevga@AACA/z8AAID/Pw"};
    CHECK(shesh_evaluate_all(engine, &question, two, 2, chances) == SHESH_STATUS_NONSENSE);
    CHECK(shesh_evaluate_all(engine, &question, turned, 2, chances) == SHESH_STATUS_NONSENSE);

    positions[77] = "nonsense";
    CHECK(shesh_evaluate_all(engine, &question, positions, 500, chances) == SHESH_STATUS_NONSENSE);
    CHECK(strncmp(shesh_last_error(), "position 77: ", 13) == 0);
    question.cubeful = 1;
    CHECK(shesh_evaluate_all(engine, &question, positions, 5, chances) == SHESH_STATUS_BAD_ARGUMENT);
    question.cubeful = 0;
    question.cubeless = 1;
    CHECK(shesh_evaluate_all(engine, &question, positions, 5, chances) == SHESH_STATUS_BAD_ARGUMENT);
    CHECK(shesh_evaluate_all(engine, NULL, positions, 5, chances) == SHESH_STATUS_BAD_ARGUMENT);

    // A count larger than any array is rejected before anything is read.
    question.cubeless = 0;
    size_t beyond[] = {(size_t)1 << 29, (size_t)1 << 60, SIZE_MAX};
    for (size_t i = 0; i < 3; ++i)
        CHECK(shesh_evaluate_all(engine, &question, positions, beyond[i], chances)
              == SHESH_STATUS_BAD_ARGUMENT);
    CHECK(strstr(shesh_last_error(), "count is at most"));
}

static void text(const Shesh *engine) {
    const char *request = "{\"position\": \"4HPwATDgc/ABMA\", \"dice\": \"31\", \"plays\": 1}";
    char small[8];
    size_t size = 0;
    CHECK(shesh_ask(engine, "best", request, NULL, NULL, small, sizeof small, &size)
          == SHESH_STATUS_TOO_SMALL);
    CHECK(size > sizeof small);
    char *whole = malloc(size);
    CHECK(shesh_last_answer(whole, size, &size) == SHESH_STATUS_OK);
    CHECK(strstr(whole, "\"play\": \"8/5 6/5\"") && strlen(whole) + 1 == size);
    free(whole);

    // A rollout that the first call of the callback stops, before any game has ended.
    int asked = 0;
    char answer[8192];
    request = "{\"position\": \"4HPwATDgc/ABMA\", \"games\": 100000}";
    CHECK(shesh_ask(engine, "rollout", request, at_once, &asked, answer, sizeof answer, &size)
          == SHESH_STATUS_STOPPED);
    CHECK(asked == 1);
    CHECK(shesh_last_answer(answer, sizeof answer, &size) == SHESH_STATUS_OK && size == 1);

    CHECK(shesh_ask(engine, "best", "{", NULL, NULL, answer, sizeof answer, &size)
          == SHESH_STATUS_UNREADABLE);
    CHECK(shesh_ask(engine, "worst", "{}", NULL, NULL, answer, sizeof answer, &size)
          == SHESH_STATUS_NONSENSE);
    CHECK(shesh_ask(engine, "best", NULL, NULL, NULL, answer, sizeof answer, &size)
          == SHESH_STATUS_BAD_ARGUMENT);
    CHECK(shesh_ask(engine, "best", "\xff", NULL, NULL, answer, sizeof answer, &size)
          == SHESH_STATUS_BAD_ARGUMENT);
}

// Programs compiled for an older library know fewer fields; for a newer one, more.
static void versions(const Shesh *engine) {
    struct {
        SheshQuestion known;
        uint64_t more;
    } newer = {{sizeof newer}};
    newer.known.position = START;
    SheshVerdict verdict = {sizeof verdict};
    CHECK(shesh_evaluate(engine, &newer.known, &verdict) == SHESH_STATUS_OK);
    newer.more = 1;
    CHECK(shesh_evaluate(engine, &newer.known, &verdict) == SHESH_STATUS_BAD_ARGUMENT);

    struct {
        SheshVerdict known;
        uint64_t more;
    } larger = {{sizeof larger}};
    larger.more = 77;
    newer.more = 0;
    CHECK(shesh_evaluate(engine, &newer.known, &larger.known) == SHESH_STATUS_OK);
    CHECK(larger.known.chances.win == verdict.chances.win && larger.more == 0);
    CHECK(larger.known.size == sizeof larger);

    // Invalid sizes.
    SheshQuestion wrong = {0};
    wrong.position = START;
    const size_t sizes[] = {0, 8, sizeof wrong - 1, (size_t)-1};
    for (size_t i = 0; i < 4; ++i) {
        wrong.size = sizes[i];
        CHECK(shesh_evaluate(engine, &wrong, &verdict) == SHESH_STATUS_BAD_ARGUMENT);
        SheshVerdict part = {i == 2 ? sizeof part - 1 : sizes[i]};
        CHECK(shesh_evaluate(engine, &newer.known, &part) == SHESH_STATUS_BAD_ARGUMENT);
    }
    SheshPlay play;
    newer.known.dice = "31";
    CHECK(shesh_best(engine, &newer.known, &play, 10, 1, NULL) == SHESH_STATUS_BAD_ARGUMENT);
    CHECK(shesh_best(engine, &newer.known, NULL, 0, 0, NULL) == SHESH_STATUS_OK);
    CHECK(shesh_evaluate(engine, &newer.known, &verdict) == SHESH_STATUS_BAD_ARGUMENT);
}

static void opening(const char *weights) {
    Shesh *engine = (Shesh *)1;
    SheshConfig config = {sizeof config};
    config.no_tables = 1;
    config.threads = 1;
    config.weights_path = "no/such/file.weights";
    CHECK(shesh_open(&config, &engine) == SHESH_STATUS_FAILED && engine == NULL);
    CHECK(strstr(shesh_last_error(), "no/such/file.weights"));
    config.weights_path = __FILE__;
    CHECK(shesh_open(&config, &engine) == SHESH_STATUS_FAILED && engine == NULL);
    config.weights_path = weights;
    config.weights_bytes = (const uint8_t *)"bytes";
    config.weights_bytes_size = 5;
    CHECK(shesh_open(&config, &engine) == SHESH_STATUS_BAD_ARGUMENT);
    config.weights_path = NULL;
    CHECK(shesh_open(&config, &engine) == SHESH_STATUS_FAILED);
    CHECK(shesh_open(&config, NULL) == SHESH_STATUS_BAD_ARGUMENT);

    config.weights_bytes = NULL;
    CHECK(shesh_open(&config, &engine) == SHESH_STATUS_BAD_ARGUMENT);
    config.weights_bytes_size = 0;
    config.weights_path = weights;
    CHECK(shesh_open(&config, &engine) == SHESH_STATUS_OK);
    SheshQuestion question = {sizeof question};
    SheshVerdict verdict = {sizeof verdict};
    question.position = START;
    CHECK(shesh_evaluate(engine, &question, &verdict) == SHESH_STATUS_OK);
    // The network supports only backgammon.
    question.position = "fevga@AACA/z8AAID/Pw";
    CHECK(shesh_evaluate(engine, &question, &verdict) == SHESH_STATUS_NONSENSE);
    question.position = START;
    CHECK(shesh_evaluate(NULL, &question, &verdict) == SHESH_STATUS_BAD_ARGUMENT);
    CHECK(shesh_evaluate(engine, &question, NULL) == SHESH_STATUS_BAD_ARGUMENT);
    shesh_close(engine);
    shesh_close(NULL);
}

int main(int argc, char **argv) {
    CHECK(argc == 2);
    CHECK(shesh_abi_version() == SHESH_ABI_VERSION);
    CHECK(strlen(shesh_version()) >= 5 && strlen(shesh_last_error()) == 0);
    opening(argv[1]);

    SheshConfig config = {sizeof config};
    config.threads = 2;
    config.no_tables = 1;
    config.cache_megabytes = 1;
    Shesh *engine = NULL;
    CHECK(shesh_open(&config, &engine) == SHESH_STATUS_OK);
    questions(engine);
    many(engine);
    text(engine);
    versions(engine);
    shesh_close(engine);
    puts("all well");
    return 0;
}
