//! The table of ratings, as text and as `--json` writes it.

use super::cross_table::CrossTable;
use super::pair_statistics::{Z_95, normal_cdf, with_error};
use super::rating::RatingFit;
use crate::notation::excerpt;
use anyhow::{Context, bail};
use serde::Serialize;
use std::fmt::{self, Display, Formatter};

/// The ratings of the players of a tournament. Numbers that the games do not determine are `None`.
#[derive(Serialize, Debug)]
pub struct RatingTable {
    version: u32,
    games: u32,
    /// The advantage of the first move in Elo; `None` if it was taken as 0.
    advantage: Option<f64>,
    advantage_error: Option<f64>,
    /// The part of games that equal players draw.
    draw_rate: f64,
    /// The strongest player first; at the end those without a rating.
    pub players: Vec<RatingRow>,
}

/// A player of a tournament.
#[derive(Serialize, Default, Debug)]
pub struct RatingRow {
    /// The name of the player.
    pub name: String,
    /// `None` if the player won or lost all games against the others.
    pub rating: Option<f64>,
    /// Half width of its 95 % confidence interval; `None` if the rating was given.
    pub error: Option<f64>,
    /// How probable it is that the player is stronger than the next one.
    superiority: Option<f64>,
    /// Games won, drawn and lost.
    results: [u32; 3],
}

impl RatingTable {
    /// Rates the players with these names, sorted by name if equal ones are to stand in that order. The mean of the ratings is 0, unless the
    /// player `anchor` has a given rating.
    ///
    /// # Errors
    /// The games do not determine the ratings.
    pub fn new(names: &[String], table: &CrossTable, anchor: Option<(&str, f64)>) -> anyhow::Result<RatingTable> {
        const ROUNDING: &str = "the results are too one-sided, expected more games in which the weaker players score";
        let groups = table.groups(names.len());
        let games: u32 = table.results.values().flatten().sum();
        let group = match &groups[..] {
            [group] => group,
            [] => bail!(
                "found no two players who scored against each other (games with a result: {games}), expected some: add games"
            ),
            [one, other, ..] => bail!(
                "found {} groups of players, such as those of {} and {}, that did not score against each other, expected one: add games \
                 between them, or rate each group alone",
                groups.len(),
                names[one[0]],
                names[other[0]]
            ),
        };
        let count = group.len();
        let (mut origin, mut offset) = (vec![1.0 / count as f64; count], 0.0);
        if let Some((name, rating)) = anchor {
            let index = group.iter().position(|&player| names[player] == name);
            let expected = || format!("--anchor: found '{name}', expected the name of a player with a rating");
            origin.fill(0.0);
            (origin[index.with_context(expected)?], offset) = (1.0, rating);
        }
        let fit = RatingFit::new(table, group).context(ROUNDING)?;
        let totals = table.totals(names.len());
        let row =
            |player: usize| RatingRow { name: names[player].clone(), results: totals[player], ..RatingRow::default() };
        let zero: f64 = (0..count).map(|index| origin[index] * fit.value(index)).sum();
        let mut ranking: Vec<usize> = (0..count).collect();
        ranking.sort_by(|&one, &other| fit.value(other).total_cmp(&fit.value(one)));
        let (mut players, mut before) = (Vec::<RatingRow>::new(), Vec::new());
        for (rank, &index) in ranking.iter().enumerate() {
            let mut weights = Vec::from_iter(origin.iter().map(|part| -part).chain([0.0]));
            weights[index] += 1.0;
            let column = fit.solve(weights).context(ROUNDING)?;
            let rating = Some(fit.value(index) - zero + offset);
            if let Some(last) = players.last_mut() {
                let difference = fit.value(ranking[rank - 1]) - fit.value(index);
                let column = Vec::from_iter(column.iter().zip(&before).map(|(one, other)| one - other));
                last.superiority = fit.error(&column).map(|error| normal_cdf(difference / error * Z_95));
            }
            players.push(RatingRow { rating, error: fit.error(&column), ..row(group[index]) });
            before = column;
        }
        players.extend((0..names.len()).filter(|player| group.binary_search(player).is_err()).map(row));
        let advantage = fit.advantage();
        Ok(RatingTable {
            version: 1,
            games,
            advantage: advantage.map(|it| it.value),
            advantage_error: advantage.and_then(|it| it.error),
            draw_rate: fit.draw_rate(),
            players,
        })
    }
}

/// A row for each player, and below the other numbers.
impl Display for RatingTable {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let names = Vec::from_iter(self.players.iter().map(|row| excerpt(&row.name)));
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        writeln!(out, "    #  {:width$}   rating   error    points   games   score   draws     LOS", "player")?;
        let percent = |part: f64| format!("{:.1}%", 100.0 * part);
        for (rank, (row, name)) in (1..).zip(self.players.iter().zip(names)) {
            let [won, drawn, lost] = row.results.map(f64::from);
            let (points, games) = (won + drawn / 2.0, won + drawn + lost);
            let rank = row.rating.map_or(String::new(), |_| rank.to_string());
            let [rating, error] = [row.rating, row.error].map(|it| with_error(it, None));
            let [score, draws] = [points, drawn].map(|part| percent(part / games));
            let los = row.superiority.map_or(String::new(), percent);
            let line = format!(
                "{rank:>5}  {name:width$}  {rating:>7}  {error:>6}  {points:>8.1}  {games:>6}  {score:>6}  {draws:>6}  {los:>6}"
            );
            writeln!(out, "{}", line.trim_end())?;
        }
        let advantage = self.advantage.map_or("taken as 0".to_owned(), |it| with_error(Some(it), self.advantage_error));
        writeln!(
            out,
            "advantage of the first move: {advantage}; draws between equal players: {}",
            percent(self.draw_rate)
        )?;
        let unrated = self.players.iter().filter(|row| row.rating.is_none()).count();
        if unrated > 0 {
            writeln!(out, "without a rating, since they won or lost all games against the others: {unrated}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::pair_statistics::PairStatistics;
    use super::*;
    use crate::random::Random;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// The table of players `a`, `b` and so on.
    fn rated(results: impl IntoIterator<Item = ([usize; 2], [u32; 3])>) -> anyhow::Result<RatingTable> {
        let table = CrossTable { results: results.into_iter().collect() };
        let count = table.results.keys().flatten().max().map_or(0, |last| last + 1);
        let names = Vec::from_iter(('a'..).take(count).map(String::from));
        RatingTable::new(&names, &table, None)
    }

    /// The ratings and errors of all players in the order of their numbers.
    fn in_order(table: RatingTable) -> Vec<[Option<f64>; 2]> {
        let mut players = table.players;
        players.sort_by(|one, other| one.name.cmp(&other.name));
        players.iter().map(|row| [row.rating, row.error]).collect()
    }

    fn close(one: f64, other: f64, tolerance: f64) {
        assert!((one - other).abs() <= tolerance, "{one} {other}");
    }

    /// 1000 games of a round robin, by first and second player. Ordo 1.2.6 gives these numbers with `-a 0 -W -D -z 200.241 -s 10000`: its
    /// ratings are exact, its errors are those of 10,000 simulations, and one standard deviation for the advantage.
    #[test]
    fn agrees_with_ordo() {
        const WDL: [[[u32; 3]; 6]; 6] = [
            [[0, 0, 0], [18, 9, 7], [21, 12, 1], [29, 5, 0], [31, 3, 0], [30, 4, 0]],
            [[5, 14, 15], [0, 0, 0], [12, 19, 3], [23, 7, 4], [24, 10, 0], [30, 4, 0]],
            [[6, 4, 23], [8, 11, 14], [0, 0, 0], [19, 7, 7], [21, 10, 2], [27, 5, 1]],
            [[0, 4, 29], [4, 10, 19], [9, 12, 12], [0, 0, 0], [12, 14, 7], [25, 4, 4]],
            [[0, 7, 26], [2, 9, 22], [4, 9, 20], [12, 8, 13], [0, 0, 0], [21, 10, 2]],
            [[0, 1, 32], [0, 8, 25], [3, 6, 24], [2, 9, 22], [5, 5, 23], [0, 0, 0]],
        ];
        let table = rated((0..36).map(|pair| ([pair / 6, pair % 6], WDL[pair / 6][pair % 6]))).unwrap();
        let expected = [
            (287.7003, 35.7527),
            (144.4450, 30.0878),
            (52.2187, 28.9231),
            (-65.0172, 28.9682),
            (-116.9707, 29.6828),
            (-302.3760, 37.0695),
        ];
        close(table.advantage.unwrap(), 22.67, 0.005);
        close(table.advantage_error.unwrap() / Z_95, 11.02, 0.2);
        close(table.draw_rate, 0.3595, 0.00005);
        close(table.players[3].superiority.unwrap(), 0.99, 0.005);
        assert_eq!(table.games, 1000);
        for (row, (rating, error)) in in_order(table).into_iter().zip(expected) {
            close(row[0].unwrap(), rating, 0.001);
            close(row[1].unwrap(), error, 1.0);
        }
    }

    /// For two players the difference and its error are the Elo of a match.
    #[test]
    fn two_players_have_the_elo_of_a_match() {
        for [won, drawn, lost] in [[600, 0, 400], [70, 0, 230], [168, 69, 143], [50, 50, 0]] {
            let table = rated([([0, 1], [won, drawn, lost]), ([1, 0], [lost, drawn, won])]).unwrap();
            let [[rating, error], [other, _]] = in_order(table)[..] else { panic!() };
            let match_statistics = PairStatistics { wdl: [2 * won, 2 * drawn, 2 * lost], ..PairStatistics::default() };
            let elo = match_statistics.trinomial_score().elo().unwrap();
            close(rating.unwrap() - other.unwrap(), elo.value, 1e-6);
            close(2.0 * error.unwrap(), elo.error.unwrap(), elo.error.unwrap() / 30.0);
        }
    }

    /// In 95 of 100 cases the true rating lies within the error.
    #[test]
    fn ratings_are_recovered_within_their_errors() {
        const TRUE: [f64; 7] = [310.0, 200.0, 90.0, 0.0, -50.0, -200.0, -350.0];
        let (mut random, mut within, mut advantages) = (Random::new(1), 0, 0);
        for _ in 0..100 {
            let mut table = BTreeMap::<[usize; 2], [u32; 3]>::new();
            for game in 0..1470 {
                let [first, second] = [game % 7, (game % 7 + 1 + game / 7 % 6) % 7];
                let score = 1.0 / (1.0 + 10_f64.powf((TRUE[second] - TRUE[first] - 30.0) / 400.0));
                // Draws are rarer here than in the model.
                let drawn = score * (1.0 - score);
                let chance = random.unit_f64() + drawn / 2.0;
                let outcome = if chance < score { 0 } else { 1 + usize::from(chance > score + drawn) };
                table.entry([first, second]).or_default()[outcome] += 1;
            }
            let table = rated(table).unwrap();
            advantages += u32::from((table.advantage.unwrap() - 30.0).abs() < table.advantage_error.unwrap());
            let rows = in_order(table);
            within += rows
                .iter()
                .zip(TRUE)
                .filter(|(row, rating)| (row[0].unwrap() - rating).abs() < row[1].unwrap())
                .count();
        }
        assert!(
            (640..690).contains(&within) && (89..100).contains(&advantages),
            "{within} of 700, {advantages} of 100"
        );
    }

    #[test]
    fn what_the_games_do_not_determine_is_left_out() {
        // The same player has the first move in all games; it wins all of them.
        for results in [[([0, 1], [6, 0, 2]), ([0, 2], [3, 1, 3])], [([0, 1], [5, 0, 0]), ([1, 0], [4, 0, 0])]] {
            let table = rated(results).unwrap();
            assert_eq!((table.advantage, table.advantage_error), (None, None));
            assert!(table.to_string().contains("advantage of the first move: taken as 0"));
        }
        let drawn = rated([([0, 1], [0, 9, 0])]).unwrap();
        assert_eq!(in_order(drawn), [[Some(0.0), None]; 2]);
        // The last two have not scored against the others, nor the others against the third.
        let table =
            rated([([0, 1], [3, 1, 2]), ([1, 2], [0, 0, 4]), ([3, 0], [0, 0, 4]), ([3, 4], [1, 0, 0])]).unwrap();
        assert_eq!(
            Vec::from_iter(table.players.iter().map(|row| row.rating.is_some())),
            [true, true, false, false, false]
        );
        assert!(
            table.to_string().ends_with("without a rating, since they won or lost all games against the others: 3\n")
        );
    }

    #[test]
    fn unconnected_players_are_refused() {
        let error = |results: &[([usize; 2], [u32; 3])]| rated(results.iter().copied()).unwrap_err().to_string();
        let one_sided = error(&[([0, 1], [2, 0, 0]), ([1, 2], [1, 0, 0])]);
        assert!(one_sided.contains("(games with a result: 3), expected"), "{one_sided}");
        let apart = error(&[
            ([0, 1], [1, 0, 1]),
            ([1, 2], [1, 0, 0]),
            ([2, 3], [0, 1, 0]),
            ([3, 4], [0, 1, 0]),
            ([4, 5], [0, 1, 0]),
        ]);
        assert!(
            apart.contains("found 2 groups of players") && apart.contains("such as those of a and c, that"),
            "{apart}"
        );
    }

    proptest! {
        /// Neither the numbers of the players nor the order of the games matter.
        #[test]
        fn numbers_of_players_do_not_matter(
            results in prop::collection::btree_map((0_usize..6, 0_usize..6), prop::array::uniform3(0_u32..9), 4..30),
            order in Just([0, 1, 2, 3, 4, 5]).prop_shuffle(),
        ) {
            let results = || results.iter().filter(|((one, other), _)| one != other).chain([(&(4, 5), &[0; 3]), (&(3, 2), &[0; 3]), (&(0, 1), &[0; 3])]);
            let before = rated(results().map(|(&(one, other), &wdl)| ([one, other], wdl)));
            let after = rated(results().map(|(&(one, other), &wdl)| ([order[one], order[other]], wdl)));
            prop_assert_eq!(before.is_ok(), after.is_ok());
            if let (Ok(before), Ok(after)) = (before, after) {
                prop_assert_eq!(before.advantage.is_some(), after.advantage.is_some());
                let (before, after) = (in_order(before), in_order(after));
                for (player, row) in before.iter().enumerate() {
                    for (one, other) in row.iter().zip(after[order[player]]) {
                        prop_assert_eq!(one.is_some(), other.is_some());
                        close(one.unwrap_or_default(), other.unwrap_or_default(), 1e-4);
                    }
                }
            }
        }
    }
}
