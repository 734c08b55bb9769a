//! The data of a target agree with what PTX says of it.

use tilewright_ptx::{Target, Version};

#[test]
fn every_target_is_one_of_ptx_and_its_version_is_late_enough() {
    let (mut count, mut seconded) = (0, 0);
    for target in tilewright_machine::targets() {
        let name = &target.name;
        let known = Target::parse(name).unwrap_or_else(|| panic!("PTX has no target {name}"));
        let (major, minor) = target.ptx_version.value.split_once('.').unwrap();
        let version = Version::new(major.parse().unwrap(), minor.parse().unwrap());
        // The second opinion, where there is one: that list need not know every target.
        let least = known.min_version();
        seconded += usize::from(least.is_some());
        assert!(
            least.is_none_or(|least| least <= version),
            "{name}: {version} against {least:?}"
        );
        assert_eq!(u32::from(known.sm), target.compute_capability, "{name}");
        count += 1;
    }
    assert!(count >= 8 && seconded >= 8, "{count}, {seconded}");
}
