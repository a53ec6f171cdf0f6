CREATE TABLE `deliveries` (
	`tenant_id` text NOT NULL,
	`webhook_id` text NOT NULL,
	`id` text NOT NULL,
	`event` text NOT NULL,
	`payload` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`queue_at` integer NOT NULL,
	`tries` integer NOT NULL,
	`tried_at` integer,
	`status` integer,
	`answer` text,
	`fault` text,
	PRIMARY KEY(`tenant_id`, `webhook_id`, `id`),
	CONSTRAINT "deliveries_state" CHECK("deliveries"."state" IN ('pending', 'delivered', 'dead'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `deliveries_by_queue` ON `deliveries` (`queue_at`) WHERE "deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_by_age` ON `deliveries` (`created_at`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`reconciliation_id` text,
	`secrets` text NOT NULL,
	`tested_at` integer,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE TRIGGER `deliveries_stored` AFTER INSERT ON `deliveries` BEGIN
	INSERT INTO `tenant_storage` (`tenant_id`, `stored_bytes`, `dataset_count`, `run_count`, `failed_run_count`)
	VALUES (NEW.`tenant_id`, octet_length(NEW.`payload`) + coalesce(octet_length(NEW.`answer`), 0), 0, 0, 0)
	ON CONFLICT (`tenant_id`) DO UPDATE SET `stored_bytes` = `stored_bytes` + excluded.`stored_bytes`;
END;
--> statement-breakpoint
CREATE TRIGGER `deliveries_changed` AFTER UPDATE OF `payload`, `answer` ON `deliveries` BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` + octet_length(NEW.`payload`) + coalesce(octet_length(NEW.`answer`), 0) - (octet_length(OLD.`payload`) + coalesce(octet_length(OLD.`answer`), 0)) WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `deliveries_removed` AFTER DELETE ON `deliveries` BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` - (octet_length(OLD.`payload`) + coalesce(octet_length(OLD.`answer`), 0)) WHERE `tenant_id` = OLD.`tenant_id`;
END;