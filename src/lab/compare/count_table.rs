//! Columns of text.

/// What stands in a cell whose content is not known.
pub fn shown(cell: Option<impl ToString>) -> String {
    cell.map_or("-".to_owned(), |it| it.to_string())
}

/// Lines of cells: the first column is aligned to the left, the others to the right.
pub fn text_table(lines: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let shown_line = |line: &Vec<String>| {
        let cells = line.iter().enumerate().map(|(column, cell)| {
            let width = width(column);
            if column == 0 {
                format!("{cell:<width$}")
            } else {
                format!("  {cell:>width$}")
            }
        });
        cells.collect::<String>() + "\n"
    };
    lines.iter().map(shown_line).collect()
}
