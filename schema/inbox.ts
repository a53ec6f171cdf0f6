import * as z from 'zod'
import { described } from './described.ts'
import { wanted } from './fault-messages.ts'
import { pageOf } from './page.ts'
import { refusal } from './upload.ts'
import { count, hash, side } from './values.ts'

/** Links that take the files of a side of a reconciliation, and the files that arrived. */

const daySeconds = 86_400
export const linkSecondsDefault = daySeconds
export const linkSecondsMax = 366 * daySeconds
export const inboxByteCountMax = 95_000_000
/** Links of a reconciliation that take files. */
export const inboxLinkCountMax = 20

export const inboxLinkRequest = z
  .strictObject({
    side: described(side, 'The side whose files the link takes'),
    expiresIn: described(
      z.int().min(60).max(linkSecondsMax).nullable().default(linkSecondsDefault).meta({ example: linkSecondsDefault }),
      'Seconds until the link ends, a day when left out; null until it is revoked',
    ),
  })
  .meta({ id: 'InboxLinkRequest', description: 'A link to make' })

export const inboxLinkRecord = z
  .object({
    id: described(z.string().meta({ example: 'inb_01kabcdefghjkmnpqrstvwxyz0' }), 'The id of the link'),
    side: described(side, 'The side whose files it takes'),
    prefix: described(
      z.string().nullable().meta({ example: 'ten_01kabcdefghjkmnpqrstvwxyz0/inb_01kabcdefghjkmnpqrstvwxyz0/' }),
      'Objects below it in the bucket that takes files by S3 are files of the link too; null where there is no such bucket',
    ),
    createdAt: described(z.string(), 'When it was made'),
    createdBy: described(z.string(), 'The id of the member or key that made it'),
    expiresAt: described(z.string().nullable(), 'When it ends by itself; null for never'),
    revokedAt: described(z.string().nullable(), 'When it was revoked; null unless it was'),
  })
  .meta({ id: 'InboxLink', description: 'A link that takes files, without its token' })

export const newInboxLinkRecord = inboxLinkRecord
  .extend({
    url: described(z.string(), 'Where to PUT files: whoever has this address may send them. Shown this once.'),
  })
  .meta({ id: 'NewInboxLink', description: 'A link that was just made, with its address' })

export const inboxLinkPage = pageOf(inboxLinkRecord, 'The links of the page, newest first').meta({
  id: 'InboxLinkPage',
  description: 'A page of links',
})

export const inboxLinkParams = z.object({
  id: described(z.string(), 'The id of a reconciliation'),
  link: described(z.string(), 'The id of a link'),
})

export const inboxParams = z.object({ token: described(z.string(), 'The token of a link') })

export const inboxQuery = z.strictObject({
  name: described(
    z
      .string()
      .min(1, { error: wanted('a name of 1 to 200 characters') })
      .max(200, { error: wanted('a name of 1 to 200 characters') })
      .optional(),
    'A name for people; the side and the time when left out',
  ),
})

export const inboxStates = ['reading', 'read', 'refused', 'repeated'] as const

const state = described(
  z.enum(inboxStates),
  '`reading`: it is being read · `read`: it is a dataset · `refused`: it cannot be read, and `refusal` says why · `repeated`: a file of the same bytes is in `repeats`',
)
const id = described(
  z.string().meta({ example: 'dat_01kabcdefghjkmnpqrstvwxyz0' }),
  'The id of the file, and of the dataset that it becomes',
)

export const arrivedFile = z
  .object({
    id,
    state,
    repeats: described(z.string().nullable(), 'The id of the earlier file of the same bytes; null for none'),
    byteCount: described(count, 'Its bytes'),
    sha256: described(hash, 'SHA-256 of its bytes; of no bytes for one that is refused unread'),
  })
  .meta({ id: 'ArrivedFile', description: 'A file that a link took' })

export const inboxFileRecord = arrivedFile
  .extend({
    side: described(side, 'The side that it is of'),
    linkId: described(z.string(), 'The id of the link that took it'),
    name: described(z.string(), 'Its name: the one that was given, that of its object, or the side and the time'),
    periodIds: described(z.array(z.string()), 'The ids of the periods that read its dataset'),
    refusal: described(refusal.nullable(), 'Why it was refused; null unless it was'),
    receivedAt: described(z.string(), 'When it arrived'),
  })
  .meta({ id: 'InboxFile', description: 'A file that arrived, and what became of it' })

export const inboxFilePage = pageOf(inboxFileRecord, 'The files of the page, newest first').meta({
  id: 'InboxFilePage',
  description: 'A page of files that arrived',
})

export type InboxLinkRequest = z.output<typeof inboxLinkRequest>
export type NewInboxLink = z.input<typeof inboxLinkRequest>
export type InboxLinkRecord = z.infer<typeof inboxLinkRecord>
export type NewInboxLinkRecord = z.infer<typeof newInboxLinkRecord>
export type ArrivedFile = z.infer<typeof arrivedFile>
export type InboxFileRecord = z.infer<typeof inboxFileRecord>
export type InboxQuery = z.infer<typeof inboxQuery>

/** What R2 tells of a new object: https://developers.cloudflare.com/r2/buckets/event-notifications/ */
export const objectEvent = z.object({ object: z.object({ key: z.string() }) })

/** Stored columns. */
export const storedPeriodIds = z.array(z.string())
export const storedInboxState = z.enum(inboxStates)
