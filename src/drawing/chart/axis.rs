//! An axis of a chart, linear or logarithmic.

/// An axis with the numbers that stand at it.
#[derive(Clone, Debug)]
pub struct ChartAxis {
    /// What the numbers are; may be empty.
    pub name: &'static str,
    /// The numbers with a text.
    pub labels: Vec<(f64, String)>,
    /// The numbers with a mark only.
    pub marks: Vec<f64>,
    /// Makes equal distances of a number: its logarithm on a logarithmic axis.
    scale: fn(f64) -> f64,
    /// What `scale` makes of the ends.
    ends: (f64, f64),
}

impl ChartAxis {
    /// A linear axis with these ends and the multiples of `step` between them, with `unit` behind each number.
    pub fn linear(name: &'static str, ends: (f64, f64), step: f64, unit: &str) -> ChartAxis {
        const NEARLY: f64 = 1e-9;
        let [first, last] = [(ends.0 / step - NEARLY).ceil(), (ends.1 / step + NEARLY).floor()];
        let decimals = (-step.log10().floor()).max(0.0) as usize;
        let labels = (first as i64..=last as i64).map(|multiple| {
            let number = multiple as f64 * step;
            (number, format!("{number:.decimals$}{unit}"))
        });
        ChartAxis { name, labels: labels.collect(), marks: Vec::new(), scale: |number| number, ends }
    }

    /// A linear axis with these ends and about ten to twenty whole numbers, or all that there are if they are fewer.
    pub fn of_whole_numbers(name: &'static str, ends: (f64, f64)) -> ChartAxis {
        ChartAxis::linear(name, ends, round_number((ends.1 - ends.0) / 20.0).max(1.0), "")
    }

    /// A linear axis that holds these numbers, with round numbers at its ends.
    pub fn around(name: &'static str, numbers: impl Iterator<Item = f64> + Clone) -> ChartAxis {
        let least = numbers.clone().reduce(f64::min).unwrap_or(0.0);
        let greatest = numbers.reduce(f64::max).unwrap_or(1.0);
        let length = (greatest - least).max(0.01 * greatest.abs()).max(1e-9);
        let step = round_number(length / 8.0);
        let ends = ((least / step).floor() * step, (greatest / step).ceil() * step);
        ChartAxis::linear(name, ends, step, "")
    }

    /// The shortest logarithmic axis of whole decades that holds these positive numbers; `None` if there are none.
    pub fn logarithmic(name: &'static str, numbers: impl Iterator<Item = f64> + Clone) -> Option<ChartAxis> {
        let first = numbers.clone().reduce(f64::min)?.log10().floor() as i32;
        let last = (numbers.reduce(f64::max)?.log10().ceil() as i32).max(first + 1);
        let decade = |exponent| 10_f64.powi(exponent);
        let between = |exponent| (2..=9).map(move |it| f64::from(it) * decade(exponent));
        Some(ChartAxis {
            name,
            labels: (first..=last).map(|exponent| (decade(exponent), power_of_ten(exponent))).collect(),
            marks: (first..last).flat_map(between).collect(),
            scale: f64::log10,
            ends: (first.into(), last.into()),
        })
    }

    /// Where a number lies: 0 at the lower end of the axis, 1 at the upper end; in the middle of an axis of no length.
    pub fn place(&self, number: f64) -> f64 {
        let (first, last) = self.ends;
        if first < last { ((self.scale)(number) - first) / (last - first) } else { 0.5 }
    }
}

/// The least of 1, 2, 5, 10, 20, 50 and so on, and of their decimal fractions, that is not less than a number.
fn round_number(least: f64) -> f64 {
    let power = 10_f64.powi(least.log10().floor() as i32);
    [1.0, 2.0, 5.0].into_iter().find(|it| it * power >= least).unwrap_or(10.0) * power
}

/// As people write it: `1`, `1,000`, `10 million`, `1e15`.
fn power_of_ten(exponent: i32) -> String {
    const LARGE: [&str; 3] = ["million", "billion", "trillion"];
    let zeros = |count: i32| "0".repeat(count as usize);
    match exponent {
        0..3 => format!("1{}", zeros(exponent)),
        3..6 => format!("1{},000", zeros(exponent - 3)),
        6..15 => {
            let name = LARGE[exponent as usize / 3 - 2];
            format!("1{} {name}", zeros(exponent % 3))
        }
        _ => format!("1e{exponent}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(axis: &ChartAxis) -> String {
        axis.labels.iter().map(|(_, text)| &text[..]).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_logarithmic_axis_holds_its_numbers() {
        let axis = ChartAxis::logarithmic("", [57.0, 1_051_977.0].into_iter()).unwrap();
        assert_eq!(texts(&axis), "10 100 1,000 10,000 100,000 1 million 10 million");
        assert_eq!(axis.place(10.0), 0.0);
        assert_eq!(axis.place(10_000_000.0), 1.0);
        assert!((axis.place(10_000.0) - 0.5).abs() < 1e-12);
        assert_eq!((axis.marks.len(), axis.marks[0]), (48, 20.0));
        assert!(axis.marks.iter().all(|&it| (0.0..1.0).contains(&axis.place(it))));
    }

    #[test]
    fn an_axis_is_never_empty() {
        let axis = ChartAxis::logarithmic("", [100.0].into_iter()).unwrap();
        assert_eq!(texts(&axis), "100 1,000");
        assert!(ChartAxis::logarithmic("", [].into_iter()).is_none());
        assert_eq!(power_of_ten(15), "1e15");
        assert_eq!(power_of_ten(-1), "1e-1");
        assert_eq!(texts(&ChartAxis::around("", [].into_iter())), "0.0 0.2 0.4 0.6 0.8 1.0");
        let axis = ChartAxis::of_whole_numbers("", (4.0, 4.0));
        assert_eq!((texts(&axis), axis.place(4.0)), ("4".to_owned(), 0.5));
    }

    #[test]
    fn linear_axes_have_round_numbers() {
        assert_eq!(texts(&ChartAxis::linear("", (0.0, 100.0), 50.0, " %")), "0 % 50 % 100 %");
        let axis = ChartAxis::around("", [0.0622, 0.1083].into_iter());
        assert_eq!(texts(&axis), "0.06 0.07 0.08 0.09 0.10 0.11");
        assert_eq!(axis.place(0.06), 0.0);
        for (ends, expected) in [((1.0, 4.0), "1 2 3 4"), ((0.5, 3.5), "1 2 3"), ((0.0, 38.5), "0 2 4")] {
            let found = texts(&ChartAxis::of_whole_numbers("", ends));
            assert!(found.starts_with(expected), "{found}");
        }
        let count = ChartAxis::of_whole_numbers("", (1.0, 239.0)).labels.len();
        assert!((10..22).contains(&count), "{count}");
        assert_eq!([0.2, 0.21, 1.0, 6.0, 30.0].map(round_number), [0.2, 0.5, 1.0, 10.0, 50.0]);
    }
}
