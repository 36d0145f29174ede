//! Merge sort, bottom up (Knuth, *The Art of Computer Programming*, vol. 3, 5.2.4), with runs by insertion sort.

/// Length of the runs.
const RUN: usize = 12;

/// Sorts; stable. `before` must be a strict weak order.
pub(super) fn sort<T: Copy>(list: &mut [T], before: &mut impl FnMut(&T, &T) -> bool) {
    list.chunks_mut(RUN).for_each(|run| insert(run, before));
    if list.len() <= RUN {
        return;
    }
    let mut merged = Vec::with_capacity(list.len());
    let mut width = RUN;
    while width < list.len() {
        for pair in list.chunks_mut(2 * width) {
            // Lists are often almost sorted.
            if pair.len() > width && before(&pair[width], &pair[width - 1]) {
                merge(pair, width, &mut merged, before);
            }
        }
        width *= 2;
    }
}

fn insert<T: Copy>(run: &mut [T], before: &mut impl FnMut(&T, &T) -> bool) {
    for end in 1..run.len() {
        let (value, mut at) = (run[end], end);
        while at > 0 && before(&value, &run[at - 1]) {
            run[at] = run[at - 1];
            at -= 1;
        }
        run[at] = value;
    }
}

/// Merges two sorted halves; `merged` is memory.
fn merge<T: Copy>(pair: &mut [T], middle: usize, merged: &mut Vec<T>, before: &mut impl FnMut(&T, &T) -> bool) {
    merged.clear();
    let (left, right) = pair.split_at(middle);
    let (mut i, mut j) = (0, 0);
    while i < left.len() && j < right.len() {
        if before(&right[j], &left[i]) {
            merged.push(right[j]);
            j += 1;
        } else {
            merged.push(left[i]);
            i += 1;
        }
    }
    // What is left of the right half is in its place already.
    merged.extend_from_slice(&left[i..]);
    pair[..merged.len()].copy_from_slice(merged);
}

#[cfg(test)]
mod tests {
    use super::sort;

    #[test]
    fn merge_sort_equals_the_stable_sort_of_the_standard_library() {
        let mut seed = 1_u64;
        for length in (0..200).chain([1000, 4097]) {
            for keys in [1, 3, 50, 1_000_000] {
                let pair = |place: usize| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    ((seed >> 33) % keys, place)
                };
                let list: Vec<(u64, usize)> = (0..length).map(pair).collect();
                let (mut own, mut expected) = (list.clone(), list);
                sort(&mut own, &mut |a, b| a.0 < b.0);
                expected.sort_by_key(|&(key, _)| key);
                assert_eq!(own, expected);
                own.reverse();
                sort(&mut own, &mut |a, b| a < b);
                expected.sort_unstable();
                assert_eq!(own, expected);
            }
        }
    }
}
