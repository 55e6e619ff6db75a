//! The Banmen server: tables, live play, jobs, storage, the page.
