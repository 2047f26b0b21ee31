//! Training of neural networks for the evaluation.

pub mod adam;
pub mod checkpoint;
pub mod curve;
pub mod measure;
pub mod pass;
pub mod shape;
pub mod trainer;
