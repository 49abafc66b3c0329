//! Backup and restore of PostgreSQL, by its own programs.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::Command;

use super::{BackupError, Draft, Restored, copy, dated, refuse_live_server};
use crate::place::{Place, folder_of, percent_decoded};
use crate::store::Store;
use crate::store::migrate::tables;

/// Dumps a database into a file that exists.
pub(super) async fn dump(place: &Place, to: &Path, part: &Path) -> Result<(), BackupError> {
    let url = Url::of(place);
    let args = |file: &Path| {
        let (mut output, mut database) = (OsString::from("--file="), OsString::from("--dbname="));
        output.push(file);
        database.push(&url.shown);
        vec!["--format=custom".into(), "--no-owner".into(), output, database]
    };
    let command = as_text("pg_dump", &args(to));
    run("pg_dump", args(part), &url, command).await?;
    Ok(())
}

/// Restores a dump. One transaction replaces all of our tables, or nothing.
pub(super) async fn restore(place: &Place, from: &Path) -> Result<Restored, BackupError> {
    let url = Url::of(place);
    let unusable = |why: &str| BackupError::Unusable { file: from.to_owned(), why: why.to_owned() };
    let mut by_hand = vec!["--clean".into(), "--if-exists".into(), "--no-owner".into()];
    by_hand.extend(["--single-transaction".into(), OsString::from(format!("--dbname={}", url.shown))]);
    by_hand.push(from.into());
    let by_hand = as_text("pg_restore", &by_hand);
    let store = refuse_live_server(place).await?;
    let before = store.version().await.map_err(|error| place.failed(error))?;

    // Reads the whole dump, which checks it.
    let script =
        std::env::temp_dir().join(format!("mergemaker-restore-{}.sql", crate::secret::random_text(12)));
    let unwritable = |error: io::Error| BackupError::Unwritable { file: script.clone(), error };
    let draft = Draft::create(&script).map_err(unwritable)?;
    let mut output = OsString::from("--file=");
    output.push(&draft.part);
    let read = vec!["--no-owner".into(), output, from.into()];
    run("pg_restore", read, &url, by_hand.clone()).await.map_err(|error| match error {
        BackupError::Failed { why, .. } => unusable(&why),
        other => other,
    })?;
    let contents = std::fs::read_to_string(&draft.part).map_err(unwritable)?;
    if !contents.contains("schema_version") {
        return Err(unusable("it is not a database of mergemaker"));
    }
    drop(contents);

    let former = if before > 0 {
        let former = dated(&folder_of(from), "mergemaker-before-restore", ".dump");
        Some(copy(place, &former).await?.file)
    } else {
        None
    };
    let drop_tables =
        tables().fold(String::new(), |sql, table| sql + "DROP TABLE IF EXISTS " + table + " CASCADE;\n");
    let clear = Draft::create(&crate::place::with_ending(&script, ".clear")).map_err(unwritable)?;
    std::fs::write(&clear.part, drop_tables).map_err(unwritable)?;
    let mut args: Vec<OsString> = ["--single-transaction", "--set=ON_ERROR_STOP=1", "--quiet", "--no-psqlrc"]
        .map(OsString::from)
        .to_vec();
    for file in [&clear.part, &draft.part] {
        let mut read = OsString::from("--file=");
        read.push(file);
        args.push(read);
    }
    args.push(format!("--dbname={}", url.shown).into());
    store.close().await;
    run("psql", args, &url, by_hand).await?;
    let version = restored_version(place).await?;
    let go_back = former.as_ref().map(|former| place.restore_command(&former.display().to_string()));
    Ok(Restored { version, former, go_back })
}

/// The version of the database after a restore. It may be newer than this program.
async fn restored_version(place: &Place) -> Result<i64, BackupError> {
    let failed = |error| place.failed(error);
    let store = Store::connect(place).await.map_err(failed)?;
    let version = store.version_found().await.map_err(failed)?;
    store.close().await;
    Ok(version.unwrap_or(0))
}

/// Runs a program of PostgreSQL. `by_hand` is what a person can run instead.
async fn run(
    program: &'static str,
    args: Vec<OsString>,
    url: &Url,
    by_hand: String,
) -> Result<(), BackupError> {
    let mut command = Command::new(program);
    command.args(args).env("PGCONNECT_TIMEOUT", "10");
    if let Some(password) = &url.password {
        command.env("PGPASSWORD", password);
    }
    let running = tokio::task::spawn_blocking(move || command.stdin(std::process::Stdio::null()).output());
    let failed = |why: String| BackupError::Failed { program, why };
    match running.await.map_err(|error| failed(error.to_string()))? {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(BackupError::Missing { program, command: by_hand })
        }
        Err(error) => Err(failed(error.to_string())),
    }
}

/// A command as a person types it.
fn as_text(program: &str, args: &[OsString]) -> String {
    let mut text = format!("`{program}");
    for arg in args {
        let arg = arg.to_string_lossy();
        let is_plain = arg.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_=/.:@".contains(letter));
        text.push(' ');
        if is_plain {
            text.push_str(&arg);
        } else {
            text.extend(["'", &arg.replace('\'', r"'\''"), "'"]);
        }
    }
    text + "`"
}

/// The URL of a database, in two parts: command lines are visible to other users.
struct Url {
    /// The URL without the password.
    shown: String,
    password: Option<String>,
}

impl Url {
    fn of(place: &Place) -> Url {
        let Place::Postgres(url) = place else { return Url { shown: String::new(), password: None } };
        let (base, query) = url.split_once('?').unwrap_or((url, ""));
        let (mut shown, mut password) = (base.to_owned(), None);
        if let Some((scheme, rest)) = base.split_once("://")
            && let Some((person, host)) = rest.rsplit_once('@')
            && let Some((name, secret)) = person.split_once(':')
        {
            shown = format!("{scheme}://{name}@{host}");
            password = Some(percent_decoded(secret));
        }
        let mut separator = '?';
        for part in query.split('&').filter(|part| !part.is_empty()) {
            if let Some(secret) = part.strip_prefix("password=") {
                password = Some(percent_decoded(secret));
                continue;
            }
            shown.push(separator);
            shown.push_str(part);
            separator = '&';
        }
        Url { shown, password }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_on_a_command_line() {
        let check = |url: &str, shown: &str, password: Option<&str>| {
            let parts = Url::of(&Place::Postgres(url.to_owned()));
            assert_eq!((parts.shown.as_str(), parts.password.as_deref()), (shown, password));
        };
        check("postgres://ann@host/x", "postgres://ann@host/x", None);
        check("postgres://ann:se%40cret@host:5/x", "postgres://ann@host:5/x", Some("se@cret"));
        check(
            "postgres://ann@host/x?password=a%26b&sslmode=require&host=/tmp",
            "postgres://ann@host/x?sslmode=require&host=/tmp",
            Some("a&b"),
        );
    }

    #[test]
    fn commands_can_be_pasted_into_a_shell() {
        let text = as_text("pg_dump", &["--file=a b".into(), "--dbname=postgres://a@h/x?host=/t".into()]);
        assert_eq!(text, "`pg_dump '--file=a b' '--dbname=postgres://a@h/x?host=/t'`");
    }
}
