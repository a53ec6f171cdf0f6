CREATE TABLE `aged_items` (
	`tenant_id` text NOT NULL,
	`reconciliation_id` text NOT NULL,
	`item` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `reconciliation_id`, `item`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `aged_looks` (
	`tenant_id` text NOT NULL,
	`reconciliation_id` text NOT NULL,
	`days` integer NOT NULL,
	`look_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `reconciliation_id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `aged_looks_by_look` ON `aged_looks` (`look_at`);
--> statement-breakpoint
CREATE TRIGGER `reconciliation_settings_aged` AFTER INSERT ON `reconciliation_settings` BEGIN
	DELETE FROM `aged_looks` WHERE `tenant_id` = NEW.`tenant_id` AND `reconciliation_id` = NEW.`reconciliation_id`
		AND CASE WHEN json_valid(NEW.`settings`) THEN NEW.`settings` ->> '$.agedDays' END IS NOT `days`;
	INSERT INTO `aged_looks` (`tenant_id`, `reconciliation_id`, `days`, `look_at`)
	SELECT NEW.`tenant_id`, NEW.`reconciliation_id`, NEW.`settings` ->> '$.agedDays', NEW.`created_at`
	WHERE CASE WHEN json_valid(NEW.`settings`) THEN json_type(NEW.`settings`, '$.agedDays') END = 'integer'
	ON CONFLICT (`tenant_id`, `reconciliation_id`) DO NOTHING;
END;
