//! TLS to PostgreSQL: a server whose certificate an authority has signed.

use std::net::TcpListener;

use mergemaker_server::{Config, Grade, Server, examine};

use crate::client::Client;
use crate::database::{programs, supervise};
use crate::{Folder, config};

/// Starts PostgreSQL with TLS at a port. Its certificate is for `localhost`; `ca.pem` is the authority's.
const SCRIPT: &str = r#"
set -e
exec 2>&1
folder=$(mktemp -d /tmp/mergemaker-postgres-XXXXXX)
trap 'rm -rf "$folder"' EXIT
"$1/initdb" -D "$folder/data" -U tests -A trust -E UTF8 --locale=C --no-sync > "$folder/initdb" || { cat "$folder/initdb"; exit 1; }
cd "$folder"
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -keyout ca.key -out ca.pem -subj "/CN=Test authority" > openssl 2>&1
openssl req -newkey rsa:2048 -nodes -keyout data/server.key -out server.csr -subj "/CN=localhost" >> openssl 2>&1
printf 'subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\n' > extensions
openssl x509 -req -days 2 -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -extfile extensions -out data/server.crt >> openssl 2>&1
chmod 600 data/server.key
chmod 755 "$folder"
printf 'hostssl all all 127.0.0.1/32 trust\nhostssl all all ::1/128 trust\n' > data/pg_hba.conf
options="-c listen_addresses=localhost -c port=$2 -c unix_socket_directories=$folder -c fsync=off -c ssl=on"
"$1/pg_ctl" -D "$folder/data" -l "$folder/log" -o "$options" -w -t 60 start > /dev/null || { cat "$folder/log"; exit 1; }
echo "folder $folder"
cat > /dev/null
"$1/pg_ctl" -D "$folder/data" -m immediate -w stop > /dev/null
"#;

#[tokio::test(flavor = "multi_thread")]
async fn postgres_is_reached_over_verified_tls() {
    let programs = programs().expect("PostgreSQL is missing: install the package postgresql");
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let (_supervisor, postgres) = supervise(SCRIPT, &[programs.to_str().unwrap(), &port]);
    let folder = Folder::new("tls");
    let with = |options: &str| Config {
        database: Some(format!("postgres://tests@localhost:{port}/postgres?{options}")),
        ..config(&folder)
    };
    let verified = with(&format!("sslmode=verify-full&sslrootcert={postgres}/ca.pem"));
    let server = Server::start(verified.clone()).await.unwrap();
    Client::guest(server.addr(), "Ann").await;
    let findings = examine(&verified).await;
    let tls = findings.iter().find(|finding| finding.about == "tls").unwrap();
    assert_eq!(
        (tls.grade, tls.text.as_str()),
        (Grade::Good, "the connection to the database is encrypted and verified")
    );
    server.end().await.unwrap();
    // An authority that nobody here knows.
    let error = Server::start(with("sslmode=verify-full")).await.err().unwrap().to_string();
    assert!(error.starts_with("cannot use the database: ") && error.contains("certificate"), "{error}");
    // The server speaks nothing but TLS.
    Server::start(with("sslmode=disable")).await.err().unwrap();
}
