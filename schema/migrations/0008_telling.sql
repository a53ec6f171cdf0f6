CREATE TABLE `tenant_usage` (
	`tenant_id` text NOT NULL,
	`month` text NOT NULL,
	`dataset_count` integer NOT NULL,
	`dataset_records` integer NOT NULL,
	`dataset_bytes` integer NOT NULL,
	`run_count` integer NOT NULL,
	`completed_count` integer NOT NULL,
	`completed_records` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `month`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `deliveries_dead` ON `deliveries` (`tenant_id`,`webhook_id`,`id`) WHERE "deliveries"."state" = 'dead';--> statement-breakpoint
CREATE INDEX `deliveries_given_up` ON `deliveries` (`due_at`) WHERE "deliveries"."state" = 'dead';
--> statement-breakpoint
-- What there is counts in the month in which it was made. What was deleted before is not known.
INSERT INTO `tenant_usage` (`tenant_id`, `month`, `dataset_count`, `dataset_records`, `dataset_bytes`, `run_count`, `completed_count`, `completed_records`)
SELECT `tenant_id`, `month`, sum(`d`), sum(`dr`), sum(`db`), sum(`r`), sum(`c`), sum(`cr`) FROM (
	SELECT `tenant_id`, strftime('%Y-%m', `created_at` / 1000, 'unixepoch') AS `month`, 1 AS `d`, `record_count` AS `dr`, `byte_count` AS `db`, 0 AS `r`, 0 AS `c`, 0 AS `cr` FROM `datasets` WHERE `state` = 'sealed'
	UNION ALL
	SELECT `tenant_id`, strftime('%Y-%m', `created_at` / 1000, 'unixepoch'), 0, 0, 0, 1, 0, 0 FROM `runs`
	UNION ALL
	SELECT `tenant_id`, strftime('%Y-%m', `completed_at` / 1000, 'unixepoch'), 0, 0, 0, 0, 1, (CASE WHEN json_valid(`source`) THEN coalesce(CAST(`source` ->> '$.recordCount' AS INTEGER), 0) ELSE 0 END + CASE WHEN json_valid(`target`) THEN coalesce(CAST(`target` ->> '$.recordCount' AS INTEGER), 0) ELSE 0 END) FROM `runs` WHERE `status` = 'completed'
) GROUP BY `tenant_id`, `month`;
--> statement-breakpoint
CREATE TRIGGER `datasets_used` AFTER INSERT ON `datasets` WHEN NEW.`state` = 'sealed' BEGIN
	INSERT INTO `tenant_usage` (`tenant_id`, `month`, `dataset_count`, `dataset_records`, `dataset_bytes`, `run_count`, `completed_count`, `completed_records`)
	VALUES (NEW.`tenant_id`, strftime('%Y-%m', NEW.`created_at` / 1000, 'unixepoch'), 1, NEW.`record_count`, NEW.`byte_count`, 0, 0, 0)
	ON CONFLICT (`tenant_id`, `month`) DO UPDATE SET `dataset_count` = `dataset_count` + 1, `dataset_records` = `dataset_records` + excluded.`dataset_records`, `dataset_bytes` = `dataset_bytes` + excluded.`dataset_bytes`;
END;
--> statement-breakpoint
CREATE TRIGGER `runs_used` AFTER INSERT ON `runs` BEGIN
	INSERT INTO `tenant_usage` (`tenant_id`, `month`, `dataset_count`, `dataset_records`, `dataset_bytes`, `run_count`, `completed_count`, `completed_records`)
	VALUES (NEW.`tenant_id`, strftime('%Y-%m', NEW.`created_at` / 1000, 'unixepoch'), 0, 0, 0, 1, 0, 0)
	ON CONFLICT (`tenant_id`, `month`) DO UPDATE SET `run_count` = `run_count` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `runs_completed_used` AFTER UPDATE OF `status` ON `runs` WHEN NEW.`status` = 'completed' AND OLD.`status` <> 'completed' BEGIN
	INSERT INTO `tenant_usage` (`tenant_id`, `month`, `dataset_count`, `dataset_records`, `dataset_bytes`, `run_count`, `completed_count`, `completed_records`)
	VALUES (NEW.`tenant_id`, strftime('%Y-%m', NEW.`completed_at` / 1000, 'unixepoch'), 0, 0, 0, 0, 1, (CASE WHEN json_valid(NEW.`source`) THEN coalesce(CAST(NEW.`source` ->> '$.recordCount' AS INTEGER), 0) ELSE 0 END + CASE WHEN json_valid(NEW.`target`) THEN coalesce(CAST(NEW.`target` ->> '$.recordCount' AS INTEGER), 0) ELSE 0 END))
	ON CONFLICT (`tenant_id`, `month`) DO UPDATE SET `completed_count` = `completed_count` + 1, `completed_records` = `completed_records` + excluded.`completed_records`;
END;
