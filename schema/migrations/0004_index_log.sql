CREATE TABLE `index_checkpoints` (
	`size` integer PRIMARY KEY NOT NULL,
	`root` text NOT NULL,
	`note` text NOT NULL,
	`time_stamp` text,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "index_checkpoints_state" CHECK("index_checkpoints"."state" IN ('signed', 'anchored', 'complete'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `index_checkpoints_anchored` ON `index_checkpoints` (`size`) WHERE "index_checkpoints"."state" <> 'signed';--> statement-breakpoint
CREATE INDEX `index_checkpoints_complete` ON `index_checkpoints` (`size`) WHERE "index_checkpoints"."state" = 'complete';--> statement-breakpoint
CREATE TABLE `index_heads` (
	`tenant_id` text NOT NULL,
	`size` integer NOT NULL,
	`position` integer NOT NULL,
	`line` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `size`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `index_heads_by_position` ON `index_heads` (`position`);--> statement-breakpoint
CREATE TABLE `index_witnesses` (
	`vkey` text PRIMARY KEY NOT NULL,
	`size` integer NOT NULL
) STRICT;
--> statement-breakpoint
ALTER TABLE `tenant_logs` ADD `indexed_size` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tenant_logs` ADD `index_due_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tenant_logs` ADD `set_aside` text;--> statement-breakpoint
ALTER TABLE `tenant_logs` ADD `unpublished` text;--> statement-breakpoint
CREATE INDEX `tenant_logs_unindexed` ON `tenant_logs` (`index_due_at`) WHERE "tenant_logs"."size" <> "tenant_logs"."indexed_size" OR "tenant_logs"."set_aside" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `tenant_logs_by_chance` ON `tenant_logs` (substr("tenant_id", 15));--> statement-breakpoint
CREATE INDEX `tenant_logs_set_aside` ON `tenant_logs` (`tenant_id`) WHERE "tenant_logs"."set_aside" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `tenant_logs_unpublished` ON `tenant_logs` (`tenant_id`) WHERE "tenant_logs"."unpublished" IS NOT NULL;