//! The disposition of SIGHUP: `nohup` starts a program with the signal ignored, and a handler would undo that.

/// True if this process ignores SIGHUP, by the kernel's mask of ignored signals. None on systems that do not publish one.
pub fn is_hangup_ignored() -> Option<bool> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    has_signal(&status, signal_hook::consts::SIGHUP)
}

/// Tests the bit of a signal in the `SigIgn` mask of a process status. None if there is no mask.
fn has_signal(status: &str, signal: i32) -> Option<bool> {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    let mask = u64::from_str_radix(mask.trim(), 16).ok()?;
    Some(mask >> (signal - 1) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::has_signal;

    #[test]
    fn has_signal_reads_the_mask_of_ignored_signals() {
        let status = |mask: &str| format!("SigBlk:\t0000000000000001\nSigIgn:\t{mask}\nSigCgt:\t0000000000000001\n");
        assert_eq!(has_signal(&status("0000000000000001"), 1), Some(true));
        assert_eq!(has_signal(&status("0000000000001000"), 1), Some(false));
        assert_eq!(has_signal(&status("0000000000001002"), 2), Some(true));
        assert_eq!(has_signal(&status("none"), 1), None);
        assert_eq!(has_signal("", 1), None);
    }
}
