//! Training of neural networks for the evaluation.

pub mod adam;
pub mod bullet;
pub mod checkpoint;
pub mod network_pass;
pub mod network_shape;
pub mod trainer;
