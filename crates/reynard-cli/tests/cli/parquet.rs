//! `--to parquet` of `pgn convert` and `db export`, with and without the feature.

use crate::run::reynard;

#[test]
fn options_of_parquet_are_refused_for_other_formats() {
    for option in [["--what", "positions"], ["--every", "2"]] {
        let args = [&["pgn", "convert", "--to", "csv"][..], &option, &["-"]].concat();
        let run = reynard(&args);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.stderr.contains("is for --to parquet"), "{run:?}");
    }
    let run = reynard(&["pgn", "convert", "--to", "parquet", "--every", "0", "-"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.stderr.contains("a number from 1 to 65535"), "{run:?}");
}

#[cfg(not(feature = "parquet"))]
#[test]
fn a_build_without_parquet_says_how_to_get_it_and_leaves_no_file() {
    use crate::run::reynard_in;

    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("games.pgn"), "1. e4 *\n").expect("a file");
    let made = reynard_in(folder.path(), &["db", "create", "games.rdb", "games.pgn"]);
    assert_eq!(made.code, 0, "{made:?}");
    for args in [
        &["pgn", "convert", "--to", "parquet", "-o", "games.parquet", "games.pgn"][..],
        &["db", "export", "games.rdb", "--to", "parquet", "-o", "games.parquet"],
    ] {
        let run = reynard_in(folder.path(), args);
        assert_eq!((run.code, &*run.stdout), (2, ""), "{run:?}");
        assert!(run.stderr.contains("--features parquet"), "{run:?}");
        assert!(!folder.path().join("games.parquet").exists());
    }
}

#[cfg(feature = "parquet")]
mod with_parquet {
    use std::fs;
    use std::num::NonZeroU16;
    use std::path::Path;

    use reynard_arrow::{
        GameColumn, GameTable, PgnSource, PositionColumn, PositionTable, ReadSettings, TableSpec,
        ZstdLevel, write_parquet,
    };

    use crate::run::{command, reynard_in};

    const PGN: &str = concat!(
        include_str!("../../../../docs/samples/famous.pgn"),
        "\n",
        include_str!("../../../../docs/samples/damaged.pgn"),
    );

    /// A folder with the games and a database of them.
    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("games.pgn"), PGN).expect("a file");
        let made = reynard_in(folder.path(), &["db", "create", "games.rdb", "games.pgn"]);
        assert!(made.code < 2, "{made:?}");
        folder
    }

    /// The file that the library makes.
    fn expected(pgn: &str, spec: &TableSpec) -> Vec<u8> {
        let mut file = Vec::new();
        let sources = [PgnSource::of_bytes(pgn)];
        let settings = ReadSettings::default();
        write_parquet(sources, spec, &settings, ZstdLevel::default(), &mut file).expect("games");
        file
    }

    /// The file that a command makes.
    fn made(folder: &Path, args: &[&str]) -> Vec<u8> {
        let args = [args, &["-o", "made.parquet"]].concat();
        let run = reynard_in(folder, &args);
        assert_eq!((run.code, &*run.stdout), (0, ""), "{run:?}");
        fs::read(folder.join("made.parquet")).expect("the file")
    }

    #[test]
    fn files_are_those_of_the_library() {
        let folder = folder();
        let convert = ["pgn", "convert", "--to", "parquet", "games.pgn"];
        let narrow = GameTable::default().with_columns([GameColumn::White, GameColumn::Plies]);
        let fourth = NonZeroU16::new(4).expect("not 0");
        let every = PositionTable::default().with_every(fourth);
        let keys = PositionTable::default().with_columns([PositionColumn::Key]);
        for (options, spec) in [
            (&[][..], TableSpec::games()),
            (&["--threads", "2"], TableSpec::games()),
            (&["--columns", "plies,white"], TableSpec::Games(narrow)),
            (&["--what", "positions"], TableSpec::positions()),
            (&["--what", "positions", "--every", "4"], TableSpec::Positions(every)),
            (&["--what", "positions", "--columns", "key"], TableSpec::Positions(keys)),
        ] {
            let file = made(folder.path(), &[&convert[..], options].concat());
            assert!(file == expected(PGN, &spec), "{options:?}");
        }
    }

    #[test]
    fn standard_output_and_several_files_are_one_table() {
        let folder = folder();
        let args = ["pgn", "convert", "--to", "parquet", "games.pgn", "games.pgn"];
        let output = command().current_dir(folder.path()).args(args).output().expect("it runs");
        assert_eq!(output.status.code(), Some(0));
        let errors = String::from_utf8_lossy(&output.stderr).matches("error: ").count();
        assert_eq!(errors, 2, "the illegal move, twice");
        let spec = TableSpec::games();
        let mut file = Vec::new();
        let sources = [PGN, PGN].map(PgnSource::of_bytes);
        let settings = ReadSettings::default();
        write_parquet(sources, &spec, &settings, ZstdLevel::default(), &mut file).expect("games");
        assert!(output.stdout == file);
    }

    #[test]
    fn an_unknown_column_is_named_and_leaves_no_file() {
        let folder = folder();
        for (what, known) in [("games", "game, offset, Event"), ("positions", "game, ply, key")] {
            let args = [
                "pgn",
                "convert",
                "--to",
                "parquet",
                "--what",
                what,
                "--columns",
                "Elo",
                "games.pgn",
            ];
            let run = reynard_in(folder.path(), &[&args[..], &["-o", "x.parquet"]].concat());
            assert_eq!(run.code, 2, "{run:?}");
            assert!(
                run.stderr.contains("no column `Elo`") && run.stderr.contains(known),
                "{run:?}"
            );
            assert!(!folder.path().join("x.parquet").exists());
        }
    }

    #[test]
    fn a_database_gives_the_rows_of_its_games() {
        let folder = folder();
        let names: Vec<&str> = GameColumn::ALL
            .iter()
            .filter(|&&column| column != GameColumn::Offset && column != GameColumn::Complete)
            .map(|column| column.name())
            .collect();
        let columns = names.join(",");
        let spec =
            TableSpec::Games(GameTable::default().with_columns(
                names.iter().map(|name| name.parse::<GameColumn>().expect("a column")),
            ));
        let export = ["db", "export", "games.rdb", "--to", "parquet"];
        let file = made(folder.path(), &[&export[..], &["--columns", &columns]].concat());
        assert!(file == expected(PGN, &spec));
        let file = made(folder.path(), &[&export[..], &["--what", "positions"]].concat());
        assert!(file == expected(PGN, &TableSpec::positions()));
        let filtered =
            reynard_in(folder.path(), &["pgn", "filter", "--player", "morphy", "games.pgn"]);
        let positions = ["player~morphy", "--what", "positions"];
        let file = made(folder.path(), &[&export[..], &positions].concat());
        assert!(file == expected(&filtered.stdout, &TableSpec::positions()));
    }
}
