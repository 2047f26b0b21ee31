//! The results of a match as a table, at most 80 columns wide.

use super::pair_statistics::{unsigned_zero, with_error};
use super::summary::{EngineRow, MatchSummary, SprtSummary};
use std::fmt::{self, Display, Formatter};

/// The width of the table in columns.
const WIDTH: usize = 80;

/// The width of the column for names. A longer name gets a line of its own.
const NAME_WIDTH: usize = 16;

/// A row for each engine, and notes below. Unknown numbers are left out.
impl Display for MatchSummary {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let width = self.engines.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).clamp(6, NAME_WIDTH);
        let many = self.engines.len() > 2;
        let strength = if many { "rating" } else { "Elo" };
        writeln!(out, "{:width$}  games    won  drawn   lost   score  {strength:>16}     LOS", "engine")?;
        for row in &self.engines {
            let mut name: String = row.name.chars().take(WIDTH).collect();
            if name.chars().count() > width {
                writeln!(out, "{name}")?;
                name.clear();
            }
            let (value, error) = if many { (row.rating, row.rating_error) } else { (row.elo, row.elo_error) };
            let line = format!("{name:width$}  {}", row.columns(&with_error(value, error)));
            writeln!(out, "{}", line.trim_end())?;
        }
        for note in self.notes() {
            out.write_str(&wrapped(&note))?;
        }
        Ok(())
    }
}

impl MatchSummary {
    /// The notes below the table.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let [first, _] = &self.engines[..] {
            notes.push(format!("pairs by points 0, 1/2, 1, 3/2, 2: {:?}", first.pairs));
            if let Some(value) = first.normalised_elo {
                notes.push(format!("normalised Elo: {}", with_error(Some(value), first.normalised_elo_error)));
            }
        }
        let known = self.engines.iter().filter(|row| row.elo.is_some());
        let elo = Vec::from_iter(known.map(|row| format!("{} {}", row.name, with_error(row.elo, row.elo_error))));
        if self.engines.len() > 2 && !elo.is_empty() {
            notes.push(format!("Elo to the opponents: {}", elo.join(", ")));
        }
        if !self.endings.is_empty() {
            let endings = self.endings.iter().map(|(reason, count)| format!("{reason} {count}"));
            notes.push(format!("endings: {}", Vec::from_iter(endings).join(", ")));
        }
        for row in self.engines.iter().filter(|row| !row.faults.is_empty()) {
            let faults = row.faults.iter().map(|(fault, count)| format!("{count} by {fault}"));
            notes.push(format!("{} lost {}", row.name, Vec::from_iter(faults).join(", ")));
        }
        let mut faults = self.engines.iter().flat_map(|row| &row.faults);
        if self.margin == 0 && faults.any(|(fault, _)| *fault == "time forfeit") {
            notes.push("--margin 0: an engine that is 1 ms late loses the game".to_owned());
        }
        notes.extend(self.sprt.as_ref().map(SprtSummary::to_string));
        notes
    }
}

impl EngineRow {
    /// The columns after the name.
    fn columns(&self, strength: &str) -> String {
        let percent = |part: Option<f64>| part.map_or(String::new(), |part| format!("{:.1}%", 100.0 * part));
        let [won, drawn, lost] = self.results;
        format!(
            "{:>5}  {won:>5}  {drawn:>5}  {lost:>5}  {:>6}  {strength:>16}  {:>6}",
            self.games,
            percent(self.score),
            percent(self.superiority),
        )
    }
}

impl Display for SprtSummary {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let SprtSummary { elo0, elo1, lower, upper, verdict, .. } = self;
        let llr = unsigned_zero(format!("{:.2}", self.llr));
        write!(out, "SPRT {elo0} against {elo1}: LLR {llr} ({lower:.2} to {upper:.2}): {verdict}")
    }
}

/// The text in lines of at most [`WIDTH`] columns, broken after commas; all but the first are indented.
fn wrapped(text: &str) -> String {
    let (mut lines, mut column) = (String::new(), 0);
    for part in text.split_inclusive(", ").map(str::trim_end) {
        let width = part.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            lines.push_str("\n  ");
            column = 2;
        } else if column > 0 {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(part);
        column += width;
    }
    lines + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn row(name: &str) -> EngineRow {
        EngineRow { name: name.to_owned(), ..EngineRow::default() }
    }

    fn summary(engines: Vec<EngineRow>) -> MatchSummary {
        MatchSummary { version: 1, games: 0, engines, endings: BTreeMap::new(), margin: 500, sprt: None }
    }

    /// The rows of a table of two engines.
    fn table(engines: Vec<EngineRow>) -> [String; 3] {
        let text = summary(engines).to_string();
        let mut lines = text.lines().map(str::to_owned);
        std::array::from_fn(|_| lines.next().unwrap())
    }

    #[test]
    fn unknown_numbers_are_left_out() {
        let drawn = EngineRow { games: 2, results: [0, 2, 0], score: Some(0.5), elo: Some(-0.0001), ..row("b") };
        let [_, none, some] = table(vec![row("a"), drawn]);
        assert_eq!(none, "a           0      0      0      0");
        let expected = "b           2      0      2      0   50.0%               0.0";
        assert_eq!(some, expected);
    }

    #[test]
    fn everything_fits_in_80_columns() {
        let long = || EngineRow {
            games: 99_999,
            results: [33_333; 3],
            pairs: [10_000; 5],
            score: Some(1.0),
            elo: Some(-1_234.5),
            elo_error: Some(1_234.5),
            superiority: Some(1.0),
            faults: vec![("illegal move", 12_345), ("time forfeit", 12_345)],
            ..row("a-name-that-is-wider-than-its-column-of-the-table")
        };
        let mut all = summary(vec![long(), long()]);
        let reasons = ["White", "Black"].map(|side| format!("{side} makes an illegal move"));
        all.endings = reasons.map(|reason| (reason, 99_999)).into();
        all.endings.insert("Draw by threefold repetition".to_owned(), 99_999);
        let text = all.to_string();
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        let list = "\nendings: Black makes an illegal move 99999, Draw by threefold repetition 99999,\n  White";
        assert!(text.contains(list), "{text}");
        for name in all.engines.iter().map(|row| &row.name) {
            assert!(text.contains(&format!("\n{name}\n")), "{text}");
        }
    }

    #[test]
    fn a_margin_of_0_is_mentioned_if_a_game_was_lost_on_time() {
        let late = EngineRow { faults: vec![("time forfeit", 1)], ..row("b") };
        let mut late = summary(vec![row("a"), late]);
        assert!(!late.to_string().contains("--margin"));
        late.margin = 0;
        assert!(late.to_string().contains("--margin 0"));
        late.engines.truncate(1);
        assert!(!late.to_string().contains("--margin"));
    }
}
