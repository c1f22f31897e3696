//! The setup of `docs/operation/high-availability.md` under load, started by `scripts/high-availability`.

mod ledger;
mod load;
#[path = "../it/processes/program.rs"]
mod program;

use std::{env, process::Command, time::Duration};

use ledger::{BUSY, Ledger, What};
use load::{Caller, Load};
use program::printed;

/// Maximum outage of writes. Patroni detects a lost host after its `ttl` of 20 seconds.
const OUT: Duration = Duration::from_secs(40);

/// Triggers an event in the cluster.
fn event(name: &str) {
    printed(Command::new("scripts/high-availability").arg(name).current_dir(env!("CARGO_MANIFEST_DIR")));
}

#[test]
fn nothing_is_lost_or_duplicated_through_switchover_loss_and_replacement() {
    let address = env::var("ARCANA_HIGH_AVAILABILITY_ADDRESS").expect("run by scripts/high-availability");
    let key = env::var("ARCANA_HIGH_AVAILABILITY_KEY").expect("run by scripts/high-availability");
    let caller = Caller::new(&address, &key);
    let mut whole = Ledger::default();
    for name in ["replace_services", "switchover", "kill_server", "lose_host"] {
        let load = Load::start_at(&caller, whole.next());
        load.after(What::Write, 100);
        event(name);
        load.after(What::Write, 200);
        let ledger = load.stop();
        if name == "lose_host" {
            event("host_returns");
        }
        event("until_whole");
        let (writes, lists) = ledger.report(name);
        assert!(writes.outage < OUT + BUSY && lists.outage < OUT + BUSY, "{name}: {writes:?} {lists:?}");
        if name == "replace_services" {
            assert!(writes.refused.is_empty() && lists.refused.is_empty(), "{writes:?} {lists:?}");
        }
        whole.add(ledger);
    }
    whole.hold(&caller);
}
