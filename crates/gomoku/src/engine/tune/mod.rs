//! Tuning the weights from games that the engine plays against itself.
//!
//! Two steps, both reproducible from a seed: [`games::generate`] plays games and writes down what each search said;
//! [`fit::fit`] moves the weights towards those words and the results.

pub mod fit;
pub mod games;
