//! Scheduler models: slots, footprints, pools and caps as documents describe them. Model weights, not hardware figures;
//! what has been measured lives with the targets.

/// A scheduler model: its name and the text of its data file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchedulerModel {
    /// The name, as in the file.
    pub name: &'static str,
    /// The data file, JSON.
    pub text: &'static str,
}

/// All scheduler models.
pub const SCHEDULER_MODELS: [SchedulerModel; 1] = [SchedulerModel {
    name: "documented-blackwell",
    text: DOCUMENTED_BLACKWELL,
}];

/// The text of that file.
pub(crate) const DOCUMENTED_BLACKWELL: &str = include_str!("../data/documented-blackwell.json");

/// The model of that name.
pub fn scheduler_model(name: &str) -> Option<SchedulerModel> {
    SCHEDULER_MODELS.into_iter().find(|m| m.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_file_holds_what_the_document_lists() {
        let model = scheduler_model("documented-blackwell").expect("the model exists");
        let data: serde_json::Value = serde_json::from_str(model.text).expect("the file is JSON");
        assert_eq!(data["name"], model.name);
        let slots = data["slots"].as_array().expect("slots");
        assert_eq!(slots.len(), 24);
        for (i, slot) in slots.iter().enumerate() {
            assert_eq!(
                (slot["slot"].as_u64(), slot["bit"].as_u64()),
                (Some(i as u64 + 1), Some(i as u64))
            );
        }
        assert_eq!(slots.iter().filter(|s| s["kind"] == "coarse").count(), 8);
        assert_eq!(slots.iter().filter(|s| s["kind"] == "fine").count(), 15);
        assert_eq!(data["latencies"].as_array().map(Vec::len), Some(23));
        let caps: Vec<_> = data["pools"]
            .as_array()
            .expect("pools")
            .iter()
            .map(|p| p["capacity"].as_u64())
            .collect();
        assert_eq!(caps, [37, 4, 7, 37, 5, 1, 3, 6, 2].map(Some));
    }

    #[test]
    fn an_unknown_model_is_none() {
        assert_eq!(scheduler_model("measured-blackwell"), None);
    }
}
