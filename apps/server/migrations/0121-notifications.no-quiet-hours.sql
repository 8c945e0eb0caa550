-- From a time until the same time meant no quiet hours; from now on it means the whole day.
update notification_settings set quiet_from = null, quiet_to = null where quiet_from = quiet_to;
