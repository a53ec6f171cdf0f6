CREATE TABLE `audit_events` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`time` integer NOT NULL,
	`action` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`actor_name` text,
	`subject` text,
	`details` text NOT NULL,
	`request_id` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `invitations` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`hash` text NOT NULL,
	`address` text NOT NULL,
	`role` text NOT NULL,
	`issuers` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`created_by` text,
	`member_id` text,
	PRIMARY KEY(`tenant_id`, `id`),
	CONSTRAINT "invitations_role" CHECK("invitations"."role" IN ('viewer', 'preparer', 'approver', 'administrator'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_by_hash` ON `invitations` (`tenant_id`,`hash`);--> statement-breakpoint
CREATE INDEX `invitations_open` ON `invitations` (`tenant_id`,`address`) WHERE "invitations"."member_id" IS NULL;--> statement-breakpoint
CREATE TABLE `members` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`address` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`removed_at` integer,
	PRIMARY KEY(`tenant_id`, `id`),
	CONSTRAINT "members_role" CHECK("members"."role" IN ('viewer', 'preparer', 'approver', 'administrator'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `members_by_address` ON `members` (`tenant_id`,`address`) WHERE "members"."removed_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `members_by_subject` ON `members` (`issuer`,`subject`,`tenant_id`) WHERE "members"."removed_at" IS NULL;--> statement-breakpoint
CREATE TABLE `sessions` (
	`tenant_id` text NOT NULL,
	`hash` text NOT NULL,
	`member_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `hash`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `sessions_by_member` ON `sessions` (`tenant_id`,`member_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_end` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sign_ins` (
	`hash` text PRIMARY KEY NOT NULL,
	`issuer` text NOT NULL,
	`wanted_tenant` text,
	`invitation` text,
	`return_to` text NOT NULL,
	`expires_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `sign_ins_by_end` ON `sign_ins` (`expires_at`);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `created_by` text;