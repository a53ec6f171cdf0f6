CREATE TABLE `policy_parts` (
	`tenant_id` text NOT NULL,
	`policy_hash` text NOT NULL,
	`seq` integer NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `policy_hash`, `seq`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `policy_parts_by_age` ON `policy_parts` (`created_at`);--> statement-breakpoint
ALTER TABLE `runs` ADD `policy_parts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `runs_by_policy` ON `runs` (`tenant_id`,`policy_hash`) WHERE "runs"."policy_parts" > 0;