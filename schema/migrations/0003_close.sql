CREATE TABLE `close_lines` (
	`tenant_id` text NOT NULL,
	`owner` text NOT NULL,
	`seq` integer NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `owner`, `seq`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `decisions` (
	`tenant_id` text NOT NULL,
	`period_id` text NOT NULL,
	`number` integer NOT NULL,
	`id` text NOT NULL,
	`batch` text NOT NULL,
	`revision` integer NOT NULL,
	`line` text NOT NULL,
	`note` text,
	PRIMARY KEY(`tenant_id`, `period_id`, `number`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `decisions_by_id` ON `decisions` (`tenant_id`,`id`);--> statement-breakpoint
CREATE INDEX `decisions_by_batch` ON `decisions` (`tenant_id`,`batch`);--> statement-breakpoint
CREATE TABLE `openings` (
	`tenant_id` text NOT NULL,
	`reconciliation_id` text NOT NULL,
	`version` integer NOT NULL,
	`balances` text NOT NULL,
	`root` text NOT NULL,
	`source_count` integer NOT NULL,
	`target_count` integer NOT NULL,
	`totals` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `reconciliation_id`, `version`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `period_datasets` (
	`tenant_id` text NOT NULL,
	`period_id` text NOT NULL,
	`dataset_id` text NOT NULL,
	`side` text NOT NULL,
	`is_handed_on` integer NOT NULL,
	`added_at` integer NOT NULL,
	`added_by` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `period_id`, `dataset_id`),
	CONSTRAINT "period_datasets_side" CHECK("period_datasets"."side" IN ('source', 'target'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `period_datasets_by_dataset` ON `period_datasets` (`tenant_id`,`dataset_id`);--> statement-breakpoint
CREATE TABLE `periods` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`reconciliation_id` text NOT NULL,
	`number` integer NOT NULL,
	`name` text NOT NULL,
	`first` text NOT NULL,
	`last` text NOT NULL,
	`state` text NOT NULL,
	`revision` integer NOT NULL,
	`edition` integer NOT NULL,
	`edition_revision` integer NOT NULL,
	`edition_begun_at` integer NOT NULL,
	`settings_version` integer NOT NULL,
	`policy_version` integer NOT NULL,
	`run_id` text,
	`balances` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	CONSTRAINT "periods_state" CHECK("periods"."state" IN ('open', 'submitted', 'closed'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `periods_by_number` ON `periods` (`tenant_id`,`reconciliation_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `periods_by_name` ON `periods` (`tenant_id`,`reconciliation_id`,`name`);--> statement-breakpoint
CREATE TABLE `reconciliation_policies` (
	`tenant_id` text NOT NULL,
	`reconciliation_id` text NOT NULL,
	`version` integer NOT NULL,
	`rules` text NOT NULL,
	`policy_id` text NOT NULL,
	`policy_hash` text NOT NULL,
	`policy_parts` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `reconciliation_id`, `version`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `reconciliation_policies_by_hash` ON `reconciliation_policies` (`tenant_id`,`policy_hash`);--> statement-breakpoint
CREATE TABLE `reconciliation_settings` (
	`tenant_id` text NOT NULL,
	`reconciliation_id` text NOT NULL,
	`version` integer NOT NULL,
	`settings` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `reconciliation_id`, `version`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `reconciliations` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`settings_version` integer NOT NULL,
	`policy_version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `signoffs` (
	`tenant_id` text NOT NULL,
	`period_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`id` text NOT NULL,
	`leaf_hash` text NOT NULL,
	`line` text NOT NULL,
	`revision` integer NOT NULL,
	`run_id` text NOT NULL,
	`decision_count` integer NOT NULL,
	`balances` text NOT NULL,
	`reason` text,
	PRIMARY KEY(`tenant_id`, `period_id`, `sequence`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `signoffs_by_id` ON `signoffs` (`tenant_id`,`id`);--> statement-breakpoint
CREATE TABLE `staged_acts` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`period_id` text NOT NULL,
	`payload` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`)
) STRICT;
--> statement-breakpoint
ALTER TABLE `runs` ADD `period` text;
--> statement-breakpoint
CREATE TRIGGER `close_lines_stored` AFTER INSERT ON `close_lines` BEGIN
	INSERT INTO `tenant_storage` (`tenant_id`, `stored_bytes`, `dataset_count`, `run_count`, `failed_run_count`)
	VALUES (NEW.`tenant_id`, octet_length(NEW.`text`), 0, 0, 0)
	ON CONFLICT (`tenant_id`) DO UPDATE SET `stored_bytes` = `stored_bytes` + excluded.`stored_bytes`;
END;
--> statement-breakpoint
CREATE TRIGGER `close_lines_removed` AFTER DELETE ON `close_lines` BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` - octet_length(OLD.`text`) WHERE `tenant_id` = OLD.`tenant_id`;
END;
