ALTER TABLE `datasets` ADD `received` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `created_by` text;--> statement-breakpoint
ALTER TABLE `tenant_logs` ADD `diverged` text;--> statement-breakpoint
CREATE INDEX `tenant_logs_diverged` ON `tenant_logs` (`tenant_id`) WHERE "tenant_logs"."diverged" IS NOT NULL;