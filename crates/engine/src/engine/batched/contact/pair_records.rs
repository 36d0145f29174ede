//! Contact records of the threads of the stage, merged in the order in which the reference stage resolves the pairs.
//!
//! Algorithm: each thread appends the records of its pairs; a table with one row per pair in that order names their place.
//! Cost: one copy of each record. Why not a sort: it would cost more than the contact.

use crate::engine::data::contact_record::ContactLog;

/// Records of one thread, pair by pair.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct PairRecords {
    pub log: ContactLog,
    /// Index of each pair with records in the order of the reference stage, and the end of its records.
    ends: Vec<[u32; 2]>,
}

impl PairRecords {
    /// Starts a substep whose records belong to `log`.
    fn begin(&mut self, log: &ContactLog) {
        self.log.begin_as(log);
        self.ends.clear();
    }

    /// Ends a pair.
    #[inline(always)]
    pub fn end_pair(&mut self, order: u32) {
        if self.log.is_recording() {
            self.ends.push([order, self.log.records().len() as u32]);
        }
    }
}

/// Records of all threads, and the table of pairs; kept for their capacity.
#[derive(Clone, Debug, Default)]
pub(super) struct ThreadRecords {
    threads: Vec<PairRecords>,
    /// Per pair its thread, and the range of its records.
    spans: Vec<[u32; 3]>,
}

impl ThreadRecords {
    /// Starts a substep on `count` threads; returns the records of each.
    pub fn begin(&mut self, count: usize, log: &ContactLog) -> &mut [PairRecords] {
        self.threads.resize_with(count, PairRecords::default);
        self.threads.iter_mut().for_each(|records| records.begin(log));
        &mut self.threads
    }

    /// Adds the records of all pairs to the log.
    pub fn merge(&mut self, pairs: usize, log: &mut ContactLog) {
        if !log.is_recording() {
            return;
        }
        self.spans.clear();
        self.spans.resize(pairs, [0; 3]);
        for (thread, records) in self.threads.iter().enumerate() {
            let mut start = 0;
            for &[order, end] in &records.ends {
                self.spans[order as usize] = [thread as u32, start, end];
                start = end;
            }
        }
        for &[thread, start, end] in &self.spans {
            log.extend(&self.threads[thread as usize].log.records()[start as usize..end as usize]);
        }
    }
}
