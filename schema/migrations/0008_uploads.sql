CREATE TABLE `upload_parts` (
	`tenant_id` text NOT NULL,
	`upload_id` text NOT NULL,
	`number` integer NOT NULL,
	`byte_count` integer NOT NULL,
	`sha256` text NOT NULL,
	`token` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `upload_id`, `number`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `uploads` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`state` text NOT NULL,
	`name` text NOT NULL,
	`adapter` text NOT NULL,
	`options` text NOT NULL,
	`byte_count` integer NOT NULL,
	`reserved_bytes` integer NOT NULL,
	`read_bytes` integer NOT NULL,
	`attempt` integer NOT NULL,
	`refusal` text,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`due_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	CONSTRAINT "uploads_state" CHECK("uploads"."state" IN ('receiving', 'reading', 'refused', 'removing'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `uploads_by_due` ON `uploads` (`due_at`);
--> statement-breakpoint
-- The declared bytes of an upload count as stored until it has ended, as those of chunks do (0005).
CREATE TRIGGER `uploads_stored` AFTER INSERT ON `uploads` BEGIN
	INSERT INTO `tenant_storage` (`tenant_id`, `stored_bytes`, `dataset_count`, `run_count`, `failed_run_count`)
	VALUES (NEW.`tenant_id`, NEW.`reserved_bytes`, 0, 0, 0)
	ON CONFLICT (`tenant_id`) DO UPDATE SET `stored_bytes` = `stored_bytes` + excluded.`stored_bytes`;
END;
--> statement-breakpoint
CREATE TRIGGER `uploads_changed` AFTER UPDATE OF `reserved_bytes` ON `uploads` WHEN NEW.`reserved_bytes` <> OLD.`reserved_bytes` BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` + NEW.`reserved_bytes` - OLD.`reserved_bytes` WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `uploads_removed` AFTER DELETE ON `uploads` BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` - OLD.`reserved_bytes` WHERE `tenant_id` = OLD.`tenant_id`;
END;
