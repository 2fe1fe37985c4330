// Uses the header in C++: an engine that closes itself, called from several threads at once.
#include "shesh.h"
#include "tour.h"

#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

struct Close {
    void operator()(Shesh *engine) const { shesh_close(engine); }
};

int main() {
    SheshConfig config{};
    config.size = sizeof config;
    config.threads = 2;
    config.cache_megabytes = 1;
    Shesh *opened = nullptr;
    CHECK(shesh_open(&config, &opened) == SHESH_STATUS_OK);
    std::unique_ptr<Shesh, Close> engine(opened);

    std::vector<std::string> best(4);
    std::vector<std::thread> threads;
    for (auto &play : best)
        threads.emplace_back([&] {
            SheshQuestion question{};
            question.size = sizeof question;
            question.position = "4HPwATDgc/ABMA";
            question.dice = "61";
            question.ply = 2;
            SheshPlay first;
            CHECK(shesh_best(engine.get(), &question, &first, sizeof first, 1, nullptr)
                  == SHESH_STATUS_OK);
            play = first.play;
            // Each thread has its own last error.
            question.dice = "77";
            CHECK(shesh_best(engine.get(), &question, &first, sizeof first, 1, nullptr)
                  == SHESH_STATUS_NONSENSE);
        });
    for (auto &thread : threads)
        thread.join();
    for (const auto &play : best)
        CHECK(play == "13/7 8/7");
    CHECK(std::strlen(shesh_last_error()) == 0);

    // The bearoff tables evaluate the end of the game: two checkers each on the ace point.
    SheshQuestion question{};
    question.size = sizeof question;
    question.ply = 3;
    std::vector<const char *> ends(64, "AgAABAAAAAAAAA");
    std::vector<SheshChances> chances(ends.size());
    CHECK(shesh_evaluate_all(engine.get(), &question, ends.data(), ends.size(), chances.data())
          == SHESH_STATUS_OK);
    CHECK(chances[0].win == 1.0f && chances[63].win == 1.0f);
    std::puts("all well");
}
