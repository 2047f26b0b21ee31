//! A logarithmic axis of whole decades.

/// An axis whose ends are powers of ten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogAxis {
    first: i32,
    last: i32,
}

impl LogAxis {
    /// The shortest axis that holds these positive numbers; `None` if there are none.
    pub fn around(numbers: impl Iterator<Item = f64> + Clone) -> Option<LogAxis> {
        let least = numbers.clone().reduce(f64::min)?.log10().floor() as i32;
        let greatest = numbers.reduce(f64::max)?.log10().ceil() as i32;
        let last = greatest.max(least + 1);
        Some(LogAxis { first: least, last })
    }

    /// Where a number lies: 0 at the lower end of the axis, 1 at the upper one.
    pub fn place(self, number: f64) -> f64 {
        (number.log10() - f64::from(self.first)) / f64::from(self.last - self.first)
    }

    /// The powers of ten, with their texts.
    pub fn decades(self) -> impl Iterator<Item = (f64, String)> {
        (self.first..=self.last).map(|exponent| (10_f64.powi(exponent), power_of_ten(exponent)))
    }

    /// The numbers between the powers of ten: 2, 3, 4 ... 9, 20, 30 ...
    pub fn between(self) -> impl Iterator<Item = f64> {
        let decades = self.first..self.last;
        decades.flat_map(|exponent| (2..=9).map(move |it| f64::from(it) * 10_f64.powi(exponent)))
    }
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

    #[test]
    fn an_axis_holds_its_numbers() {
        let axis = LogAxis::around([57.0, 1_051_977.0].into_iter()).unwrap();
        assert_eq!(axis, LogAxis { first: 1, last: 7 });
        let decades: Vec<_> = axis.decades().map(|(_, text)| text).collect();
        let expected = "10 100 1,000 10,000 100,000";
        assert_eq!(decades[..5].join(" "), expected);
        assert_eq!(decades[5..], ["1 million", "10 million"]);
        assert_eq!(axis.place(10.0), 0.0);
        assert_eq!(axis.place(10_000_000.0), 1.0);
        assert!((axis.place(10_000.0) - 0.5).abs() < 1e-12);
        let between: Vec<f64> = axis.between().collect();
        assert_eq!((between.len(), between[0]), (48, 20.0));
        assert!(between.iter().all(|&it| (0.0..1.0).contains(&axis.place(it))));
    }

    #[test]
    fn an_axis_is_never_empty() {
        let axis = LogAxis::around([100.0].into_iter()).unwrap();
        assert_eq!(axis, LogAxis { first: 2, last: 3 });
        assert_eq!(LogAxis::around([].into_iter()), None);
        assert_eq!(power_of_ten(15), "1e15");
        assert_eq!(power_of_ten(-1), "1e-1");
    }
}
