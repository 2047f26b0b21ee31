//! Writes files of games, and goes on with them.

use super::block::{BLOCK_BYTES, pack};
use super::error::GameFileError;
use super::header::GameFileHeader;
use super::reader::GameFileReader;
use super::training_game::TrainingGame;
use anyhow::{Context, bail};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Writes games, block by block. A block that is not full may be saved; it is written over when
/// more games come, so that the file does not depend on when it was saved.
#[derive(Debug)]
pub struct GameFileWriter {
    /// Errors name it.
    path: PathBuf,
    file: File,
    /// Where the block that is not full begins.
    offset: u64,
    /// The games in it.
    raw: Vec<u8>,
    /// What is in the file from `offset` on.
    saved: Vec<u8>,
}

impl GameFileWriter {
    /// Begins a new file, or writes over what is there.
    pub fn create(path: &Path, header: &GameFileHeader) -> anyhow::Result<GameFileWriter> {
        let named = || cannot_write(path);
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false);
        let mut file = file.open(path).with_context(named)?;
        lock(&file, path)?;
        let head = header.to_bytes();
        let begun = file.set_len(0).and_then(|()| file.write_all(&head));
        begun.with_context(named)?;
        Ok(GameFileWriter {
            path: path.to_owned(),
            file,
            offset: head.len() as u64,
            raw: Vec::new(),
            saved: Vec::new(),
        })
    }

    /// Adds a game.
    pub fn push(&mut self, game: &TrainingGame) -> anyhow::Result<()> {
        game.write(&mut self.raw);
        if self.raw.len() >= BLOCK_BYTES {
            self.write()?;
            self.offset += self.saved.len() as u64;
            self.raw.clear();
            self.saved.clear();
        }
        Ok(())
    }

    /// Writes what there is, and waits until it is on the disk. Tells the length of the file.
    pub fn save(&mut self) -> anyhow::Result<u64> {
        self.write()?;
        let synced = self.file.sync_data();
        synced.with_context(|| cannot_write(&self.path))?;
        Ok(self.offset + self.saved.len() as u64)
    }

    /// Writes the block that is not full, or no longer so. Where there is no room for it, the games
    /// that were saved stay.
    fn write(&mut self) -> anyhow::Result<()> {
        let block = packed(&self.raw);
        if let Err(error) = self.put(&block) {
            let _ = self.put(&self.saved).and_then(|()| self.file.sync_data());
            return Err(error).with_context(|| cannot_write(&self.path));
        }
        self.saved = block;
        Ok(())
    }

    /// Ends the file with a block. What was there is written over, never cut off before.
    fn put(&self, block: &[u8]) -> io::Result<()> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(self.offset))?;
        file.write_all(block)?;
        file.set_len(self.offset + block.len() as u64)
    }
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write '{}'", path.display())
}

/// The block of some games; nothing, if there are none.
fn packed(raw: &[u8]) -> Vec<u8> {
    match raw.is_empty() {
        true => Vec::new(),
        false => pack(raw),
    }
}

/// Two runs that write the same file would spoil it. A system without locks is trusted.
fn lock(file: &File, path: &Path) -> anyhow::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            bail!("'{}' is being written by another run", path.display())
        }
        _ => Ok(()),
    }
}

/// What is known of a file that is to be gone on with.
#[derive(Debug)]
pub struct ResumedFile {
    /// Adds to it.
    pub writer: GameFileWriter,
    /// How many games are in it.
    pub games: u64,
    /// How many positions are in them.
    pub positions: u64,
    /// The number of the last game.
    pub last: Option<u32>,
    /// How many bytes at its end were no whole block, and are gone.
    pub dropped: u64,
}

/// Opens a file to add games to those that are in it.
pub fn resume_file(path: &Path, wanted: &GameFileHeader) -> anyhow::Result<ResumedFile> {
    let mut options = OpenOptions::new();
    let file = options.read(true).write(true).open(path)?;
    lock(&file, path)?;
    let length = file.metadata()?.len();
    let mut reader = GameFileReader::new(BufReader::new(&file))?;
    if let Some([name, found, expected]) = reader.header.difference(wanted) {
        bail!(
            "{name}: found {found}, expected {expected}; --resume goes on with the same settings alone"
        );
    }
    let (mut games, mut positions, mut last) = (0, 0, None);
    let (mut offset, mut raw) = (reader.offset, Vec::new());
    let mut end = offset;
    for block in &mut reader {
        let block = match block {
            Err(GameFileError::Cut { .. }) => break,
            block => block?,
        };
        games += block.games.len() as u64;
        positions += block
            .games
            .iter()
            .map(|game| game.moves.len() as u64)
            .sum::<u64>();
        last = block.games.last().map(|game| game.number);
        end = block.end;
        (offset, raw) = match block.raw.len() < BLOCK_BYTES {
            true => (block.offset, block.raw),
            false => (block.end, Vec::new()),
        };
    }
    drop(reader);
    file.set_len(end)?;
    Ok(ResumedFile {
        writer: GameFileWriter {
            path: path.to_owned(),
            file,
            offset,
            saved: packed(&raw),
            raw,
        },
        games,
        positions,
        last,
        dropped: length - end,
    })
}

#[cfg(test)]
mod tests {
    use super::super::reader::open_game_file;
    use super::super::training_game::{EndReason, ScoredMove};
    use super::*;
    use std::fs;

    /// Games enough for two full blocks and one that is not.
    fn games() -> Vec<TrainingGame> {
        let plies = |number: u32| (0..300).map(move |ply| (number * 77 + ply * 31) as u16);
        let ply = |code| ScoredMove {
            code,
            score: code as i16,
        };
        let numbers = 0..130;
        numbers
            .map(|number| TrainingGame {
                number,
                start: None,
                opening: vec![1, 2],
                moves: plies(number).map(ply).collect(),
                winner: None,
                end_reason: EndReason::Rule,
            })
            .collect()
    }

    fn write(path: &Path, games: &[TrainingGame]) {
        let mut writer = GameFileWriter::create(path, &GameFileHeader::new("chess")).unwrap();
        games.iter().for_each(|game| writer.push(game).unwrap());
        let length = writer.save().unwrap();
        assert_eq!(length, fs::metadata(path).unwrap().len());
    }

    fn read(path: &Path) -> Vec<TrainingGame> {
        let blocks = open_game_file(path).unwrap().map(Result::unwrap);
        blocks.flat_map(|block| block.games).collect()
    }

    #[test]
    fn what_was_written_reads_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        write(&path, &games());
        assert_eq!(open_game_file(&path).unwrap().count(), 3);
        assert_eq!(read(&path), games());
    }

    #[test]
    fn saving_leaves_no_trace() {
        let folder = tempfile::tempdir().unwrap();
        let [often, once] = ["often", "once"].map(|name| folder.path().join(name));
        write(&once, &games());
        let mut writer = GameFileWriter::create(&often, &GameFileHeader::new("chess")).unwrap();
        for (number, game) in games().iter().enumerate() {
            writer.push(game).unwrap();
            writer.save().unwrap();
            assert_eq!(read(&often).len(), number + 1);
        }
        assert_eq!(fs::read(&often).unwrap(), fs::read(&once).unwrap());
    }

    #[test]
    fn a_file_that_was_cut_is_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        write(&path, &games());
        let whole = fs::read(&path).unwrap();
        let header = GameFileHeader::new("chess");
        let begin = header.to_bytes().len();
        for length in (begin..whole.len()).step_by(whole.len() / 50) {
            fs::write(&path, &whole[..length]).unwrap();
            let mut resumed = resume_file(&path, &header).unwrap();
            let known = resumed.games as usize;
            assert_eq!(resumed.last, known.checked_sub(1).map(|last| last as u32));
            assert_eq!(resumed.positions, 300 * resumed.games);
            for game in &games()[known..] {
                resumed.writer.push(game).unwrap();
            }
            resumed.writer.save().unwrap();
            drop(resumed);
            assert_eq!(fs::read(&path).unwrap(), whole, "cut after {length} bytes");
        }
    }

    #[test]
    fn what_is_damaged_or_different_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        write(&path, &games());
        let told = |header: &GameFileHeader| resume_file(&path, header).unwrap_err().to_string();
        let other = GameFileHeader::new("chess").with("seed", 1);
        assert!(told(&other).starts_with("seed: found nothing, expected 1"));
        let mut bytes = fs::read(&path).unwrap();
        bytes[5000] ^= 1;
        fs::write(&path, &bytes).unwrap();
        assert!(told(&GameFileHeader::new("chess")).contains("checksum"));
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }

    #[test]
    fn nobody_else_writes_meanwhile() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let _writer = GameFileWriter::create(&path, &GameFileHeader::new("chess")).unwrap();
        let error = GameFileWriter::create(&path, &GameFileHeader::new("chess")).unwrap_err();
        assert!(error.to_string().contains("another run"), "{error}");
    }
}
