//! Fair dice pass, and each kind of unfair dice is caught.

use super::{DiceReport, LONG, SHOWN, Tally};
use sheshbesh_movegen::testing::Random;

/// Rolls a die with the tests' own generator.
fn die(random: &mut Random) -> u8 {
    random.below(6) as u8 + 1
}

fn test_rolls(rolls: u64, mut roll: impl FnMut() -> [u8; 2]) -> DiceReport {
    let mut tally = Tally::default();
    for _ in 0..rolls {
        tally.add(roll());
    }
    tally.report()
}

#[track_caller]
fn caught(name: &str, rolls: u64, roll: impl FnMut() -> [u8; 2]) {
    let report = test_rolls(rolls, roll);
    let found: Vec<&str> = report.suspicious().map(|test| test.name.as_str()).collect();
    assert!(found.contains(&name), "{found:?}");
    assert!(report.words().contains("speaks against the dice: fair ones"), "{}", report.words());
}

#[test]
fn a_six_that_comes_too_often_is_caught() {
    let mut random = Random::new(1);
    // One die in fifty is rolled again unless it shows a six.
    caught("the six numbers", 200_000, || {
        [(); 2].map(|()| match (die(&mut random), random.below(50)) {
            (1..=5, 0) => die(&mut random),
            (face, _) => face,
        })
    });
}

#[test]
fn doubles_that_come_too_often_are_caught() {
    let mut random = Random::new(2);
    caught("doubles", 100_000, || {
        let first = die(&mut random);
        let second = if random.below(50) == 0 { first } else { die(&mut random) };
        [first, second]
    });
}

#[test]
fn dice_that_alternate_are_caught() {
    let mut random = Random::new(3);
    let mut high = false;
    let alternate = || {
        [(); 2].map(|()| {
            high = !high;
            random.below(3) as u8 + if high { 4 } else { 1 }
        })
    };
    caught("runs of high and of low numbers", 2000, alternate);
    // Counts that are too even are suspicious, too.
    let mut next = 0;
    caught("the six numbers", 2000, || {
        next = next % 6 + 1;
        [next, next]
    });
}

#[test]
fn dice_that_follow_each_other_are_caught() {
    let mut random = Random::new(4);
    let mut last = 1;
    let name = "a roll's last die and the next";
    caught(name, 200_000, || {
        let first = if random.below(50) == 0 { 7 - last } else { die(&mut random) };
        last = die(&mut random);
        [first, last]
    });
    let mut before = [1, 1];
    caught("correlation of a roll's pips and the next", 200_000, || {
        if random.below(50) > 0 {
            before = [die(&mut random), die(&mut random)];
        }
        before
    });
}

#[test]
fn dice_with_a_memory_are_caught() {
    let mut random = Random::new(5);
    let mut since = 0;
    // After ten rolls without a three, one roll in four that lacks it is given one.
    let report = test_rolls(400_000, || {
        let mut roll = [die(&mut random), die(&mut random)];
        if since >= LONG && !roll.contains(&3) && random.below(4) == 0 {
            roll[0] = 3;
        }
        since = if roll.contains(&3) { 0 } else { since + 1 };
        roll
    });
    let found: Vec<&str> = report.suspicious().map(|test| test.name.as_str()).collect();
    assert!(found.contains(&"numbers missing for 10 rolls or more"), "{found:?}");
    assert!(found.contains(&"waits for a 3"), "{found:?}");
    assert!(report.long_missing.share.unwrap() > SHOWN);
    assert!(report.words().contains("likelier than with fair dice"), "{}", report.words());
}

/// Compares the shares of fair dice with counts from a list of all rolls.
#[test]
fn what_is_missing_is_counted_right() {
    let mut random = Random::new(6);
    let rolls: Vec<[u8; 2]> = (0..3000).map(|_| [die(&mut random), die(&mut random)]).collect();
    let mut left = rolls.iter();
    let report = test_rolls(rolls.len() as u64, || *left.next().unwrap());
    for row in report.missing.iter().chain([&report.long_missing]) {
        let (mut times, mut came) = (0, 0);
        for number in 1..=6 {
            for (index, roll) in rolls.iter().enumerate() {
                let Some(last) = rolls[..index].iter().rposition(|roll| roll.contains(&number))
                else {
                    continue;
                };
                let since = (index - last - 1) as u32;
                if since >= row.from && row.to.is_none_or(|to| since <= to) {
                    times += 1;
                    came += u64::from(roll.contains(&number));
                }
            }
        }
        assert_eq!(row.times, times);
        assert_eq!(row.share.map(|share| (share * times as f64).round() as u64), Some(came));
        let binomial = 1.96 * (SHOWN * (1.0 - SHOWN) / times as f64).sqrt();
        let half = row.interval_95.unwrap();
        // Numbers of the same roll are slightly negatively correlated.
        assert!(half < 1.001 * binomial && half > 0.7 * binomial, "{half}, {binomial}");
    }
}

#[test]
fn p_values_of_fair_dice_are_spread_evenly() {
    const SEEDS: u64 = 300;
    let reports: Vec<DiceReport> = (0..SEEDS)
        .map(|seed| {
            let mut random = Random::new(1000 + seed);
            test_rolls(5000, || [die(&mut random), die(&mut random)])
        })
        .collect();
    let accused = reports.iter().filter(|report| report.suspicious().next().is_some()).count();
    // Three are expected; more than ten have a probability of 0.0003.
    assert!(accused <= 10, "{accused}");
    for number in 0..reports[0].tests.len() {
        let mut p: Vec<f64> = reports.iter().map(|report| report.tests[number].p_value).collect();
        p.sort_by(f64::total_cmp);
        let steps = p.iter().enumerate().map(|(index, p)| (p - index as f64 / SEEDS as f64).abs());
        // Kolmogorov's distance; one above the limit has a probability of 0.0003.
        let distance = steps.fold(0.0, f64::max);
        let name = &reports[0].tests[number].name;
        assert!(distance < 2.1 / (SEEDS as f64).sqrt(), "{name}: {distance}");
    }
}

#[test]
fn fair_dice_pass_and_few_rolls_are_no_trouble() {
    let mut random = Random::new(8);
    let fair = test_rolls(50_000, || [die(&mut random), die(&mut random)]);
    assert_eq!(fair.suspicious().count(), 0, "{}", fair.words());
    assert_eq!(fair.tests.len(), 17);
    let words = fair.words();
    assert!(words.contains("a number is never due"), "{words}");
    assert!(words.lines().all(|line| line.chars().count() <= 80), "{words}");
    for rolls in [0, 1, 10, 100] {
        let few = test_rolls(rolls, || [die(&mut random), die(&mut random)]);
        assert!(few.tests.iter().all(|test| (0.0..=1.0).contains(&test.p_value)));
        assert!(!few.words().is_empty() && !few.words().contains("NaN"), "{}", few.words());
    }
}
