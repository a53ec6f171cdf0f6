CREATE TABLE `inbox_files` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`reconciliation_id` text NOT NULL,
	`side` text NOT NULL,
	`link_id` text NOT NULL,
	`sha256` text NOT NULL,
	`byte_count` integer NOT NULL,
	`state` text NOT NULL,
	`repeats` text,
	`refusal` text,
	`received_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	CONSTRAINT "inbox_files_side" CHECK("inbox_files"."side" IN ('source', 'target')),
	CONSTRAINT "inbox_files_state" CHECK("inbox_files"."state" IN ('reading', 'read', 'refused', 'repeated'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `inbox_files_by_reconciliation` ON `inbox_files` (`tenant_id`,`reconciliation_id`,`id`);--> statement-breakpoint
CREATE INDEX `inbox_files_by_bytes` ON `inbox_files` (`tenant_id`,`reconciliation_id`,`side`,`sha256`);--> statement-breakpoint
CREATE INDEX `inbox_files_by_reading` ON `inbox_files` (`id`) WHERE "inbox_files"."state" = 'reading';--> statement-breakpoint
CREATE INDEX `inbox_files_by_age` ON `inbox_files` (`received_at`) WHERE "inbox_files"."state" IN ('refused', 'repeated');--> statement-breakpoint
CREATE TABLE `inbox_links` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`reconciliation_id` text NOT NULL,
	`side` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	PRIMARY KEY(`tenant_id`, `id`),
	CONSTRAINT "inbox_links_side" CHECK("inbox_links"."side" IN ('source', 'target'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `inbox_links_by_hash` ON `inbox_links` (`tenant_id`,`hash`);--> statement-breakpoint
CREATE INDEX `inbox_links_by_reconciliation` ON `inbox_links` (`tenant_id`,`reconciliation_id`,`id`);