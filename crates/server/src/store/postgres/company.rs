//! A node among others: its signs of life, what it tells, and what it hears.

use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::PgPool;
use sqlx::postgres::PgListener;
use tokio::sync::{broadcast, mpsc};

use crate::store::{Headcount, News};

/// The channel on which nodes tell each other.
const CHANNEL: &str = "banmen";
/// PostgreSQL takes less than 8000 bytes at once.
const LONGEST: usize = 7800;
/// Between two signs of life.
const SIGNS: Duration = Duration::from_millis(800);
/// Between two attempts to reach a database that does not answer.
const AGAIN: Duration = Duration::from_millis(300);
/// News that waits to be told at once.
const TOGETHER: usize = 256;

/// Shows a sign of life, in words that are repeated as long as the node lives.
pub(super) async fn show_life(pool: &PgPool, node: &str) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO nodes (id, alive_until) VALUES ($1, now() + interval '3 seconds')
         ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until",
    )
    .bind(node)
    .execute(pool)
    .await?;
    Ok(())
}

/// Shows signs of life for ever, and clears away what dead nodes left behind.
pub(super) async fn live(pool: PgPool, node: String) {
    let mut ticks = tokio::time::interval(SIGNS);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    for round in 0_u64.. {
        ticks.tick().await;
        if let Err(error) = show_life(&pool, &node).await {
            tracing::warn!(%error, "this node could not show a sign of life");
        }
        if round % 60 == 0 {
            // Their leases count for nothing already.
            let _ =
                sqlx::query("DELETE FROM nodes WHERE alive_until < now() - interval '1 minute'").execute(&pool).await;
            let _ =
                sqlx::query("DELETE FROM leases WHERE NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = leases.node)")
                    .execute(&pool)
                    .await;
        }
    }
}

/// Tells the other nodes; whatever waits while the database is busy is told together.
///
/// News is not told within the transaction that makes it: PostgreSQL lets transactions that notify end only one after the other, flush
/// included.
pub(super) async fn speak(pool: PgPool, node: String, mut news: mpsc::UnboundedReceiver<News>) {
    let mut together = Vec::with_capacity(TOGETHER);
    while news.recv_many(&mut together, TOGETHER).await > 0 {
        let mut text = node.clone();
        for line in together.drain(..).filter_map(|news| line(&news)) {
            if text.len() + line.len() >= LONGEST {
                notify(&pool, std::mem::replace(&mut text, node.clone())).await;
            }
            text.push_str(&line);
        }
        notify(&pool, text).await;
    }
}

async fn notify(pool: &PgPool, text: String) {
    let told = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(text).execute(pool).await;
    if let Err(error) = told {
        // Whoever depends on it looks for itself.
        tracing::warn!(%error, "the other nodes could not be told");
    }
}

/// Hears what other nodes tell, for ever.
pub(super) async fn hear(pool: PgPool, node: String, heard: broadcast::Sender<News>) {
    loop {
        if let Err(error) = listen(&pool, &node, &heard).await {
            tracing::warn!(%error, "other nodes cannot be heard");
        }
        let _ = heard.send(News::Gap);
        tokio::time::sleep(AGAIN).await;
    }
}

async fn listen(pool: &PgPool, node: &str, heard: &broadcast::Sender<News>) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(CHANNEL).await?;
    let _ = heard.send(News::Gap);
    while let Some(told) = listener.try_recv().await? {
        let mut lines = told.payload().lines();
        if let Some(other) = lines.next().filter(|other| *other != node) {
            for news in lines.filter_map(|line| read(other, line)) {
                // An error only means that nobody listens yet.
                let _ = heard.send(news);
            }
        }
    }
    Ok(())
}

/// News as a line that begins with a line break.
fn line(news: &News) -> Option<String> {
    match news {
        News::Changed { id, version } => Some(format!("\nchanged {id} {version}")),
        News::Hurry { id, version } => Some(format!("\nhurry {id} {version}")),
        News::Asked { client, requests } => Some(format!("\nasked {client} {requests}")),
        News::Attends { id, there, .. } => {
            let [first, second] = there.seated.map(u8::from);
            Some(format!("\nattends {id} {first}:{second}:{}", there.watchers))
        }
        News::Says { id, seat, phrase } => Some(format!("\nsays {id} {}:{}", word(seat)?, word(phrase)?)),
        News::Job { id } => Some(format!("\njob {id} 0")),
        News::Gap => None,
    }
}

/// A value by the word that JSON has for it.
fn word(value: &impl Serialize) -> Option<String> {
    serde_json::to_value(value).ok()?.as_str().map(str::to_owned)
}

fn meaning<T: DeserializeOwned>(word: &str) -> Option<T> {
    serde_json::from_value(word.into()).ok()
}

/// Reads a line back; a newer program may tell what this one does not understand.
fn read(node: &str, line: &str) -> Option<News> {
    let mut words = line.split(' ');
    let (kind, name, number) = (words.next()?, words.next()?.to_owned(), words.next()?);
    match kind {
        "changed" => Some(News::Changed { id: name, version: number.parse().ok()? }),
        "hurry" => Some(News::Hurry { id: name, version: number.parse().ok()? }),
        "asked" => Some(News::Asked { client: name, requests: number.parse().ok()? }),
        "attends" => {
            let mut counts = number.split(':').map(str::parse);
            let mut count = || counts.next()?.ok();
            let seated = [count()? > 0, count()? > 0];
            let there = Headcount { seated, watchers: count()? };
            Some(News::Attends { node: node.to_owned(), id: name, there })
        }
        "says" => {
            let (seat, phrase) = number.split_once(':')?;
            Some(News::Says { id: name, seat: meaning(seat)?, phrase: meaning(phrase)? })
        }
        "job" => Some(News::Job { id: name }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use banmen_core::Seat;
    use banmen_table::Phrase;

    use super::*;

    #[test]
    fn news_is_read_as_it_was_told() {
        let all = [
            News::Changed { id: "abc".to_owned(), version: 7 },
            News::Hurry { id: "abc".to_owned(), version: 0 },
            News::Asked { client: "2001:db8::".to_owned(), requests: 12 },
            News::Job { id: "abc".to_owned() },
            News::Attends {
                node: "me".to_owned(),
                id: "abc".to_owned(),
                there: Headcount { seated: [false, true], watchers: 9 },
            },
            News::Says { id: "abc".to_owned(), seat: Seat::First, phrase: Phrase::WellPlayed },
        ];
        for news in all {
            assert_eq!(read("me", line(&news).unwrap().trim_start()), Some(news));
        }
        assert_eq!(line(&News::Gap), None);
        for strange in
            ["", "changed", "changed abc", "changed abc x", "sang abc 7", "attends abc 1:2", "says abc first"]
        {
            assert_eq!(read("me", strange), None);
        }
    }
}
