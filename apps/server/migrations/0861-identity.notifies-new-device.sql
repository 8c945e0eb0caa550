-- Named as everything else that sends a notification.
alter table accounts rename column tells_new_device to notifies_new_device;
