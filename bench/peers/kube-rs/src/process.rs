// SPDX-License-Identifier: Apache-2.0
//! What this process has cost.
use std::time::Duration;

/// User and system time.
pub fn cpu_time() -> Duration {
    let mut all: libc::rusage = unsafe { std::mem::zeroed() };
    unsafe { libc::getrusage(libc::RUSAGE_SELF, &mut all) };
    let of = |t: libc::timeval| Duration::new(t.tv_sec as u64, t.tv_usec as u32 * 1000);
    of(all.ru_utime) + of(all.ru_stime)
}

/// A row of /proc/self/status in bytes: "VmRSS", "VmHWM".
pub fn memory_row(name: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("/proc/self/status");
    let row = status.lines().find(|row| row.starts_with(name)).expect("a row of that name");
    let kilobytes: f64 = row.split_whitespace().nth(1).expect("a value").parse().expect("a number");
    1024.0 * kilobytes
}
