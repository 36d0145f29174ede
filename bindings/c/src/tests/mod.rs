//! Tests of the interface through its exported functions.

mod header;
