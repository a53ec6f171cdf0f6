-- A check of a table cannot be changed, so that the table is made anew for the state `cancelled`.
CREATE TABLE `__new_runs` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`source_adapter` text NOT NULL,
	`target_adapter` text NOT NULL,
	`source` text NOT NULL,
	`target` text NOT NULL,
	`rules` text NOT NULL,
	`policy_id` text NOT NULL,
	`policy_hash` text NOT NULL,
	`policy_parts` integer DEFAULT 0 NOT NULL,
	`engine_version` text NOT NULL,
	`warnings` text NOT NULL,
	`replay_of` text,
	`request_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`completed_at` integer,
	`attempt` integer NOT NULL,
	`lease_until` integer NOT NULL,
	`in_pieces` integer DEFAULT false NOT NULL,
	`byte_count` integer DEFAULT 0 NOT NULL,
	`reserved_bytes` integer DEFAULT 0 NOT NULL,
	`records_read` integer DEFAULT 0 NOT NULL,
	`current_rule` text,
	`is_sealing` integer DEFAULT false NOT NULL,
	`summary` text,
	`result_root` text,
	`sequence` integer,
	`failure` text,
	`created_by` text,
	PRIMARY KEY(`tenant_id`, `id`),
	CONSTRAINT "runs_status" CHECK("__new_runs"."status" IN ('queued', 'running', 'completed', 'failed', 'cancelled')),
	CONSTRAINT "runs_completed" CHECK("__new_runs"."status" <> 'completed' OR ("__new_runs"."summary" IS NOT NULL AND "__new_runs"."result_root" IS NOT NULL AND "__new_runs"."sequence" IS NOT NULL AND "__new_runs"."completed_at" IS NOT NULL))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_runs`("tenant_id", "id", "name", "status", "source_adapter", "target_adapter", "source", "target", "rules", "policy_id", "policy_hash", "policy_parts", "engine_version", "warnings", "replay_of", "request_id", "created_at", "started_at", "completed_at", "attempt", "lease_until", "summary", "result_root", "sequence", "failure", "created_by") SELECT "tenant_id", "id", "name", "status", "source_adapter", "target_adapter", "source", "target", "rules", "policy_id", "policy_hash", "policy_parts", "engine_version", "warnings", "replay_of", "request_id", "created_at", "started_at", "completed_at", "attempt", "lease_until", "summary", "result_root", "sequence", "failure", "created_by" FROM `runs`;--> statement-breakpoint
DROP TABLE `runs`;--> statement-breakpoint
ALTER TABLE `__new_runs` RENAME TO `runs`;--> statement-breakpoint
CREATE INDEX `runs_by_status` ON `runs` (`tenant_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `runs_by_source` ON `runs` (`tenant_id`,`source_adapter`,`id`);--> statement-breakpoint
CREATE INDEX `runs_by_target` ON `runs` (`tenant_id`,`target_adapter`,`id`);--> statement-breakpoint
CREATE INDEX `runs_by_lease` ON `runs` (`status`,`lease_until`);--> statement-breakpoint
CREATE INDEX `runs_by_policy` ON `runs` (`tenant_id`,`policy_hash`) WHERE "runs"."policy_parts" > 0;--> statement-breakpoint
-- The triggers of 0005 went with the table. The reserved bytes of a run count as stored until it has ended.
CREATE TRIGGER `runs_stored` AFTER INSERT ON `runs` BEGIN
	INSERT INTO `tenant_storage` (`tenant_id`, `stored_bytes`, `dataset_count`, `run_count`, `failed_run_count`)
	VALUES (NEW.`tenant_id`, octet_length(NEW.`rules`) + NEW.`reserved_bytes`, 0, 1, (NEW.`status` = 'failed'))
	ON CONFLICT (`tenant_id`) DO UPDATE SET `stored_bytes` = `stored_bytes` + excluded.`stored_bytes`, `run_count` = `run_count` + excluded.`run_count`, `failed_run_count` = `failed_run_count` + excluded.`failed_run_count`;
END;
--> statement-breakpoint
CREATE TRIGGER `runs_changed` AFTER UPDATE OF `rules`, `status`, `reserved_bytes` ON `runs` WHEN octet_length(NEW.`rules`) + NEW.`reserved_bytes` <> octet_length(OLD.`rules`) + OLD.`reserved_bytes` OR (NEW.`status` = 'failed') <> (OLD.`status` = 'failed') BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` + octet_length(NEW.`rules`) + NEW.`reserved_bytes` - octet_length(OLD.`rules`) - OLD.`reserved_bytes`, `failed_run_count` = `failed_run_count` + (NEW.`status` = 'failed') - (OLD.`status` = 'failed') WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `runs_removed` AFTER DELETE ON `runs` BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` - octet_length(OLD.`rules`) - OLD.`reserved_bytes`, `run_count` = `run_count` - 1, `failed_run_count` = `failed_run_count` - (OLD.`status` = 'failed') WHERE `tenant_id` = OLD.`tenant_id`;
END;
