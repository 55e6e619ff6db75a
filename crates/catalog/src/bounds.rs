use banmen_core::{ReplayError, RuleField, RuleKind, RulesError};
use serde_json::Value;

/// Checks what a game's schema says of its rules, before the game looks at them: lengths always, whatever other choices make of the
/// field, and the range of numbers and names where the field always means something. Fields that are missing have their
/// default values; of what is no object or has another type the game itself says what is wrong.
pub(crate) fn check(fields: &[RuleField], rules: &Value) -> Result<(), ReplayError> {
    let Some(rules) = rules.as_object() else { return Ok(()) };
    for field in fields {
        if let Some(value) = rules.get(field.key) {
            check_field(field, value).map_err(|why| ReplayError::Rules(RulesError::new(field.key, why).to_string()))?;
        }
    }
    Ok(())
}

fn check_field(field: &RuleField, value: &Value) -> Result<(), String> {
    let within = |number: &Value, min: i64, max: i64| match number.as_i64() {
        Some(found) if (min..=max).contains(&found) => Ok(()),
        Some(found) => Err(format!("{found} was given, {min} to {max} was expected")),
        None if number.is_number() => Err(format!("a whole number from {min} to {max} was expected")),
        None => Ok(()),
    };
    match &field.kind {
        RuleKind::Number { min, max, .. } if field.when.is_none() => within(value, *min, *max),
        RuleKind::Number { .. } | RuleKind::Choice { .. } | RuleKind::Flag => Ok(()),
        RuleKind::Numbers { min, max, longest } => {
            let Some(numbers) = value.as_array() else { return Ok(()) };
            if numbers.len() > *longest {
                return Err(format!("a list of {} numbers was given, at most {longest} were expected", numbers.len()));
            }
            numbers.iter().try_for_each(|number| within(number, *min, *max))
        }
        RuleKind::Text { longest } => match value.as_str().map(|text| text.chars().count()) {
            Some(length) if length > *longest => {
                Err(format!("a text of {length} characters was given, at most {longest} were expected"))
            }
            _ => Ok(()),
        },
    }
}
