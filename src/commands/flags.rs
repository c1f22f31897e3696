//! Errors of a set-up, by the flags that made it.

use anyhow::anyhow;

use crate::{games::FieldFaults, service::FieldError, statistics::SimulationFault};

/// All errors, one per line, each with the flag that has it.
pub fn refused(errors: &[FieldError]) -> anyhow::Error {
    listed(errors.iter().map(|error| of_flag(&error.pointer, &error.detail)))
}

/// Why a simulation is refused.
pub fn simulation_refused(faults: &[SimulationFault]) -> anyhow::Error {
    listed(faults.iter().flat_map(|fault| match fault {
        SimulationFault::Games(_) => vec![of_flag("/games", &fault.to_string())],
        SimulationFault::Options(FieldFaults(faults)) => {
            faults.iter().map(|fault| of_flag(&format!("/options{}", fault.pointer), &fault.detail)).collect()
        }
        SimulationFault::Setup(_) => vec![fault.to_string()],
    }))
}

fn listed(lines: impl Iterator<Item = String>) -> anyhow::Error {
    anyhow!("{}", lines.collect::<Vec<_>>().join("\n"))
}

/// An error with the flag that has it.
pub fn of_flag(pointer: &str, detail: &str) -> String {
    match pointer.strip_prefix("/options") {
        Some("") => format!("--options: {detail}"),
        Some(option) => format!("--options: {option}: {detail}"),
        None => format!("--{}: {detail}", pointer.trim_start_matches('/')),
    }
}
