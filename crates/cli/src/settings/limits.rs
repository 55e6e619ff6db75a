//! Every limit of the server, each declared once: a flag, a variable of the environment, a key of the file.

use std::num::{NonZeroU32, NonZeroUsize};
use std::time::Duration;

use banmen_server::{Rate, ServerLimits};
use clap::Args;
use serde::{Deserialize, Serialize};

use super::units::{Size, Time};

/// A setting as the operator writes it, for what the server keeps.
trait Setting<Kept>: Sized {
    fn kept(self) -> Kept;
    fn of(kept: &Kept) -> Self;
}

impl Setting<Duration> for Time {
    fn kept(self) -> Duration {
        self.0
    }
    fn of(kept: &Duration) -> Time {
        Time(*kept)
    }
}

impl Setting<u64> for Size {
    fn kept(self) -> u64 {
        self.0
    }
    fn of(kept: &u64) -> Size {
        Size(*kept)
    }
}

impl Setting<usize> for Size {
    fn kept(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
    fn of(kept: &usize) -> Size {
        Size(*kept as u64)
    }
}

impl Setting<usize> for NonZeroUsize {
    fn kept(self) -> usize {
        self.get()
    }
    fn of(kept: &usize) -> NonZeroUsize {
        NonZeroUsize::new(*kept).unwrap_or(NonZeroUsize::MIN)
    }
}

impl Setting<u32> for u32 {
    fn kept(self) -> u32 {
        self
    }
    fn of(kept: &u32) -> u32 {
        *kept
    }
}

impl Setting<usize> for usize {
    fn kept(self) -> usize {
        self
    }
    fn of(kept: &usize) -> usize {
        *kept
    }
}

/// Declares the limits. A doc comment is the flag's help; the name is the field of [`ServerLimits`], the flag and the key of the file.
macro_rules! limits {
    ($($(#[doc = $help:literal])+ $name:ident: $kind:ty, $unit:literal, $variable:literal;)+) => {
        /// Limits that the operator has set; `None` where the server's own choice stands.
        #[derive(Args, Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        #[command(next_help_heading = "Limits")]
        pub struct Limits {
            $(
                $(#[doc = $help])+
                #[arg(long, env = $variable, value_name = $unit, hide_short_help = true, hide_env_values = true)]
                #[serde(skip_serializing_if = "Option::is_none")]
                $name: Option<$kind>,
            )+
            /// Requests per second and address in the long run; 0 for no limit.
            #[arg(long, env = "BANMEN_REQUESTS_PER_SECOND", value_name = "NUMBER", hide_short_help = true, hide_env_values = true)]
            #[serde(skip_serializing_if = "Option::is_none")]
            requests_per_second: Option<u32>,
            /// Requests of one address at once after a quiet time.
            #[arg(long, env = "BANMEN_REQUESTS_AT_ONCE", value_name = "NUMBER", hide_short_help = true, hide_env_values = true)]
            #[serde(skip_serializing_if = "Option::is_none")]
            requests_at_once: Option<NonZeroU32>,
        }

        impl Limits {
            /// What is set here, and the other's settings where nothing is.
            pub fn or(self, other: Limits) -> Limits {
                Limits {
                    $($name: self.$name.or(other.$name),)+
                    requests_per_second: self.requests_per_second.or(other.requests_per_second),
                    requests_at_once: self.requests_at_once.or(other.requests_at_once),
                }
            }

            /// The server's limits with these settings.
            pub fn over(self, mut limits: ServerLimits) -> ServerLimits {
                let asked = rate(&self, limits.rate);
                $(if let Some(setting) = self.$name {
                    limits.$name = Setting::kept(setting);
                })+
                limits.rate = asked;
                limits
            }

            /// The settings that say all of this.
            pub fn of(limits: &ServerLimits) -> Limits {
                Limits {
                    $($name: Some(Setting::of(&limits.$name)),)+
                    requests_per_second: Some(limits.rate.map_or(0, per_second)),
                    requests_at_once: Some(limits.rate.map_or(NonZeroU32::MIN, |rate| rate.burst)),
                }
            }
        }
    };
}

fn per_second(rate: Rate) -> u32 {
    (1.0 / rate.every.as_secs_f64()).round() as u32
}

fn rate(limits: &Limits, usual: Option<Rate>) -> Option<Rate> {
    let per_second = limits.requests_per_second.unwrap_or_else(|| usual.map_or(0, per_second));
    let burst = limits.requests_at_once.or(usual.map(|rate| rate.burst)).unwrap_or(NonZeroU32::MIN);
    (per_second > 0).then(|| Rate { every: Duration::from_secs(1) / per_second, burst })
}

limits! {
    /// Largest request body.
    body_bytes: Size, "SIZE", "BANMEN_BODY_BYTES";
    /// Longest time for a request, its body included.
    request_time: Time, "TIME", "BANMEN_REQUEST_TIME";
    /// Open connections.
    connections: NonZeroUsize, "NUMBER", "BANMEN_CONNECTIONS";
    /// Open connections of one address; behind a proxy, requests of one client under way.
    connections_per_address: NonZeroUsize, "NUMBER", "BANMEN_CONNECTIONS_PER_ADDRESS";
    /// Open connections kept for addresses that have few, so that a handful of others cannot lock everybody out.
    connections_kept: usize, "NUMBER", "BANMEN_CONNECTIONS_KEPT";
    /// Longest time for the head of a request.
    head_time: Time, "TIME", "BANMEN_HEAD_TIME";
    /// A connection on which nothing moves for so long is closed.
    idle_connection: Time, "TIME", "BANMEN_IDLE_CONNECTION";
    /// Watchers of tables.
    sockets: usize, "NUMBER", "BANMEN_SOCKETS";
    /// Watchers of tables from one address.
    sockets_per_address: usize, "NUMBER", "BANMEN_SOCKETS_PER_ADDRESS";
    /// Tables that one address may set up within a day, on this node; 0 for no limit.
    tables_per_day: u32, "NUMBER", "BANMEN_TABLES_PER_DAY";
    /// Bytes of all games, more or less, above which no new table is set up; 0B for no limit.
    stored_bytes: Size, "SIZE", "BANMEN_STORED_BYTES";
    /// Tables kept in memory; others are read again when somebody comes.
    tables: NonZeroUsize, "NUMBER", "BANMEN_TABLES";
    /// A table that nobody asks for is put away after this time.
    idle_table: Time, "TIME", "BANMEN_IDLE_TABLE";
    /// Replays of records for one address that may wait or be under way.
    replays_per_address: NonZeroUsize, "NUMBER", "BANMEN_REPLAYS_PER_ADDRESS";
    /// Replays of records that may wait or be under way.
    replays: NonZeroUsize, "NUMBER", "BANMEN_REPLAYS";
    /// Threads on which computers think for one address, for short and for long thinking each; one more of each is for others.
    thinkers: NonZeroUsize, "NUMBER", "BANMEN_THINKERS";
    /// Computers that keep what they learned between their moves.
    warm_players: usize, "NUMBER", "BANMEN_WARM_PLAYERS";
    /// Threads on which jobs of one address run, for short and for long ones each; one more of each is for others.
    workers: NonZeroUsize, "NUMBER", "BANMEN_WORKERS";
    /// Jobs that may wait for a thread.
    queued_jobs: usize, "NUMBER", "BANMEN_QUEUED_JOBS";
    /// Jobs of one address that have not ended.
    jobs_per_address: usize, "NUMBER", "BANMEN_JOBS_PER_ADDRESS";
    /// How long an ended job can be asked for.
    kept_jobs: Time, "TIME", "BANMEN_KEPT_JOBS";
    /// Ended jobs that are kept at most.
    kept_jobs_most: usize, "NUMBER", "BANMEN_KEPT_JOBS_MOST";
    /// A job that nobody has asked about for this long is stopped.
    abandoned_job: Time, "TIME", "BANMEN_ABANDONED_JOB";
    /// A job's time unless it asks for another.
    job_time: Time, "TIME", "BANMEN_JOB_TIME";
    /// The longest time a job may ask for.
    job_time_most: Time, "TIME", "BANMEN_JOB_TIME_MOST";
    /// Memory of one search.
    search_memory: Size, "SIZE", "BANMEN_SEARCH_MEMORY";
    /// Threads of one search.
    search_threads: NonZeroUsize, "NUMBER", "BANMEN_SEARCH_THREADS";
    /// Between the moves of two computers, so that people can follow.
    watch_pause: Time, "TIME", "BANMEN_WATCH_PAUSE";
    /// Two computers play on for so long after the last watcher has left.
    watch_grace: Time, "TIME", "BANMEN_WATCH_GRACE";
    /// How long a player who has to move may be away before the other one can claim the win.
    absence: Time, "TIME", "BANMEN_ABSENCE";
    /// How long the server goes on after it was told to end, while /readyz already sends requests elsewhere.
    drain: Time, "TIME", "BANMEN_DRAIN";
    /// How long a shutdown waits for requests that are under way.
    shutdown: Time, "TIME", "BANMEN_SHUTDOWN";
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::{Args as _, Command};

    use super::*;

    /// The names of the fields of [`ServerLimits`], as its `Debug` shows them.
    fn fields() -> BTreeSet<String> {
        let shown = format!("{:#?}", ServerLimits::default());
        // One level of indentation is a field of the struct itself.
        let lines = shown.lines().filter_map(|line| line.strip_prefix("    "));
        lines
            .filter(|line| line.starts_with(char::is_alphabetic))
            .filter_map(|line| line.split_once(':').map(|(name, _)| name.to_owned()))
            .collect()
    }

    #[test]
    fn every_limit_has_a_flag_a_variable_and_a_key() {
        let command = Limits::augment_args(Command::new("test"));
        let told = toml::Table::try_from(Limits::of(&ServerLimits::default())).unwrap();
        let mut wanted = fields();
        assert!(wanted.remove("rate") && wanted.len() > 20, "{wanted:?}");
        wanted.extend(["requests_per_second".to_owned(), "requests_at_once".to_owned()]);
        for name in &wanted {
            let (flag, variable) = (name.replace('_', "-"), format!("BANMEN_{}", name.to_uppercase()));
            let argument = command.get_arguments().find(|argument| argument.get_long() == Some(&flag));
            let argument = argument.unwrap_or_else(|| panic!("there is no --{flag}"));
            assert_eq!(argument.get_env(), Some(variable.as_ref()), "--{flag}");
            assert!(told.contains_key(&flag), "the file has no {flag}");
        }
        assert_eq!(told.len(), wanted.len());
        assert_eq!(command.get_arguments().count(), wanted.len());
    }

    #[test]
    fn settings_say_exactly_what_is_in_force() {
        let mut limits = ServerLimits { body_bytes: 12345, thinkers: 7, ..ServerLimits::default() };
        for rate in [None, Some(Rate { every: Duration::from_millis(20), burst: NonZeroU32::new(3).unwrap() })] {
            limits.rate = rate;
            let text = toml::to_string(&Limits::of(&limits)).unwrap();
            let read: Limits = toml::from_str(&text).unwrap();
            assert_eq!(format!("{:?}", read.over(ServerLimits::default())), format!("{limits:?}"));
        }
    }

    #[test]
    fn what_is_set_first_counts() {
        let read = |text| toml::from_str::<Limits>(text).unwrap();
        let both = read("sockets = 1").or(read("sockets = 2\nabsence = \"5m\"")).over(ServerLimits::default());
        assert_eq!((both.sockets, both.absence), (1, Duration::from_mins(5)));
        assert_eq!(both.tables, ServerLimits::default().tables);
    }
}
