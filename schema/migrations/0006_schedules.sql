CREATE TABLE `schedules` (
	`tenant_id` text NOT NULL,
	`reconciliation_id` text NOT NULL,
	`occasion` text NOT NULL,
	`time` text,
	`zone` text,
	`tick` integer NOT NULL,
	`look_at` integer,
	`noted_at` integer NOT NULL,
	`waiting_for` text NOT NULL,
	`last_at` integer,
	`last_run_id` text,
	`problem` text,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `reconciliation_id`),
	CONSTRAINT "schedules_occasion" CHECK("schedules"."occasion" IN ('both_sides', 'time'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `schedules_by_look` ON `schedules` (`look_at`) WHERE "schedules"."look_at" IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `period_datasets_scheduled` AFTER INSERT ON `period_datasets` BEGIN
	UPDATE `schedules` SET `tick` = max(`tick` + 1, NEW.`added_at`), `look_at` = NEW.`added_at`
	WHERE `tenant_id` = NEW.`tenant_id` AND `occasion` = 'both_sides' AND `reconciliation_id` = (
		SELECT `reconciliation_id` FROM `periods` WHERE `tenant_id` = NEW.`tenant_id` AND `id` = NEW.`period_id`
	);
END;
--> statement-breakpoint
CREATE TRIGGER `periods_scheduled` AFTER UPDATE OF `state` ON `periods` WHEN NEW.`state` = 'open' AND OLD.`state` <> 'open' BEGIN
	UPDATE `schedules` SET `look_at` = `tick`
	WHERE `tenant_id` = NEW.`tenant_id` AND `reconciliation_id` = NEW.`reconciliation_id` AND `occasion` = 'both_sides' AND `look_at` IS NULL;
END;
