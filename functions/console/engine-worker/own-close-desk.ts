import { readOwnPack } from '@tallystick/audit/close/follow-pack'
import { isApproved, type OwnPeriod, openOwn } from '@tallystick/audit/close/own-period'
import type { OwnSigner } from '@tallystick/audit/close/own-signer'
import { refused } from '@tallystick/audit/verify/evidence-file'
import { packOfPeriod } from '@tallystick/audit/verify/period-pack'
import type { VerifyPlatform } from '@tallystick/audit/verify/verify-platform'
import { utf8 } from '@tallystick/engine/base'
import { editionOf, periodFileNames } from '@tallystick/engine/close'
import { platformOf } from './open-verification.ts'
import {
  type CloseStore,
  type EvidenceUse,
  type KeptClose,
  type KeptMonth,
  type KeptPack,
  type KeyStore,
  monthId,
  type NamedKey,
  type OwnAct,
} from './own-close-types.ts'
import type { EngineModules } from './session-context.ts'

/** A month that is open, as it is kept. */
export interface OpenMonth {
  readonly id: string
  readonly close: KeptClose
  readonly number: number
  readonly revision: number
  readonly opened: OwnPeriod
}

interface Changed {
  readonly period: OwnPeriod
  readonly settings?: KeptClose['settings']
}

export interface CloseDesk {
  readonly modules: Pick<EngineModules, 'sha256' | 'openRows'>
  readonly platform: VerifyPlatform
  readonly closes: CloseStore
  readonly keys: KeyStore
  readonly open: (id: string) => Promise<EvidenceUse<OpenMonth>>
  /** Keeps a month, and the facts of its close, which come back. */
  readonly keep: (close: KeptClose, number: number, opened: OwnPeriod) => Promise<KeptClose>
  /** Changes a month of the revision that was seen, and of its close what is given back, under a key. */
  readonly change: <Value extends Changed>(
    act: OwnAct,
    work: (month: OpenMonth, signer: OwnSigner & NamedKey) => Promise<EvidenceUse<Value>>,
  ) => Promise<EvidenceUse<Value>>
}

export function createCloseDesk(
  modules: CloseDesk['modules'],
  { closes, keys }: Pick<CloseDesk, 'closes' | 'keys'>,
): CloseDesk {
  const { sha256 } = modules
  const open = createOpen(sha256, closes)
  const keep = createKeep(open, closes)
  return {
    ...{ modules, platform: platformOf(sha256), closes, keys, open, keep },
    change: ({ id, revision, key }, work) =>
      closes.inTurn(async () => {
        const month = await open(id)
        if (!month.ok) return month
        if (month.value.revision !== revision)
          return refused('The period was changed in another tab meanwhile: load this page anew')
        const signer = await keys.find(key)
        if (signer === undefined) return refused('This browser has no such key: choose or make one')
        const done = await work(month.value, signer)
        if (!done.ok) return done
        const { close, number } = month.value
        const { period, settings = close.settings } = done.value
        await keep({ ...close, settings }, number, period)
        return done
      }),
  }
}

/** Opens months, of which the last one is held. */
function createOpen(sha256: EngineModules['sha256'], closes: CloseStore): CloseDesk['open'] {
  let last: OpenMonth | undefined
  const openedOf = async (id: string, { revision, blob }: KeptPack): Promise<EvidenceUse<OwnPeriod>> => {
    if (last?.id === id && last.revision === revision) return { ok: true, value: last.opened }
    const files = await readOwnPack(blob)
    return files.ok ? openOwn(sha256, files.value) : files
  }
  return async (id) => {
    const close = (await closes.list()).find((each) => id.startsWith(`${each.id}/`))
    const month = close?.months.find(({ number }) => monthId(close.id, number) === id)
    const pack = close && month && (await closes.readPack(close.id, { number: month.number }))
    if (close === undefined || month === undefined || pack === undefined)
      return refused('This period is not kept in this browser, or was forgotten')
    const opened = await openedOf(id, pack)
    if (!opened.ok) return opened
    const { number } = month
    const known = await withFacts(closes, close, monthOf(number, opened.value))
    last = { id, close: known, number, revision: pack.revision, opened: opened.value }
    return { ok: true, value: last }
  }
}

function createKeep(open: CloseDesk['open'], closes: CloseStore): CloseDesk['keep'] {
  /** Reopening takes the pack of the edition that was approved out of its place: it is kept beside. */
  const keepEdition = async (close: KeptClose, number: number, opened: OwnPeriod): Promise<void> => {
    const isKept = close.months.some((each) => each.number === number)
    const before = isKept ? await open(monthId(close.id, number)) : undefined
    if (!before?.ok || !isApproved(before.value.opened)) return
    const { edition } = monthOf(number, before.value.opened)
    if (edition < monthOf(number, opened).edition)
      await closes.writePack(close.id, { number, edition }, await packOf(before.value.opened))
  }
  return async (close, number, opened) => {
    const kept = withMonth(close, monthOf(number, opened))
    try {
      await keepEdition(close, number, opened)
      await closes.writePack(close.id, { number }, await packOf(opened))
      await closes.write(kept)
    } catch (error) {
      // A close that was never kept whole leaves nothing behind.
      if (close.months.length === 0) await closes.forget(close.id).catch(() => undefined)
      throw error
    }
    return kept
  }
}

/** The same bytes as the pack of the command line. */
export async function packOf({ files }: OwnPeriod): Promise<Blob> {
  const bytes = await packOfPeriod(new Map(periodFileNames.map((name) => [name, utf8(files[name])])))
  return new Blob([bytes.slice()], { type: 'application/zip' })
}

/** The close with the state of a month as its pack has it, of which the facts know nothing after an act that was cut off. */
async function withFacts(closes: CloseStore, close: KeptClose, month: KeptMonth): Promise<KeptClose> {
  const known = close.months.find(({ number }) => number === month.number)
  if (known?.state === month.state && known.edition === month.edition) return close
  const kept = withMonth(close, month)
  // Without room for them, the next opening tries again.
  await closes.write(kept).catch(() => undefined)
  return kept
}

function withMonth(close: KeptClose, month: KeptMonth): KeptClose {
  const others = close.months.filter(({ number }) => number !== month.number)
  return { ...close, months: [...others, month].sort((left, right) => left.number - right.number) }
}

function monthOf(number: number, { period: { manifest, signed } }: OwnPeriod): KeptMonth {
  const { submission, approval, number: edition } = editionOf(signed)
  const state = approval !== undefined ? 'closed' : submission !== undefined ? 'submitted' : 'open'
  const { name, first, last } = manifest.period
  return { number, name, first, last, state, edition }
}
