import { type AskedDecision, askDecision } from '@tallystick/audit/close/asked-decision'
import { isObject, type JsonObject, type JsonValue, parseJson } from '@tallystick/engine/base'
import {
  decisionKinds,
  differenceOfItems,
  type ItemName,
  type SettledPeriod,
  sumsOfItems,
} from '@tallystick/engine/close'
import { fileFault } from '../file-fault.ts'
import { bytesOf } from '../file-parts.ts'
import { got } from '../options.ts'
import type { ConfigResult } from '../read-config.ts'
import { sha256 } from '../sha256.ts'
import { type CloseArguments, wordOf } from './close-arguments.ts'
import { findItem, matchedWith } from './item-words.ts'

interface Actor {
  readonly actor: string
  readonly time: string
}

/**
 * The decisions of a batch file, JSON lines, or the one that words name. Items are words or names; notes are texts. Of
 * a match to be undone one record is enough.
 */
export async function readDecisions(
  input: CloseArguments,
  settled: SettledPeriod,
  actor: Actor,
): Promise<ConfigResult<readonly AskedDecision[]>> {
  const written = await writtenDecisions(input)
  if (!written.ok) return written
  const faults: string[] = []
  const made: AskedDecision[] = []
  for (const [place, each] of written.value.entries()) {
    const read = decisionOf(settled, each, { ...actor, place })
    if (!read.ok) faults.push(...read.faults.map((fault) => `decision ${place + 1}: ${fault}`))
    else made.push(read.value)
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: made }
}

async function writtenDecisions(input: CloseArguments): Promise<ConfigResult<readonly JsonObject[]>> {
  const path = wordOf(input, 'file')
  if (path === undefined) return wordDecision(input)
  try {
    const text = new TextDecoder().decode(await bytesOf(path))
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    const read = lines.map((line) => parseJson(line))
    const faults = read.flatMap((each, index) =>
      each.ok && isObject(each.value) ? [] : [`${path}:${index + 1}: Got no JSON object, wanted a decision`],
    )
    if (faults.length > 0 || lines.length === 0)
      return { ok: false, faults: faults.length > 0 ? faults : [`${path}: Got no decision`] }
    return { ok: true, value: read.flatMap((each) => (each.ok && isObject(each.value) ? [each.value] : [])) }
  } catch (error) {
    return { ok: false, faults: [fileFault(path, error)] }
  }
}

function wordDecision(input: CloseArguments): ConfigResult<readonly JsonObject[]> {
  const [kind, ...words] = input.words
  if (!decisionKinds.some((each) => each === kind) || kind === undefined)
    return {
      ok: false,
      faults: [`${got(kind)} after decide, wanted --file FILE or one of ${decisionKinds.join(', ')}`],
    }
  const isFollowing = kind === 'reopen' || kind === 'acknowledge' || kind === 'approve'
  const options = ['label', 'reason', 'expected', 'owner', 'note'].flatMap((name) => {
    const word = wordOf(input, name)
    return word === undefined ? [] : [[name, word] as const]
  })
  return {
    ok: true,
    value: [
      {
        kind,
        ...(isFollowing ? { follows: words.join(' ') } : { items: words }),
        ...Object.fromEntries(options),
        ...(input.values.has('no-owner') && { owner: null }),
        ...(input.values.has('difference') && { difference: true }),
        ...(input.values.has('fx') && { label: 'fx' }),
      },
    ],
  }
}

function decisionOf(
  settled: SettledPeriod,
  written: JsonObject,
  common: Actor & { readonly place: number },
): ConfigResult<AskedDecision> {
  const { items: words, note, difference, amounts, ...others } = written
  const items = words === undefined ? undefined : itemsOf(settled, written['kind'], words)
  if (items !== undefined && !items.ok) return items
  const names = items?.value ?? []
  const members = {
    ...others,
    ...(items && { items: names }),
    ...(difference === true && { amount: differenceOfItems(settled.folded, names) }),
    ...(written['label'] === 'fx' &&
      written['kind'] === 'match' && { amounts: amounts ?? sumsOfItems(settled.folded, names) }),
  }
  const text = typeof note === 'string' ? note : undefined
  const read = askDecision(sha256, settled.period, { members, note: text, ...common })
  return read.ok ? read : { ok: false, faults: [read.detail] }
}

function itemsOf(
  settled: SettledPeriod,
  kind: JsonValue | undefined,
  words: JsonValue,
): ConfigResult<readonly ItemName[]> {
  if (!Array.isArray(words)) return { ok: false, faults: ['Got no list of items'] }
  const found = words.map((word: JsonValue) => findItem(settled, typeof word === 'string' ? word : ''))
  const faults = found.flatMap((each) => (each.ok ? [] : each.faults))
  if (faults.length > 0) return { ok: false, faults }
  const names = found.flatMap((each) => (each.ok ? [each.value] : []))
  const [first] = names
  return { ok: true, value: kind === 'unmatch' && names.length === 1 && first ? matchedWith(settled, first) : names }
}
