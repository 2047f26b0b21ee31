//! A folder for one test.

use crate::prelude::*;
#[cfg(unix)]
use kempelen::system::user_folders::CACHE_VARIABLE;
use tempfile::TempDir;

/// A temporary folder. Programs run in it, so that the names of its files are their arguments.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(TempDir::new().unwrap())
    }

    /// A folder with these files: names and texts.
    pub fn with(files: &[(&str, &str)]) -> Folder {
        let folder = Folder::new();
        files.iter().for_each(|(name, text)| folder.write(name, text));
        folder
    }

    pub fn at(&self) -> &Path {
        self.0.path()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The path of a file as text.
    pub fn text_path(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    pub fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    pub fn remove(&self, name: &str) {
        fs::remove_file(self.path(name)).unwrap();
    }

    /// The number of files.
    pub fn count(&self) -> usize {
        fs::read_dir(self.at()).unwrap().count()
    }

    pub fn command(&self, words: impl Words) -> Command {
        let mut command = kempelen(words);
        command.current_dir(self.at());
        command
    }

    pub fn run(&self, words: impl Words) -> Ran {
        output(&mut self.command(words))
    }

    /// A command of a shell, in which `kempelen` is the program and `$ROOT` the folder of the project. It finds the programs of
    /// `tests/data/programs`, and before all others those in the folder `bin`. Games are kept in the folder `state`.
    #[cfg(unix)]
    pub fn shell(&self, command: &str) -> Command {
        let programs = Path::new(ENGINE).parent().unwrap().display();
        let (root, others) = (env!("CARGO_MANIFEST_DIR"), std::env::var("PATH").unwrap());
        let search_path = format!("{}/bin:{programs}:{root}/tests/data/programs:{others}", self.at().display());
        let mut shell = Command::new("bash");
        shell
            .args(["-o", "pipefail", "-c", command])
            .current_dir(self.at())
            .env("PATH", search_path)
            .env("HOME", self.at());
        shell.env("ROOT", root).env(CACHE_VARIABLE, "").env("KEMPELEN_STATE", self.path("state"));
        shell
    }

    /// Runs the program with this input.
    pub fn run_for(&self, words: impl Words, input: &str) -> Ran {
        output_for(&mut self.command(words), input.as_bytes())
    }
}
