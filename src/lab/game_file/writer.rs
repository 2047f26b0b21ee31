//! Writes game files and continues interrupted ones.

use super::block::{BLOCK_BYTES, GameFileError, pack};
use super::reader::{GameFileReader, header_bytes};
use super::training_game::TrainingGame;
use crate::system::error_words::NameFile;
use crate::system::run_settings::RunSettings;
use anyhow::{Context, ensure};
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Seek, SeekFrom, Write, stderr};
use std::path::{Path, PathBuf};

/// Writes games block by block. An incomplete block may be saved; more games overwrite it, so that the
/// content of the file does not depend on when it was saved.
#[derive(Debug)]
pub struct GameFileWriter {
    /// The path of the file.
    pub path: PathBuf,
    /// The content of the file.
    pub count: GameCount,
    /// The [number](TrainingGame::number) of the last game.
    pub last: Option<u32>,
    file: File,
    /// Offset of the incomplete block.
    offset: u64,
    /// The encoded games of the incomplete block.
    raw: Vec<u8>,
    /// The content of the file from `offset` on.
    saved: Vec<u8>,
}

impl GameFileWriter {
    /// Creates a file, or overwrites an existing one.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn create(path: &Path, header: &RunSettings) -> anyhow::Result<GameFileWriter> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(true);
        let mut file = options.open(path).writing(path)?;
        let header = header_bytes(header);
        file.write_all(&header).writing(path)?;
        Ok(GameFileWriter {
            path: path.to_owned(),
            count: GameCount::default(),
            last: None,
            file,
            offset: header.len() as u64,
            raw: Vec::new(),
            saved: Vec::new(),
        })
    }

    /// Creates a file, or with `resume` continues an existing one; says on standard error if a truncated block was dropped.
    ///
    /// # Errors
    /// The file exists and `resume` is false, or it cannot be [continued](resume_file).
    pub fn open(path: &Path, header: &RunSettings, resume: bool) -> anyhow::Result<GameFileWriter> {
        let shown = path.display();
        if path.metadata().map_or(0, |file| file.len()) == 0 {
            return GameFileWriter::create(path, header);
        }
        ensure!(resume, "'{shown}' is there already; --resume continues it");
        let (writer, dropped) = resume_file(path, header).with_context(|| format!("'{shown}'"))?;
        if dropped > 0 {
            writeln!(stderr(), "'{shown}': dropped {dropped} bytes of a truncated block")?;
        }
        Ok(writer)
    }

    /// Adds a game.
    ///
    /// # Errors
    /// The game is too long, or a block is complete and cannot be written.
    pub fn push(&mut self, game: &TrainingGame) -> anyhow::Result<()> {
        ensure!(game.fits(), "game {}: its start or its moves are too long for a game file", game.number);
        game.write(&mut self.raw);
        self.count.add(game);
        self.last = Some(game.number);
        if self.raw.len() >= BLOCK_BYTES {
            self.write_block()?;
            self.offset += self.saved.len() as u64;
            self.raw.clear();
            self.saved.clear();
        }
        Ok(())
    }

    /// Writes all games and waits until they are on the disk. Returns the length of the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&mut self) -> anyhow::Result<u64> {
        self.write_block()?;
        self.file.sync_data().writing(&self.path)?;
        Ok(self.offset + self.saved.len() as u64)
    }

    /// Writes the current block. If that fails, the games that were saved before stay in the file.
    fn write_block(&mut self) -> anyhow::Result<()> {
        let block = pack_games(&self.raw);
        if let Err(error) = self.write_at_end(&block) {
            let _ = self.write_at_end(&self.saved).and_then(|()| self.file.sync_data());
            return Ok(Err(error).writing(&self.path)?);
        }
        self.saved = block;
        Ok(())
    }

    /// Makes `block` the end of the file. The old content is overwritten before the file is cut, so that
    /// it is never shorter than needed.
    fn write_at_end(&self, block: &[u8]) -> io::Result<()> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(self.offset))?;
        file.write_all(block)?;
        file.set_len(self.offset + block.len() as u64)
    }
}

/// The block of encoded games; empty if there are none.
fn pack_games(raw: &[u8]) -> Vec<u8> {
    if raw.is_empty() { Vec::new() } else { pack(raw) }
}

/// How many games there are, and how many positions in them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GameCount {
    /// Games.
    pub games: u64,
    /// Positions with a score.
    pub positions: u64,
}

impl GameCount {
    fn add(&mut self, game: &TrainingGame) {
        self.games += 1;
        self.positions += game.moves.len() as u64;
    }
}

/// Opens a game file to add games. Also returns the number of bytes of a truncated block that were removed.
///
/// # Errors
/// The file is damaged, or has another header than `wanted`. It is not changed then.
fn resume_file(path: &Path, wanted: &RunSettings) -> anyhow::Result<(GameFileWriter, u64)> {
    let mut options = OpenOptions::new();
    let file = options.read(true).write(true).open(path).reading(path)?;
    let length = file.metadata().reading(path)?.len();
    let mut reader = GameFileReader::new(BufReader::new(&file))?;
    reader.header.check_same(wanted)?;
    let (mut count, mut last) = (GameCount::default(), None);
    let (mut offset, mut raw) = (reader.offset, Vec::new());
    let mut end = offset;
    for block in &mut reader {
        let block = match block {
            Err(GameFileError::Truncated { .. }) => break,
            block => block?,
        };
        block.games.iter().for_each(|game| count.add(game));
        last = block.games.last().map(|game| game.number);
        end = block.end;
        (offset, raw) = if block.raw.len() < BLOCK_BYTES { (block.offset, block.raw) } else { (block.end, Vec::new()) };
    }
    drop(reader);
    file.set_len(end).writing(path)?;
    let path = path.to_owned();
    Ok((GameFileWriter { path, count, last, file, offset, saved: pack_games(&raw), raw }, length - end))
}

#[cfg(test)]
mod tests {
    use super::super::reader::open_game_file;
    use super::super::training_game::ScoredMove;
    use super::*;
    use crate::system::failing_reader::{FAILURE, FailingReader};
    use std::fs;
    use tempfile::TempDir;

    /// Games for two full blocks and an incomplete one.
    fn games() -> Vec<TrainingGame> {
        let plies = |number: u32| (0..300).map(move |ply| (number * 77 + ply * 31) as u16);
        let ply = |number| ScoredMove { number, score: number as i16 };
        let game = |number| TrainingGame {
            number,
            opening: vec![1, 2],
            moves: plies(number).map(ply).collect(),
            ..TrainingGame::default()
        };
        (0..130).map(game).collect()
    }

    fn write(path: &Path, games: &[TrainingGame]) {
        let mut writer = GameFileWriter::create(path, &RunSettings::new("chess")).unwrap();
        games.iter().for_each(|game| writer.push(game).unwrap());
        let length = writer.save().unwrap();
        assert_eq!(length, fs::metadata(path).unwrap().len());
    }

    /// A file with all games, and its folder.
    fn written() -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        write(&path, &games());
        (folder, path)
    }

    fn read(path: &Path) -> Vec<TrainingGame> {
        open_game_file(path).unwrap().map(Result::unwrap).flat_map(|block| block.games).collect()
    }

    #[test]
    fn writing_round_trips() {
        let (_folder, path) = written();
        assert_eq!(open_game_file(&path).unwrap().count(), 3);
        assert_eq!(read(&path), games());
        // Nothing is left of a longer file.
        write(&path, &games()[..2]);
        assert_eq!(read(&path), games()[..2]);
    }

    #[test]
    fn the_content_does_not_depend_on_when_it_was_saved() {
        let folder = tempfile::tempdir().unwrap();
        let [often, once] = ["often", "once"].map(|name| folder.path().join(name));
        write(&once, &games());
        let mut writer = GameFileWriter::create(&often, &RunSettings::new("chess")).unwrap();
        for (number, game) in games().iter().enumerate() {
            writer.push(game).unwrap();
            writer.save().unwrap();
            assert_eq!(read(&often).len(), number + 1);
        }
        assert_eq!(fs::read(&often).unwrap(), fs::read(&once).unwrap());
    }

    #[test]
    fn a_truncated_file_is_continued() {
        let (_folder, path) = written();
        let whole = fs::read(&path).unwrap();
        let header = RunSettings::new("chess");
        let begin = header_bytes(&header).len();
        for length in (begin..whole.len()).step_by(whole.len() / 50) {
            fs::write(&path, &whole[..length]).unwrap();
            let (mut resumed, _) = resume_file(&path, &header).unwrap();
            let GameCount { games: known, positions } = resumed.count;
            let known = known as usize;
            assert_eq!(resumed.last, known.checked_sub(1).map(|last| last as u32));
            assert_eq!(positions, 300 * known as u64);
            for game in &games()[known..] {
                resumed.push(game).unwrap();
            }
            resumed.save().unwrap();
            drop(resumed);
            assert_eq!(fs::read(&path).unwrap(), whole, "cut after {length} bytes");
        }
    }

    /// A file that cannot be read on is not taken for a truncated one, whose last block would be removed.
    #[test]
    fn a_file_that_fails_is_not_truncated() {
        let (_folder, path) = written();
        let whole = fs::read(&path).unwrap();
        for length in (0..whole.len()).step_by(whole.len() / 50) {
            let reader = GameFileReader::new(FailingReader(&whole[..length]));
            let error = match reader {
                Ok(mut reader) => reader.find_map(Result::err).expect("an error"),
                Err(error) => error,
            };
            assert!(matches!(error, GameFileError::Io(_)), "{length}: {error}");
            assert!(error.to_string().ends_with(FAILURE), "{length}: {error}");
        }
    }

    #[test]
    fn damaged_and_different_files_are_not_changed() {
        let (_folder, path) = written();
        let refusal = |header: &RunSettings| resume_file(&path, header).unwrap_err().to_string();
        let other = RunSettings::new("chess").with("seed", 1);
        assert!(refusal(&other).starts_with("seed: found nothing, expected 1"));
        let mut bytes = fs::read(&path).unwrap();
        bytes[5000] ^= 1;
        fs::write(&path, &bytes).unwrap();
        assert!(refusal(&RunSettings::new("chess")).contains("checksum"));
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
}
