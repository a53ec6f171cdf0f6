-- What a run has kept for the fold of its period is wanted until the next run is that of the period.
CREATE TRIGGER `period_run_replaced` AFTER UPDATE OF `run_id` ON `periods`
WHEN OLD.`run_id` IS NOT NULL AND OLD.`run_id` <> NEW.`run_id` BEGIN
	DELETE FROM `close_lines` WHERE `tenant_id` = OLD.`tenant_id`
		AND `owner` = OLD.`id` || '-' || (SELECT `period` ->> '$.kept.root' FROM `runs` WHERE `tenant_id` = OLD.`tenant_id` AND `id` = OLD.`run_id`)
		AND `owner` <> OLD.`id` || '-' || coalesce((SELECT `period` ->> '$.kept.root' FROM `runs` WHERE `tenant_id` = OLD.`tenant_id` AND `id` = NEW.`run_id`), '');
END;
