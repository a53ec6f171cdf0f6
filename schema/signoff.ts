import { signoffActs } from '@tallystick/engine/log'
import * as z from 'zod'
import { described } from './described.ts'
import { wanted } from './fault-messages.ts'
import { count, hash } from './values.ts'

/** The steps of a period from open to closed and back. */

const rootText = z
  .string()
  .regex(/^[0-9a-f]{64}$/, { error: wanted('64 hexadecimal digits in lower case') })
  .meta({ example: 'ab'.repeat(32) })

export const approvalRequest = z
  .strictObject({ root: described(rootText, 'The root of what is approved, as the submission has it') })
  .meta({ id: 'ApprovalRequest', description: 'What is approved' })

export const reasonRequest = z
  .strictObject({ reason: described(z.string().min(1).max(400), 'Why, in a sentence') })
  .meta({ id: 'ReasonRequest', description: 'Why a period is rejected or reopened' })

export const signer = z
  .object({
    id: described(z.string(), 'The id of the member or API key'),
    name: described(z.string(), 'The name at that time'),
  })
  .meta({ id: 'Signer', description: 'A member or API key as it was then' })

export const signoffRecord = z
  .object({
    act: described(z.enum(signoffActs), 'What was done'),
    edition: described(count, 'The edition of the period'),
    time: described(z.string(), 'When it became an entry of the log'),
    actor: described(z.string(), 'The id of the member or API key who did it'),
    name: described(
      z.string(),
      'The name of the actor: as it was for a submission or an approval, as it is now for the others; the id where it is not known',
    ),
    submittedBy: described(signer, 'Who submitted this edition'),
    approvedBy: described(signer.nullable(), 'Who approved it; null until then'),
    reason: described(z.string().nullable(), 'Why it was rejected or reopened; null for others'),
    root: described(hash, 'SHA-256 over the hashes of all files of the period: what is approved'),
    sequence: described(count, 'The place of its entry in the log'),
    leafHash: described(hash, 'The leaf hash of its entry'),
  })
  .meta({ id: 'Signoff', description: 'A step of a period, as its entry of the log says' })

export const periodCheckNames = ['run', 'decisions', 'signoffs', 'state', 'opening'] as const

export const periodVerification = z
  .object({
    revision: described(count, 'The revision of the period'),
    root: described(hash, 'The root over the period as it is now; of a submitted period the one that is approved'),
    verified: described(z.boolean(), 'Whether every check holds'),
    checks: described(
      z.array(
        z.object({
          name: described(
            z.enum(periodCheckNames),
            'run: run again, it gives the same · decisions, signoffs: they are those of the log · state: it is what was submitted · opening: it is what the period before hands on',
          ),
          passed: described(z.boolean(), 'Whether it holds'),
          detail: described(z.string(), 'What was found'),
        }),
      ),
      'All checks, in order',
    ),
    opening: described(
      z.object({
        root: described(hash, 'Root of what the period before hands on now'),
        isStale: described(z.boolean(), 'Whether the run began with something else'),
      }),
      'The opening of the period',
    ),
  })
  .meta({ id: 'PeriodVerification', description: 'The state of a period, computed anew' })

export type PeriodVerification = z.infer<typeof periodVerification>
export type SignoffRecord = z.infer<typeof signoffRecord>
