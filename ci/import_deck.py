"""Imports decks of `shesh quiz --apkg` into a collection of Anki and checks notes, cards and learning.

    ci/import_deck.py SHESH
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from anki.collection import Collection, ImportAnkiPackageRequest

MATCH = """3 point match

 Game 1
 Ada : 0                        Ben : 0
  1) 31: 24/20                   62: 24/18 13/11
  2)  Doubles => 2                Takes
  3) 43: 20/16 13/10             51: 13/8 6/5
"""


def imported(collection, package):
    """Imports a package; returns the numbers of new, updated and unchanged notes."""
    log = collection.import_anki_package(ImportAnkiPackageRequest(package_path=str(package))).log
    return len(log.new), len(log.updated), len(log.duplicate)


def main():
    shesh = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)

        def run(*arguments):
            subprocess.run(
                [shesh, *arguments], check=True, cwd=folder, stdout=subprocess.DEVNULL
            )

        (folder / "match.mat").write_text(MATCH)
        run("analyze", "match.mat", "--no-tables", "--preset", "quick", "--output", "out")

        def deck(player, name):
            run("quiz", "out", "--no-tables", "--player", player, "--apkg", name, "--force")
            return folder / name

        first = deck("Ada", "ada.apkg")
        collection = Collection(str(folder / "collection.anki2"))
        count, updated, _ = imported(collection, first)
        assert count == 3 and updated == 0, (count, updated)
        names = sorted(deck.name for deck in collection.decks.all_names_and_ids())
        kinds = [name.rsplit("::", 1)[-1] for name in names if "::Ada::" in name]
        assert kinds == ["Doubles", "Plays"], names
        # The same file again adds and changes nothing.
        assert imported(collection, first) == (0, 0, 3)
        # A learned card.
        card = collection.get_card(collection.find_cards("deck:*Plays")[0])
        card.start_timer()
        collection.sched.answerCard(card, 3)
        reps = collection.get_card(card.id).reps
        assert reps == 1
        # Anki counts the time of the last change in seconds.
        time.sleep(1.1)
        new, updated, _ = imported(collection, deck("Ada", "later.apkg"))
        assert (new, updated) == (0, 3), (new, updated)
        assert collection.card_count() == 3 and collection.get_card(card.id).reps == reps
        # Another player's deck.
        assert imported(collection, deck("Ben", "ben.apkg"))[0] == 2
        assert collection.card_count() == 5
        assert [model.name for model in collection.models.all_names_and_ids()].count(
            "Sheshbesh decision"
        ) == 1
        for id_ in collection.find_cards(""):
            card = collection.get_card(id_)
            question, answer = card.question(), card.answer()
            assert "<svg" in question and "<svg" in answer and "Best:" in answer
            assert "Best:" not in question and "{{" not in question + answer
        problems, fine = collection.fix_integrity()
        assert fine, problems
        collection.close()
    print("Anki imports decks, updates them, and keeps what was learned")


main()
