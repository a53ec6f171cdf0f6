CREATE TABLE `tenant_storage` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`stored_bytes` integer NOT NULL,
	`dataset_count` integer NOT NULL,
	`run_count` integer NOT NULL,
	`failed_run_count` integer NOT NULL,
	`counted_at` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `tenant_storage_by_count` ON `tenant_storage` (`counted_at`);--> statement-breakpoint
CREATE INDEX `tenant_storage_below_zero` ON `tenant_storage` (`tenant_id`) WHERE min("tenant_storage"."stored_bytes", "tenant_storage"."dataset_count", "tenant_storage"."run_count", "tenant_storage"."failed_run_count") < 0;--> statement-breakpoint
ALTER TABLE `datasets` ADD `created_by` text;--> statement-breakpoint
ALTER TABLE `tenants` ADD `suspended_at` integer;--> statement-breakpoint
ALTER TABLE `tenants` ADD `deleted_at` integer;--> statement-breakpoint
ALTER TABLE `tenants` ADD `sweep_at` integer;--> statement-breakpoint
CREATE INDEX `tenants_by_sweep` ON `tenants` (`sweep_at`) WHERE "tenants"."sweep_at" IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `dataset_chunks_stored` AFTER INSERT ON `dataset_chunks` BEGIN
	INSERT INTO `tenant_storage` (`tenant_id`, `stored_bytes`, `dataset_count`, `run_count`, `failed_run_count`)
	VALUES (NEW.`tenant_id`, octet_length(NEW.`text`), 0, 0, 0)
	ON CONFLICT (`tenant_id`) DO UPDATE SET `stored_bytes` = `stored_bytes` + excluded.`stored_bytes`;
END;
--> statement-breakpoint
CREATE TRIGGER `dataset_chunks_changed` AFTER UPDATE OF `text` ON `dataset_chunks` WHEN octet_length(NEW.`text`) <> octet_length(OLD.`text`) BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` + octet_length(NEW.`text`) - octet_length(OLD.`text`) WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `dataset_chunks_removed` AFTER DELETE ON `dataset_chunks` BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` - octet_length(OLD.`text`) WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `result_chunks_stored` AFTER INSERT ON `result_chunks` BEGIN
	INSERT INTO `tenant_storage` (`tenant_id`, `stored_bytes`, `dataset_count`, `run_count`, `failed_run_count`)
	VALUES (NEW.`tenant_id`, octet_length(NEW.`text`), 0, 0, 0)
	ON CONFLICT (`tenant_id`) DO UPDATE SET `stored_bytes` = `stored_bytes` + excluded.`stored_bytes`;
END;
--> statement-breakpoint
CREATE TRIGGER `result_chunks_changed` AFTER UPDATE OF `text` ON `result_chunks` WHEN octet_length(NEW.`text`) <> octet_length(OLD.`text`) BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` + octet_length(NEW.`text`) - octet_length(OLD.`text`) WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `result_chunks_removed` AFTER DELETE ON `result_chunks` BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` - octet_length(OLD.`text`) WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `policy_parts_stored` AFTER INSERT ON `policy_parts` BEGIN
	INSERT INTO `tenant_storage` (`tenant_id`, `stored_bytes`, `dataset_count`, `run_count`, `failed_run_count`)
	VALUES (NEW.`tenant_id`, octet_length(NEW.`text`), 0, 0, 0)
	ON CONFLICT (`tenant_id`) DO UPDATE SET `stored_bytes` = `stored_bytes` + excluded.`stored_bytes`;
END;
--> statement-breakpoint
CREATE TRIGGER `policy_parts_changed` AFTER UPDATE OF `text` ON `policy_parts` WHEN octet_length(NEW.`text`) <> octet_length(OLD.`text`) BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` + octet_length(NEW.`text`) - octet_length(OLD.`text`) WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `policy_parts_removed` AFTER DELETE ON `policy_parts` BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` - octet_length(OLD.`text`) WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `runs_stored` AFTER INSERT ON `runs` BEGIN
	INSERT INTO `tenant_storage` (`tenant_id`, `stored_bytes`, `dataset_count`, `run_count`, `failed_run_count`)
	VALUES (NEW.`tenant_id`, octet_length(NEW.`rules`), 0, 1, (NEW.`status` = 'failed'))
	ON CONFLICT (`tenant_id`) DO UPDATE SET `stored_bytes` = `stored_bytes` + excluded.`stored_bytes`, `run_count` = `run_count` + excluded.`run_count`, `failed_run_count` = `failed_run_count` + excluded.`failed_run_count`;
END;
--> statement-breakpoint
CREATE TRIGGER `runs_changed` AFTER UPDATE OF `rules`, `status` ON `runs` WHEN octet_length(NEW.`rules`) <> octet_length(OLD.`rules`) OR (NEW.`status` = 'failed') <> (OLD.`status` = 'failed') BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` + octet_length(NEW.`rules`) - octet_length(OLD.`rules`), `failed_run_count` = `failed_run_count` + (NEW.`status` = 'failed') - (OLD.`status` = 'failed') WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `runs_removed` AFTER DELETE ON `runs` BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` - octet_length(OLD.`rules`), `run_count` = `run_count` - 1, `failed_run_count` = `failed_run_count` - (OLD.`status` = 'failed') WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `datasets_stored` AFTER INSERT ON `datasets` WHEN NEW.`state` = 'sealed' BEGIN
	INSERT INTO `tenant_storage` (`tenant_id`, `stored_bytes`, `dataset_count`, `run_count`, `failed_run_count`)
	VALUES (NEW.`tenant_id`, 0, 1, 0, 0)
	ON CONFLICT (`tenant_id`) DO UPDATE SET `dataset_count` = `dataset_count` + excluded.`dataset_count`;
END;
--> statement-breakpoint
CREATE TRIGGER `datasets_changed` AFTER UPDATE OF `state` ON `datasets` WHEN NEW.`state` <> OLD.`state` BEGIN
	UPDATE `tenant_storage` SET `dataset_count` = `dataset_count` + (NEW.`state` = 'sealed') - (OLD.`state` = 'sealed') WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `datasets_removed` AFTER DELETE ON `datasets` WHEN OLD.`state` = 'sealed' BEGIN
	UPDATE `tenant_storage` SET `dataset_count` = `dataset_count` - 1 WHERE `tenant_id` = OLD.`tenant_id`;
END;
