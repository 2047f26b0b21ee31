//! Writes the attack tables of the 8x8 board as constants: a lazily made table costs a check at
//! every look-up, 5 to 8 % of a perft.
//!
//! Sliding pieces use magic multiplication (Lasse Hansen, 2006; fancy form by Pradu Kannan, 2007).

use std::fmt::Write;
use std::path::Path;

type Step = (i32, i32);

const STRAIGHT: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [Step; 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let directory = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    let path = Path::new(&directory).join("attacks.rs");
    std::fs::write(&path, tables()).expect("OUT_DIR can be written");
    describe_build();
}

/// Lets the program know what it was built for and with.
fn describe_build() {
    const FEATURE: &str = "CARGO_FEATURE_";
    let told = |name| std::env::var(name).unwrap_or_default();
    let names =
        std::env::vars().filter_map(|(name, _)| name.strip_prefix(FEATURE).map(str::to_lowercase));
    let features: Vec<String> = names.filter(|name| name != "default").collect();
    for (name, value) in [
        ("TARGET", told("TARGET")),
        (
            "INSTRUCTIONS",
            told("CARGO_CFG_TARGET_FEATURE").replace(',', ", "),
        ),
        ("FEATURES", features.join(", ")),
    ] {
        println!("cargo:rustc-env=KEMPELEN_{name}={value}");
    }
}

fn tables() -> String {
    let mut text = String::new();
    let mut slides = Vec::new();
    leaper(&mut text, "KNIGHT", &KNIGHT);
    leaper(&mut text, "KING", &[STRAIGHT, DIAGONAL].concat());
    text.push_str("static PAWN: [[u64; 64]; 2] = [\n");
    for rank in [1, -1] {
        square_table(&mut text, |square| leap(square, &[(-1, rank), (1, rank)]));
        text.push_str(",\n");
    }
    text.push_str("];\n");
    for (name, steps, magics) in [
        ("ROOK", &STRAIGHT, &ROOK_MAGICS),
        ("BISHOP", &DIAGONAL, &BISHOP_MAGICS),
    ] {
        write!(text, "static {name}_RAYS: [u64; 64] = ").expect("a string takes all");
        square_table(&mut text, |square| slide(square, 0, steps));
        text.push_str(";\n");
        magic_table(&mut text, &mut slides, name, steps, magics);
    }
    writeln!(text, "static SLIDES: [u64; {}] = {slides:?};", slides.len())
        .expect("a string takes all");
    text.push_str("static BETWEEN: [[u64; 64]; 64] = [\n");
    for from in 0..64 {
        square_table(&mut text, |to| between(from, to));
        text.push_str(",\n");
    }
    text.push_str("];\n");
    text
}

fn leaper(text: &mut String, name: &str, steps: &[Step]) {
    write!(text, "static {name}: [u64; 64] = ").expect("a string takes all");
    square_table(text, |square| leap(square, steps));
    text.push_str(";\n");
}

fn square_table(text: &mut String, value: impl Fn(i32) -> u64) {
    let values: Vec<u64> = (0..64).map(value).collect();
    write!(text, "{values:?}").expect("a string takes all");
}

/// One entry a square; the sets themselves go to the shared table `slides`.
fn magic_table(
    text: &mut String,
    slides: &mut Vec<u64>,
    name: &str,
    steps: &[Step; 4],
    magics: &[u64; 64],
) {
    writeln!(text, "static {name}: [Magic; 64] = [").expect("a string takes all");
    for (square, magic) in (0..64).zip(magics) {
        let mask = relevant(square, steps);
        let (offset, shift) = (slides.len(), 64 - mask.count_ones());
        slides.resize(offset + (1 << mask.count_ones()), 0);
        let mut occupied = 0u64;
        loop {
            let index = offset + (occupied.wrapping_mul(*magic) >> shift) as usize;
            let set = slide(square, occupied, steps);
            assert!(
                slides[index] == 0 || slides[index] == set,
                "the {name} magic of square {square} maps two sets to one place"
            );
            slides[index] = set;
            occupied = occupied.wrapping_sub(mask) & mask;
            if occupied == 0 {
                break;
            }
        }
        writeln!(
            text,
            "Magic {{ mask: {mask}, factor: {magic}, offset: {offset}, shift: {shift} }},"
        )
        .expect("a string takes all");
    }
    text.push_str("];\n");
}

fn step(square: i32, (files, ranks): Step) -> Option<i32> {
    let (file, rank) = (square % 8 + files, square / 8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some(rank * 8 + file)
}

fn leap(square: i32, steps: &[Step]) -> u64 {
    steps
        .iter()
        .filter_map(|&by| step(square, by))
        .fold(0, |set, to| set | 1 << to)
}

fn slide(square: i32, occupied: u64, steps: &[Step]) -> u64 {
    let mut set = 0;
    for &by in steps {
        let mut to = square;
        while let Some(next) = step(to, by) {
            to = next;
            set |= 1 << to;
            if occupied >> to & 1 != 0 {
                break;
            }
        }
    }
    set
}

/// The squares on which a piece shortens a slide: all of it but the last square of each ray.
fn relevant(square: i32, steps: &[Step; 4]) -> u64 {
    steps.iter().fold(0, |set, &by| {
        let ray = slide(square, 0, &[by]);
        let inner = |to: &i32| ray >> to & 1 != 0 && step(*to, by).is_some();
        (0..64).filter(inner).fold(set, |set, to| set | 1 << to)
    })
}

/// The squares strictly between two squares of one line; empty if there is no such line.
fn between(from: i32, to: i32) -> u64 {
    [STRAIGHT, DIAGONAL]
        .concat()
        .iter()
        .find_map(|&by| {
            let ray = slide(from, 1 << to, &[by]);
            (from != to && ray >> to & 1 != 0).then_some(ray & !(1 << to))
        })
        .unwrap_or(0)
}

/// One factor a square, a1 first, found by trying sparse random numbers.
#[rustfmt::skip]
const ROOK_MAGICS: [u64; 64] = [
    0x33001101408000a0, 0x0140022000401000, 0x02000a1020408200, 0x8900100100042008,
    0x3300100402080100, 0x2300010024000208, 0x2500040200008100, 0x020000220c894401,
    0x0011802080004000, 0x5008804004802000, 0x0000802000801000, 0x0c08800800801004,
    0x0810800402080081, 0x480d002400490022, 0x00d0808021002200, 0x1001000040820100,
    0x0180820021020040, 0x841008400020004c, 0x8000808020001000, 0x0005010020081001,
    0x81b8008008040080, 0x0806010100040008, 0x2010d4001d881210, 0x0000a20015008444,
    0x0440005080002080, 0x2050200080400088, 0x0218100080802000, 0x0800420200082010,
    0x4008008080080400, 0x0000040080800200, 0x0010010400100208, 0x220001020008a444,
    0x2080002004400040, 0x4210002000404000, 0x0041001041002008, 0x1008804801801000,
    0x0100800800800400, 0x0202020080800400, 0x2020500204002108, 0x098014810a002044,
    0x0300208040008008, 0x0200200040008080, 0x8080100020008080, 0x0100084200120020,
    0x830c080100450010, 0x0202008904020010, 0xb024280210640001, 0x5020510080420034,
    0x1001003244820200, 0x1020820021004200, 0x0104248042001200, 0x1018100080080080,
    0x9000080100100500, 0x8002000805900200, 0x0012000401080200, 0x0140040100804200,
    0x4000410c10a08001, 0x4000802011084001, 0x0160084100200011, 0x00a4200410000901,
    0x0006001004082002, 0xc042001154081022, 0x0052000400880102, 0xc002040680204902,
];

/// As [`ROOK_MAGICS`].
#[rustfmt::skip]
const BISHOP_MAGICS: [u64; 64] = [
    0x8010204808818094, 0x000e548800890222, 0x0810808083000420, 0x4804042080100801,
    0x00a2021008020060, 0x2f1c224840006004, 0x8808421084201009, 0x0000240044042000,
    0x0800182005060214, 0x000002101c009088, 0x0006410242004010, 0x000c020a0200048c,
    0x0208040420000c60, 0x001009100e900080, 0x0220210101602002, 0x0004648608900400,
    0x024100a062020a00, 0x1008002088012850, 0x0488000442440480, 0x0004000804200885,
    0x8804200202010006, 0x1004400208024000, 0x2801020a01412005, 0x114020448a111008,
    0x0208410004300a4c, 0x001410c020253320, 0x08080a104c040112, 0x004004000c410020,
    0x4009040002002100, 0x080080800100600c, 0x200c044000880403, 0x4016008200440888,
    0xb008284008048400, 0x0045141000202198, 0x0404004800810200, 0x0006202021080080,
    0x0001110400020020, 0x00008103002200a0, 0x0001880900008410, 0x1004008084120044,
    0x4008080808080408, 0x0001040120018500, 0x80006010d0102800, 0x2402022124000800,
    0x0420401008800901, 0x0004100040400200, 0x0020010101000208, 0xc444014200200200,
    0x0101080104218000, 0x044044008410128c, 0x0434028c00880400, 0x0000442042020240,
    0x0000044088220a04, 0x1010040408020526, 0x0105200224010000, 0x0420080104468842,
    0x0400110828020802, 0x4002002404440454, 0x0041412100809006, 0x010400b004208840,
    0x0001000020025408, 0x08c0104002680a41, 0x2801080808a80251, 0x48102002205a0020,
];
