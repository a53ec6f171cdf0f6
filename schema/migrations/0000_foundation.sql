CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`name` text NOT NULL,
	`hmac` text NOT NULL,
	`prefix` text NOT NULL,
	`scopes` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`rotated_until` integer,
	`revoked_at` integer,
	`last_used_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `api_keys_by_tenant` ON `api_keys` (`tenant_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `dataset_chunks` (
	`tenant_id` text NOT NULL,
	`dataset_id` text NOT NULL,
	`seq` integer NOT NULL,
	`first_line` integer NOT NULL,
	`count` integer NOT NULL,
	`sha256` text NOT NULL,
	`text` text NOT NULL,
	`id_min` text NOT NULL,
	`id_max` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `dataset_id`, `seq`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `datasets` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`adapter` text NOT NULL,
	`format` text NOT NULL,
	`state` text NOT NULL,
	`record_count` integer NOT NULL,
	`byte_count` integer NOT NULL,
	`root` text NOT NULL,
	`totals` text NOT NULL,
	`period_from` text,
	`period_to` text,
	`warnings` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	CONSTRAINT "datasets_state" CHECK("datasets"."state" IN ('receiving', 'sealed')),
	CONSTRAINT "datasets_record_count" CHECK(typeof("datasets"."record_count") = 'integer' AND "datasets"."record_count" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `datasets_by_adapter` ON `datasets` (`tenant_id`,`adapter`,`id`);--> statement-breakpoint
CREATE INDEX `datasets_by_state` ON `datasets` (`state`,`created_at`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`tenant_id` text NOT NULL,
	`key_hash` text NOT NULL,
	`fingerprint` text NOT NULL,
	`resource` text NOT NULL,
	`status` integer,
	`body` text,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `key_hash`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_expiry` ON `idempotency_keys` (`expires_at`);--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_resource` ON `idempotency_keys` (`tenant_id`,`resource`);--> statement-breakpoint
CREATE TABLE `receipts` (
	`tenant_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`run_id` text NOT NULL,
	`leaf_hash` text NOT NULL,
	`line` text NOT NULL,
	`checkpoint` text,
	`inclusion` text NOT NULL,
	`consistency` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `sequence`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_by_run` ON `receipts` (`tenant_id`,`run_id`);--> statement-breakpoint
CREATE TABLE `result_chunks` (
	`tenant_id` text NOT NULL,
	`run_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`view` text NOT NULL,
	`seq` integer NOT NULL,
	`first_leaf` integer NOT NULL,
	`count` integer NOT NULL,
	`sha256` text NOT NULL,
	`counts` text NOT NULL,
	`voucher` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `run_id`, `attempt`, `view`, `seq`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `result_chunks_by_age` ON `result_chunks` (`created_at`);--> statement-breakpoint
CREATE TABLE `runs` (
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
	`engine_version` text NOT NULL,
	`warnings` text NOT NULL,
	`replay_of` text,
	`request_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`completed_at` integer,
	`attempt` integer NOT NULL,
	`lease_until` integer NOT NULL,
	`summary` text,
	`result_root` text,
	`sequence` integer,
	`failure` text,
	PRIMARY KEY(`tenant_id`, `id`),
	CONSTRAINT "runs_status" CHECK("runs"."status" IN ('queued', 'running', 'completed', 'failed')),
	CONSTRAINT "runs_completed" CHECK("runs"."status" <> 'completed' OR ("runs"."summary" IS NOT NULL AND "runs"."result_root" IS NOT NULL AND "runs"."sequence" IS NOT NULL AND "runs"."completed_at" IS NOT NULL))
) STRICT;
--> statement-breakpoint
CREATE INDEX `runs_by_status` ON `runs` (`tenant_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `runs_by_source` ON `runs` (`tenant_id`,`source_adapter`,`id`);--> statement-breakpoint
CREATE INDEX `runs_by_target` ON `runs` (`tenant_id`,`target_adapter`,`id`);--> statement-breakpoint
CREATE INDEX `runs_by_lease` ON `runs` (`status`,`lease_until`);--> statement-breakpoint
CREATE TABLE `tenant_logs` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`size` integer NOT NULL,
	`frontier` text NOT NULL,
	`root` text NOT NULL,
	`previous` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `tenants` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`plan` text NOT NULL,
	`settings` text NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
