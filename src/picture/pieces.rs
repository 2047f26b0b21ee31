//! The pieces as vector drawings, each in a square of 100 by 100.

use super::PicturePiece;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PieceKind {
    /// A pawn of chess or of Breakthrough.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
    /// A king of chess.
    King,
    /// A man of draughts.
    Man,
    /// A king of draughts.
    CrownedMan,
    /// The first player's mark of Tic-tac-toe.
    Cross,
    /// The second player's mark of Tic-tac-toe.
    Nought,
    /// A counter of a heap.
    Counter,
}

/// What is drawn of a piece, as data of SVG paths.
struct PieceShape {
    /// Parts that are filled and have an outline, the hindmost first.
    bodies: &'static [&'static str],
    /// Lines on them.
    lines: &'static str,
    /// What is filled with the colour of the lines.
    dots: &'static str,
}

/// The feet of the slender pieces, and the stem of king and queen.
const FOOT: &str = "M23 91C22 85 27 82 33 82H67C73 82 78 85 77 91Z";
const STEM: &str = "M42 60C42 70 39 77 32 82H68C61 77 58 70 58 60Z";
const COLLAR: &str = "M35 54H65C68 54 68 60 65 60H35C32 60 32 54 35 54Z";
const DISC: &str = "M50 12A38 38 0 0 1 50 88A38 38 0 0 1 50 12Z";

impl PieceKind {
    fn shape(self) -> PieceShape {
        match self {
            PieceKind::Pawn => PieceShape {
                bodies: &[
                    "M44 53C44 66 39 75 31 82H69C61 75 56 66 56 53Z",
                    "M25 91C24 85 28 82 34 82H66C72 82 76 85 75 91Z",
                    "M50 20.5A14 14 0 0 1 50 48.5A14 14 0 0 1 50 20.5Z",
                    "M37 46.5H63C66 46.5 66 53 63 53H37C34 53 34 46.5 37 46.5Z",
                ],
                lines: "M35 82H65M40 46.5H60M40 53H60",
                dots: "",
            },
            PieceKind::Knight => PieceShape {
                bodies: &[
                    "M29 82C29 70 39 64 46 56C49.5 52 50.5 50 50 46.5C46 51.5 41 53 37 55.5C33 58 32 62.5 27.5 62.5\
                     C22 62.5 17.5 57 18.5 51C19.5 46 25 42 27.5 36.5C30 31 33 27 38.5 23L37 11C41 12.5 45.5 15.5 48 19\
                     L52.5 9.5C55.5 12.5 57.5 16.5 58 20.5C73 25 81 42 80 60C79.6 69 77 76 73 82Z",
                    "M23 91C22 85 27 82 33 82H69C75 82 80 85 79 91Z",
                ],
                lines: "M59 27C68 33 73 46 72 61C71.7 66 70.5 70 69 74M50 46.5C52.5 44 53.6 41.5 53.4 38M34 82H69",
                dots: "M35.5 36.5C37 33.8 40 33 42 34C41.5 37 38.5 38.8 35.5 36.5Z\
                       M22.6 51.4C23.6 50 25 50 25.6 51C25 52.6 23.6 53 22.6 51.4Z",
            },
            PieceKind::Bishop => PieceShape {
                bodies: &[
                    "M43 69C43 75 39 79 33 82H67C61 79 57 75 57 69Z",
                    FOOT,
                    "M50 19C60 26 69 37 69 49C69 56 65 61 61 63H39C35 61 31 56 31 49C31 37 40 26 50 19Z",
                    "M37 63H63C66 63 66 69 63 69H37C34 69 34 63 37 63Z",
                    "M50 9A5 5 0 0 1 50 19A5 5 0 0 1 50 9Z",
                ],
                lines: "M60 33L50 46M35 82H65M40 63H60M40 69H60",
                dots: "",
            },
            PieceKind::Rook => PieceShape {
                bodies: &[
                    "M36 44L33 74H67L64 44Z",
                    "M27 18H38V26H45V18H55V26H62V18H73V35L64 44H36L27 35Z",
                    "M33 74H67L72 82H28Z",
                    "M22 91V86C22 83 24 82 27 82H73C76 82 78 83 78 86V91Z",
                ],
                lines: "M30 35H70M38 44H62M36 74H64M31 82H69",
                dots: "",
            },
            PieceKind::Queen => PieceShape {
                bodies: &[
                    STEM,
                    FOOT,
                    "M24 25L36 38L38 20L50 36L62 20L64 38L76 25L66 54H34Z",
                    COLLAR,
                    "M24 17A4.2 4.2 0 0 1 24 25.4A4.2 4.2 0 0 1 24 17Z",
                    "M38 12A4.2 4.2 0 0 1 38 20.4A4.2 4.2 0 0 1 38 12Z",
                    "M62 12A4.2 4.2 0 0 1 62 20.4A4.2 4.2 0 0 1 62 12Z",
                    "M76 17A4.2 4.2 0 0 1 76 25.4A4.2 4.2 0 0 1 76 17Z",
                ],
                lines: "M35 82H65M36 54H64M38 60H62M36 47Q50 43 64 47",
                dots: "",
            },
            PieceKind::King => PieceShape {
                bodies: &[
                    STEM,
                    FOOT,
                    "M46.8 7H53.2V12.5H59V18.5H53.2V27H46.8V18.5H41V12.5H46.8Z",
                    "M29 36C33 27 44 24 50 24C56 24 67 27 71 36L64 54H36Z",
                    COLLAR,
                ],
                lines: "M35 82H65M38 54H62M38 60H62M32 36Q50 31 68 36",
                dots: "",
            },
            PieceKind::Man => PieceShape {
                bodies: &[DISC],
                lines: "M50 21A29 29 0 0 1 50 79A29 29 0 0 1 50 21ZM50 33A17 17 0 0 1 50 67A17 17 0 0 1 50 33Z",
                dots: "",
            },
            PieceKind::CrownedMan => PieceShape {
                bodies: &[DISC],
                lines: "M50 19A31 31 0 0 1 50 81A31 31 0 0 1 50 19Z",
                dots: "M32 59L28.5 40C33 43 37 46 40 48.5C44 44 47 38.5 50 32C53 38.5 56 44 60 48.5C63 46 67 43 71.5 40L68 59Z\
                       M32.5 62H67.5V67.5H32.5Z",
            },
            PieceKind::Cross => PieceShape { bodies: &["M25 25L75 75M75 25L25 75"], lines: "", dots: "" },
            PieceKind::Nought => {
                PieceShape { bodies: &["M50 22A28 28 0 0 1 50 78A28 28 0 0 1 50 22Z"], lines: "", dots: "" }
            }
            PieceKind::Counter => PieceShape {
                bodies: &["M50 10A40 40 0 0 1 50 90A40 40 0 0 1 50 10Z"],
                lines: "M50 21A29 29 0 0 1 50 79A29 29 0 0 1 50 21Z",
                dots: "",
            },
        }
    }

    /// The word in the identifier of its symbol, and its sign in a terminal with UTF-8.
    fn word_and_sign(self) -> (&'static str, char) {
        match self {
            PieceKind::Pawn => ("pawn", '\u{265f}'),
            PieceKind::Knight => ("knight", '\u{265e}'),
            PieceKind::Bishop => ("bishop", '\u{265d}'),
            PieceKind::Rook => ("rook", '\u{265c}'),
            PieceKind::Queen => ("queen", '\u{265b}'),
            PieceKind::King => ("king", '\u{265a}'),
            PieceKind::Man => ("man", '\u{25cf}'),
            PieceKind::CrownedMan => ("crowned-man", '\u{265b}'),
            PieceKind::Cross => ("cross", '\u{2715}'),
            PieceKind::Nought => ("nought", '\u{25cb}'),
            PieceKind::Counter => ("counter", '\u{25cf}'),
        }
    }

    /// Its name.
    pub fn word(self) -> &'static str {
        if self == PieceKind::CrownedMan { "king" } else { self.word_and_sign().0 }
    }

    /// The sign in a terminal with UTF-8.
    pub fn sign(self) -> char {
        self.word_and_sign().1
    }
}

/// The identifier of the symbol of a piece; marks and counters have colours of their own.
pub fn symbol_id(piece: PicturePiece) -> String {
    format!("{}-{}", colour_word(piece), piece.kind.word_and_sign().0)
}

fn colour_word(piece: PicturePiece) -> &'static str {
    match piece.kind {
        PieceKind::Cross | PieceKind::Nought => "mark",
        PieceKind::Counter => "heap",
        _ if piece.is_white => "white",
        _ => "black",
    }
}

/// The symbols of these pieces, each once.
pub fn piece_symbols(pieces: &mut dyn Iterator<Item = PicturePiece>) -> String {
    let symbols: BTreeSet<String> = pieces.map(symbol).collect();
    String::from_iter(symbols)
}

fn symbol(piece: PicturePiece) -> String {
    let id = symbol_id(piece);
    let shape = piece.kind.shape();
    let mut text = format!("<symbol id=\"{id}\" class=\"{id} {}-piece\" viewBox=\"0 0 100 100\">", colour_word(piece));
    for body in shape.bodies {
        let _ = write!(text, "<path class=\"piece-body\" d=\"{body}\"/>");
    }
    for (class, data) in [("piece-line", shape.lines), ("piece-dot", shape.dots)] {
        if !data.is_empty() {
            let _ = write!(text, "<path class=\"{class}\" d=\"{data}\"/>");
        }
    }
    text + "</symbol>\n"
}
