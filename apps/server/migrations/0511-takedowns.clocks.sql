-- The times of the desk and of reports are operator settings now; no release read these columns.
alter table takedown_classes
  drop constraint takedown_classes_target,
  drop column target_hours,
  drop column target_business_days;
