CREATE TABLE `signing_keys` (
	`public_key` text PRIMARY KEY NOT NULL,
	`valid_from` integer NOT NULL,
	`valid_to` integer,
	`voucher` text NOT NULL,
	CONSTRAINT "signing_keys_public_key" CHECK(length("signing_keys"."public_key") = 44),
	CONSTRAINT "signing_keys_voucher" CHECK(length("signing_keys"."voucher") = 64),
	CONSTRAINT "signing_keys_period" CHECK("signing_keys"."valid_to" IS NULL OR "signing_keys"."valid_to" >= "signing_keys"."valid_from")
) STRICT;
