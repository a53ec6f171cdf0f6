ALTER TABLE `datasets` ADD `statements` text;
--> statement-breakpoint
DROP TRIGGER `datasets_stored`;
--> statement-breakpoint
CREATE TRIGGER `datasets_stored` AFTER INSERT ON `datasets` WHEN NEW.`state` = 'sealed' BEGIN
	INSERT INTO `tenant_storage` (`tenant_id`, `stored_bytes`, `dataset_count`, `run_count`, `failed_run_count`)
	VALUES (NEW.`tenant_id`, coalesce(octet_length(NEW.`statements`), 0), 1, 0, 0)
	ON CONFLICT (`tenant_id`) DO UPDATE SET `stored_bytes` = `stored_bytes` + excluded.`stored_bytes`, `dataset_count` = `dataset_count` + excluded.`dataset_count`;
END;
--> statement-breakpoint
DROP TRIGGER `datasets_changed`;
--> statement-breakpoint
CREATE TRIGGER `datasets_changed` AFTER UPDATE OF `state`, `statements` ON `datasets` WHEN NEW.`state` <> OLD.`state` OR NEW.`statements` IS NOT OLD.`statements` BEGIN
	UPDATE `tenant_storage` SET
		`stored_bytes` = `stored_bytes` + (NEW.`state` = 'sealed') * coalesce(octet_length(NEW.`statements`), 0) - (OLD.`state` = 'sealed') * coalesce(octet_length(OLD.`statements`), 0),
		`dataset_count` = `dataset_count` + (NEW.`state` = 'sealed') - (OLD.`state` = 'sealed')
	WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
DROP TRIGGER `datasets_removed`;
--> statement-breakpoint
CREATE TRIGGER `datasets_removed` AFTER DELETE ON `datasets` WHEN OLD.`state` = 'sealed' BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` - coalesce(octet_length(OLD.`statements`), 0), `dataset_count` = `dataset_count` - 1 WHERE `tenant_id` = OLD.`tenant_id`;
END;
