CREATE TABLE `line_folders` (
	`tenant_id` text NOT NULL,
	`folder` text NOT NULL,
	`owner` text NOT NULL,
	`state` text NOT NULL,
	`expires_at` integer,
	PRIMARY KEY(`tenant_id`, `folder`),
	CONSTRAINT "line_folders_state" CHECK("line_folders"."state" IN ('writing', 'kept', 'removing')),
	CONSTRAINT "line_folders_folder" CHECK(instr("line_folders"."folder", 'datasets/' || "line_folders"."tenant_id" || '/' || "line_folders"."owner" || '/') = 1 OR instr("line_folders"."folder", 'runs/' || "line_folders"."tenant_id" || '/' || "line_folders"."owner" || '/') = 1)
) STRICT;
--> statement-breakpoint
CREATE INDEX `line_folders_by_owner` ON `line_folders` (`tenant_id`,`owner`);--> statement-breakpoint
CREATE INDEX `line_folders_by_state` ON `line_folders` (`state`,`expires_at`);--> statement-breakpoint
CREATE TABLE `line_uploads` (
	`tenant_id` text NOT NULL,
	`folder` text NOT NULL,
	`object` text NOT NULL,
	`upload_id` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `folder`, `upload_id`),
	CONSTRAINT "line_uploads_object" CHECK(instr("line_uploads"."object", "line_uploads"."folder") = 1 AND (instr("line_uploads"."folder", 'datasets/' || "line_uploads"."tenant_id" || '/') = 1 OR instr("line_uploads"."folder", 'runs/' || "line_uploads"."tenant_id" || '/') = 1))
) STRICT;
--> statement-breakpoint
CREATE TABLE `id_segments` (
	`tenant_id` text NOT NULL,
	`dataset_id` text NOT NULL,
	`segment` integer NOT NULL,
	`count` integer NOT NULL,
	`hashes` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `dataset_id`, `segment`)
) STRICT;
--> statement-breakpoint
ALTER TABLE `dataset_chunks` ADD `object` text CONSTRAINT "dataset_chunks_object" CHECK(`object` IS NULL OR instr(`object`, 'datasets/' || `tenant_id` || '/' || `dataset_id` || '/') = 1);--> statement-breakpoint
ALTER TABLE `dataset_chunks` ADD `object_offset` integer;--> statement-breakpoint
ALTER TABLE `dataset_chunks` ADD `object_length` integer;--> statement-breakpoint
ALTER TABLE `result_chunks` ADD `object` text CONSTRAINT "result_chunks_object" CHECK(`object` IS NULL OR instr(`object`, 'runs/' || `tenant_id` || '/' || `run_id` || '/') = 1);--> statement-breakpoint
ALTER TABLE `result_chunks` ADD `object_offset` integer;--> statement-breakpoint
ALTER TABLE `result_chunks` ADD `object_length` integer;
--> statement-breakpoint
DROP TRIGGER `dataset_chunks_stored`;
--> statement-breakpoint
CREATE TRIGGER `dataset_chunks_stored` AFTER INSERT ON `dataset_chunks` BEGIN
	INSERT INTO `tenant_storage` (`tenant_id`, `stored_bytes`, `dataset_count`, `run_count`, `failed_run_count`)
	VALUES (NEW.`tenant_id`, octet_length(NEW.`text`) + coalesce(NEW.`object_length`, 0), 0, 0, 0)
	ON CONFLICT (`tenant_id`) DO UPDATE SET `stored_bytes` = `stored_bytes` + excluded.`stored_bytes`;
END;
--> statement-breakpoint
DROP TRIGGER `dataset_chunks_changed`;
--> statement-breakpoint
CREATE TRIGGER `dataset_chunks_changed` AFTER UPDATE OF `text`, `object_length` ON `dataset_chunks` WHEN (octet_length(NEW.`text`) + coalesce(NEW.`object_length`, 0)) <> (octet_length(OLD.`text`) + coalesce(OLD.`object_length`, 0)) BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` + (octet_length(NEW.`text`) + coalesce(NEW.`object_length`, 0)) - (octet_length(OLD.`text`) + coalesce(OLD.`object_length`, 0)) WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
DROP TRIGGER `dataset_chunks_removed`;
--> statement-breakpoint
CREATE TRIGGER `dataset_chunks_removed` AFTER DELETE ON `dataset_chunks` BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` - (octet_length(OLD.`text`) + coalesce(OLD.`object_length`, 0)) WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
DROP TRIGGER `result_chunks_stored`;
--> statement-breakpoint
CREATE TRIGGER `result_chunks_stored` AFTER INSERT ON `result_chunks` BEGIN
	INSERT INTO `tenant_storage` (`tenant_id`, `stored_bytes`, `dataset_count`, `run_count`, `failed_run_count`)
	VALUES (NEW.`tenant_id`, octet_length(NEW.`text`) + coalesce(NEW.`object_length`, 0), 0, 0, 0)
	ON CONFLICT (`tenant_id`) DO UPDATE SET `stored_bytes` = `stored_bytes` + excluded.`stored_bytes`;
END;
--> statement-breakpoint
DROP TRIGGER `result_chunks_changed`;
--> statement-breakpoint
CREATE TRIGGER `result_chunks_changed` AFTER UPDATE OF `text`, `object_length` ON `result_chunks` WHEN (octet_length(NEW.`text`) + coalesce(NEW.`object_length`, 0)) <> (octet_length(OLD.`text`) + coalesce(OLD.`object_length`, 0)) BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` + (octet_length(NEW.`text`) + coalesce(NEW.`object_length`, 0)) - (octet_length(OLD.`text`) + coalesce(OLD.`object_length`, 0)) WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
DROP TRIGGER `result_chunks_removed`;
--> statement-breakpoint
CREATE TRIGGER `result_chunks_removed` AFTER DELETE ON `result_chunks` BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` - (octet_length(OLD.`text`) + coalesce(OLD.`object_length`, 0)) WHERE `tenant_id` = OLD.`tenant_id`;
END;
