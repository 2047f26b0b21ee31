//! Tables of the counts: a line for each algorithm.

/// A line of the table.
pub struct CountLine {
    /// The algorithm as the user has written it.
    pub name: String,
    /// What stands below the columns.
    pub cells: Vec<String>,
    /// The count in the literature.
    pub published: Option<u64>,
}

/// The counts at one depth, with a column of published ones if there are any.
pub fn count_table(depth: u32, columns: &[&str], lines: &[CountLine]) -> String {
    let has_published = lines.iter().any(|line| line.published.is_some());
    let mut heading = vec![format!("depth {depth}")];
    heading.extend(columns.iter().map(|&column| column.to_owned()));
    heading.extend(has_published.then(|| "published".to_owned()));
    let lines = lines.iter().map(|line| {
        let mut cells = vec![format!("  {}", line.name)];
        cells.extend_from_slice(&line.cells);
        cells.extend(has_published.then(|| shown(line.published)));
        cells
    });
    text_table(&[vec![heading], lines.collect()].concat())
}

/// What stands in a cell whose content is not known.
pub fn shown(cell: Option<impl ToString>) -> String {
    cell.map_or("-".to_owned(), |it| it.to_string())
}

/// Lines of cells: the first column is aligned to the left, the others to the right.
fn text_table(lines: &[Vec<String>]) -> String {
    let width = |column: usize| {
        lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let shown_line = |line: &Vec<String>| {
        let cells = line.iter().enumerate().map(|(column, cell)| {
            let width = width(column);
            if column == 0 { format!("{cell:<width$}") } else { format!("  {cell:>width$}") }
        });
        cells.collect::<String>() + "\n"
    };
    lines.iter().map(shown_line).collect()
}
