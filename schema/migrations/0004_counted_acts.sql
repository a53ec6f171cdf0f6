CREATE TRIGGER `decisions_stored` AFTER INSERT ON `decisions` BEGIN
	INSERT INTO `tenant_storage` (`tenant_id`, `stored_bytes`, `dataset_count`, `run_count`, `failed_run_count`)
	VALUES (NEW.`tenant_id`, octet_length(NEW.`line`) + coalesce(octet_length(NEW.`note`), 0), 0, 0, 0)
	ON CONFLICT (`tenant_id`) DO UPDATE SET `stored_bytes` = `stored_bytes` + excluded.`stored_bytes`;
END;
--> statement-breakpoint
CREATE TRIGGER `decisions_changed` AFTER UPDATE OF `line`, `note` ON `decisions` BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` + octet_length(NEW.`line`) + coalesce(octet_length(NEW.`note`), 0) - (octet_length(OLD.`line`) + coalesce(octet_length(OLD.`note`), 0)) WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `decisions_removed` AFTER DELETE ON `decisions` BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` - (octet_length(OLD.`line`) + coalesce(octet_length(OLD.`note`), 0)) WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `signoffs_stored` AFTER INSERT ON `signoffs` BEGIN
	INSERT INTO `tenant_storage` (`tenant_id`, `stored_bytes`, `dataset_count`, `run_count`, `failed_run_count`)
	VALUES (NEW.`tenant_id`, octet_length(NEW.`line`) + octet_length(NEW.`balances`) + coalesce(octet_length(NEW.`reason`), 0), 0, 0, 0)
	ON CONFLICT (`tenant_id`) DO UPDATE SET `stored_bytes` = `stored_bytes` + excluded.`stored_bytes`;
END;
--> statement-breakpoint
CREATE TRIGGER `signoffs_changed` AFTER UPDATE OF `line`, `balances`, `reason` ON `signoffs` BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` + octet_length(NEW.`line`) + octet_length(NEW.`balances`) + coalesce(octet_length(NEW.`reason`), 0) - (octet_length(OLD.`line`) + octet_length(OLD.`balances`) + coalesce(octet_length(OLD.`reason`), 0)) WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `signoffs_removed` AFTER DELETE ON `signoffs` BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` - (octet_length(OLD.`line`) + octet_length(OLD.`balances`) + coalesce(octet_length(OLD.`reason`), 0)) WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `staged_acts_stored` AFTER INSERT ON `staged_acts` BEGIN
	INSERT INTO `tenant_storage` (`tenant_id`, `stored_bytes`, `dataset_count`, `run_count`, `failed_run_count`)
	VALUES (NEW.`tenant_id`, octet_length(NEW.`payload`), 0, 0, 0)
	ON CONFLICT (`tenant_id`) DO UPDATE SET `stored_bytes` = `stored_bytes` + excluded.`stored_bytes`;
END;
--> statement-breakpoint
CREATE TRIGGER `staged_acts_changed` AFTER UPDATE OF `payload` ON `staged_acts` BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` + octet_length(NEW.`payload`) - (octet_length(OLD.`payload`)) WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `staged_acts_removed` AFTER DELETE ON `staged_acts` BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` - (octet_length(OLD.`payload`)) WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes`
	+ coalesce((SELECT sum(octet_length(`line`) + coalesce(octet_length(`note`), 0)) FROM `decisions` c WHERE c.`tenant_id` = `tenant_storage`.`tenant_id`), 0)
	+ coalesce((SELECT sum(octet_length(`line`) + octet_length(`balances`) + coalesce(octet_length(`reason`), 0)) FROM `signoffs` c WHERE c.`tenant_id` = `tenant_storage`.`tenant_id`), 0)
	+ coalesce((SELECT sum(octet_length(`payload`)) FROM `staged_acts` c WHERE c.`tenant_id` = `tenant_storage`.`tenant_id`), 0);
