CREATE TABLE `id_segments` (
	`tenant_id` text NOT NULL,
	`dataset_id` text NOT NULL,
	`segment` integer NOT NULL,
	`count` integer NOT NULL,
	`hashes` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `dataset_id`, `segment`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `line_folders` (
	`tenant_id` text NOT NULL,
	`folder` text NOT NULL,
	`owner` text NOT NULL,
	`state` text NOT NULL,
	`expires_at` integer,
	PRIMARY KEY(`tenant_id`, `folder`),
	CONSTRAINT "line_folders_state" CHECK("line_folders"."state" IN ('writing', 'kept', 'removing')),
	CONSTRAINT "line_folders_folder" CHECK(instr("line_folders"."folder", 'datasets/' || "line_folders"."tenant_id" || '/' || "line_folders"."owner" || '/') = 1 OR instr("line_folders"."folder", 'runs/' || "line_folders"."tenant_id" || '/' || "line_folders"."owner" || '/') = 1)
) STRICT;
--> statement-breakpoint
CREATE INDEX `line_folders_by_owner` ON `line_folders` (`tenant_id`,`owner`);--> statement-breakpoint
CREATE INDEX `line_folders_by_state` ON `line_folders` (`state`,`expires_at`);--> statement-breakpoint
CREATE TABLE `line_uploads` (
	`tenant_id` text NOT NULL,
	`folder` text NOT NULL,
	`object` text NOT NULL,
	`upload_id` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `folder`, `upload_id`),
	CONSTRAINT "line_uploads_object" CHECK(instr("line_uploads"."object", "line_uploads"."folder") = 1 AND (instr("line_uploads"."folder", 'datasets/' || "line_uploads"."tenant_id" || '/') = 1 OR instr("line_uploads"."folder", 'runs/' || "line_uploads"."tenant_id" || '/') = 1))
) STRICT;
--> statement-breakpoint
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
CREATE TABLE `signing_keys` (
	`public_key` text PRIMARY KEY NOT NULL,
	`valid_from` integer NOT NULL,
	`valid_to` integer,
	`voucher` text NOT NULL,
	CONSTRAINT "signing_keys_public_key" CHECK(length("signing_keys"."public_key") = 44),
	CONSTRAINT "signing_keys_voucher" CHECK(length("signing_keys"."voucher") = 64),
	CONSTRAINT "signing_keys_period" CHECK("signing_keys"."valid_to" IS NULL OR "signing_keys"."valid_to" >= "signing_keys"."valid_from")
) STRICT;
--> statement-breakpoint
CREATE TABLE `tenant_logs` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`size` integer NOT NULL,
	`frontier` text NOT NULL,
	`root` text NOT NULL,
	`previous` text NOT NULL,
	`diverged` text,
	`indexed_size` integer DEFAULT 0 NOT NULL,
	`index_due_at` integer DEFAULT 0 NOT NULL,
	`set_aside` text,
	`unpublished` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `tenant_logs_diverged` ON `tenant_logs` (`tenant_id`) WHERE "tenant_logs"."diverged" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `tenant_logs_unindexed` ON `tenant_logs` (`index_due_at`) WHERE "tenant_logs"."size" <> "tenant_logs"."indexed_size" OR "tenant_logs"."set_aside" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `tenant_logs_by_chance` ON `tenant_logs` (substr("tenant_id", 15));--> statement-breakpoint
CREATE INDEX `tenant_logs_set_aside` ON `tenant_logs` (`tenant_id`) WHERE "tenant_logs"."set_aside" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `tenant_logs_unpublished` ON `tenant_logs` (`tenant_id`) WHERE "tenant_logs"."unpublished" IS NOT NULL;--> statement-breakpoint
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
	`object` text,
	`object_offset` integer,
	`object_length` integer,
	PRIMARY KEY(`tenant_id`, `dataset_id`, `seq`),
	CONSTRAINT "dataset_chunks_object" CHECK("dataset_chunks"."object" IS NULL OR instr("dataset_chunks"."object", 'datasets/' || "dataset_chunks"."tenant_id" || '/' || "dataset_chunks"."dataset_id" || '/') = 1)
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
	`received` text,
	`created_by` text,
	`statements` text,
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
	`object` text,
	`object_offset` integer,
	`object_length` integer,
	PRIMARY KEY(`tenant_id`, `run_id`, `attempt`, `view`, `seq`),
	CONSTRAINT "result_chunks_object" CHECK("result_chunks"."object" IS NULL OR instr("result_chunks"."object", 'runs/' || "result_chunks"."tenant_id" || '/' || "result_chunks"."run_id" || '/') = 1)
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
	CONSTRAINT "runs_status" CHECK("runs"."status" IN ('queued', 'running', 'completed', 'failed', 'cancelled')),
	CONSTRAINT "runs_completed" CHECK("runs"."status" <> 'completed' OR ("runs"."summary" IS NOT NULL AND "runs"."result_root" IS NOT NULL AND "runs"."sequence" IS NOT NULL AND "runs"."completed_at" IS NOT NULL))
) STRICT;
--> statement-breakpoint
CREATE INDEX `runs_by_status` ON `runs` (`tenant_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `runs_by_source` ON `runs` (`tenant_id`,`source_adapter`,`id`);--> statement-breakpoint
CREATE INDEX `runs_by_target` ON `runs` (`tenant_id`,`target_adapter`,`id`);--> statement-breakpoint
CREATE INDEX `runs_by_lease` ON `runs` (`status`,`lease_until`);--> statement-breakpoint
CREATE INDEX `runs_by_policy` ON `runs` (`tenant_id`,`policy_hash`) WHERE "runs"."policy_parts" > 0;--> statement-breakpoint
CREATE TABLE `tenant_storage` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`stored_bytes` integer NOT NULL,
	`dataset_count` integer NOT NULL,
	`run_count` integer NOT NULL,
	`failed_run_count` integer NOT NULL,
	`counted_at` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `tenant_storage_by_count` ON `tenant_storage` (`counted_at`);--> statement-breakpoint
CREATE INDEX `tenant_storage_below_zero` ON `tenant_storage` (`tenant_id`) WHERE min("tenant_storage"."stored_bytes", "tenant_storage"."dataset_count", "tenant_storage"."run_count", "tenant_storage"."failed_run_count") < 0;--> statement-breakpoint
CREATE TABLE `tenants` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`plan` text NOT NULL,
	`settings` text NOT NULL,
	`created_at` integer NOT NULL,
	`suspended_at` integer,
	`deleted_at` integer,
	`sweep_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `tenants_by_sweep` ON `tenants` (`sweep_at`) WHERE "tenants"."sweep_at" IS NOT NULL;--> statement-breakpoint
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
CREATE TRIGGER `policy_parts_stored` AFTER INSERT ON `policy_parts` BEGIN
	INSERT INTO `tenant_storage` (`tenant_id`, `stored_bytes`, `dataset_count`, `run_count`, `failed_run_count`)
	VALUES (NEW.`tenant_id`, octet_length(NEW.`text`), 0, 0, 0)
	ON CONFLICT (`tenant_id`) DO UPDATE SET `stored_bytes` = `stored_bytes` + excluded.`stored_bytes`;
END;
--> statement-breakpoint
CREATE TRIGGER `policy_parts_changed` AFTER UPDATE OF `text` ON `policy_parts` WHEN octet_length(NEW.`text`) <> octet_length(OLD.`text`) BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` + octet_length(NEW.`text`) - octet_length(OLD.`text`) WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `policy_parts_removed` AFTER DELETE ON `policy_parts` BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` - octet_length(OLD.`text`) WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `datasets_stored` AFTER INSERT ON `datasets` WHEN NEW.`state` = 'sealed' BEGIN
	INSERT INTO `tenant_storage` (`tenant_id`, `stored_bytes`, `dataset_count`, `run_count`, `failed_run_count`)
	VALUES (NEW.`tenant_id`, coalesce(octet_length(NEW.`statements`), 0), 1, 0, 0)
	ON CONFLICT (`tenant_id`) DO UPDATE SET `stored_bytes` = `stored_bytes` + excluded.`stored_bytes`, `dataset_count` = `dataset_count` + excluded.`dataset_count`;
END;
--> statement-breakpoint
CREATE TRIGGER `datasets_changed` AFTER UPDATE OF `state`, `statements` ON `datasets` WHEN NEW.`state` <> OLD.`state` OR NEW.`statements` IS NOT OLD.`statements` BEGIN
	UPDATE `tenant_storage` SET
		`stored_bytes` = `stored_bytes` + (NEW.`state` = 'sealed') * coalesce(octet_length(NEW.`statements`), 0) - (OLD.`state` = 'sealed') * coalesce(octet_length(OLD.`statements`), 0),
		`dataset_count` = `dataset_count` + (NEW.`state` = 'sealed') - (OLD.`state` = 'sealed')
	WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `datasets_removed` AFTER DELETE ON `datasets` WHEN OLD.`state` = 'sealed' BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` - coalesce(octet_length(OLD.`statements`), 0), `dataset_count` = `dataset_count` - 1 WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `dataset_chunks_stored` AFTER INSERT ON `dataset_chunks` BEGIN
	INSERT INTO `tenant_storage` (`tenant_id`, `stored_bytes`, `dataset_count`, `run_count`, `failed_run_count`)
	VALUES (NEW.`tenant_id`, octet_length(NEW.`text`) + coalesce(NEW.`object_length`, 0), 0, 0, 0)
	ON CONFLICT (`tenant_id`) DO UPDATE SET `stored_bytes` = `stored_bytes` + excluded.`stored_bytes`;
END;
--> statement-breakpoint
CREATE TRIGGER `dataset_chunks_changed` AFTER UPDATE OF `text`, `object_length` ON `dataset_chunks` WHEN (octet_length(NEW.`text`) + coalesce(NEW.`object_length`, 0)) <> (octet_length(OLD.`text`) + coalesce(OLD.`object_length`, 0)) BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` + (octet_length(NEW.`text`) + coalesce(NEW.`object_length`, 0)) - (octet_length(OLD.`text`) + coalesce(OLD.`object_length`, 0)) WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `dataset_chunks_removed` AFTER DELETE ON `dataset_chunks` BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` - (octet_length(OLD.`text`) + coalesce(OLD.`object_length`, 0)) WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `result_chunks_stored` AFTER INSERT ON `result_chunks` BEGIN
	INSERT INTO `tenant_storage` (`tenant_id`, `stored_bytes`, `dataset_count`, `run_count`, `failed_run_count`)
	VALUES (NEW.`tenant_id`, octet_length(NEW.`text`) + coalesce(NEW.`object_length`, 0), 0, 0, 0)
	ON CONFLICT (`tenant_id`) DO UPDATE SET `stored_bytes` = `stored_bytes` + excluded.`stored_bytes`;
END;
--> statement-breakpoint
CREATE TRIGGER `result_chunks_changed` AFTER UPDATE OF `text`, `object_length` ON `result_chunks` WHEN (octet_length(NEW.`text`) + coalesce(NEW.`object_length`, 0)) <> (octet_length(OLD.`text`) + coalesce(OLD.`object_length`, 0)) BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` + (octet_length(NEW.`text`) + coalesce(NEW.`object_length`, 0)) - (octet_length(OLD.`text`) + coalesce(OLD.`object_length`, 0)) WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `result_chunks_removed` AFTER DELETE ON `result_chunks` BEGIN
	UPDATE `tenant_storage` SET `stored_bytes` = `stored_bytes` - (octet_length(OLD.`text`) + coalesce(OLD.`object_length`, 0)) WHERE `tenant_id` = OLD.`tenant_id`;
END;
--> statement-breakpoint
-- The declared bytes of an upload count as stored until it has ended.
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
--> statement-breakpoint
-- The reserved bytes of a run count as stored until it has ended.
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
