import { readOwnPack } from '@tallystick/audit/close/follow-pack'
import { type OwnPeriod, openOwn } from '@tallystick/audit/close/own-period'
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

export interface CloseDesk {
  readonly modules: Pick<EngineModules, 'sha256' | 'openRows'>
  readonly platform: VerifyPlatform
  readonly closes: CloseStore
  readonly keys: KeyStore
  readonly open: (id: string) => Promise<EvidenceUse<OpenMonth>>
  /** Keeps a month, and the facts of its close, which come back. */
  readonly keep: (close: KeptClose, number: number, opened: OwnPeriod) => Promise<KeptClose>
  /** Changes a month of the revision that was seen, under a key. */
  readonly change: <Value extends { readonly period: OwnPeriod }>(
    act: OwnAct,
    work: (month: OpenMonth, signer: OwnSigner & NamedKey) => Promise<EvidenceUse<Value>>,
  ) => Promise<EvidenceUse<Value>>
}

export function createCloseDesk(
  modules: CloseDesk['modules'],
  { closes, keys }: Pick<CloseDesk, 'closes' | 'keys'>,
): CloseDesk {
  const { sha256 } = modules
  let last: OpenMonth | undefined
  const open: CloseDesk['open'] = async (id) => {
    const close = (await closes.list()).find((each) => id.startsWith(`${each.id}/`))
    const month = close?.months.find(({ number }) => monthId(close.id, number) === id)
    const pack = close && month && (await closes.readPack(close.id, month.number))
    if (close === undefined || month === undefined || pack === undefined)
      return refused('This period is not kept in this browser, or was forgotten')
    const { revision } = pack
    if (last?.id === id && last.revision === revision) return { ok: true, value: { ...last, close } }
    const files = await readOwnPack(pack.blob)
    const opened = files.ok ? openOwn(sha256, files.value) : files
    if (!opened.ok) return opened
    last = { id, close, number: month.number, revision, opened: opened.value }
    return { ok: true, value: last }
  }
  const keep: CloseDesk['keep'] = async (close, number, opened) => {
    await closes.writePack(close.id, number, await packOf(opened))
    const kept = withMonth(close, monthOf(number, opened))
    await closes.write(kept)
    return kept
  }
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
        if (done.ok) await keep(month.value.close, month.value.number, done.value.period)
        return done
      }),
  }
}

/** The same bytes as the pack of the command line. */
export async function packOf({ files }: OwnPeriod): Promise<Blob> {
  const bytes = await packOfPeriod(new Map(periodFileNames.map((name) => [name, utf8(files[name])])))
  return new Blob([bytes.slice()], { type: 'application/zip' })
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
