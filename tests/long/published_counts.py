"""Every published count over a whole shoe, beside its printed figures: a minute or two.

    python -m tests.long.published_counts
"""

from tests.published.test_counting import DATA, check_simulated

if __name__ == "__main__":
    for count in DATA["counts"]:
        check_simulated(count)
        print("holds:", count["name"])
