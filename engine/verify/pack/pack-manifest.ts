import { canonicalize, type JsonValue } from '../../base/canonical.ts'
import {
  hasOnlyMembers,
  isCount,
  isObject,
  isText,
  type JsonObject,
  type MemberTests,
  orNull,
  parseLine,
  type ValueTest,
} from '../../base/json-shape.ts'
import { versionFault } from '../../base/kind-version.ts'
import { parseOneLine } from '../../base/one-line.ts'
import { type Parsed, refused } from '../../base/parsed.ts'
import type { ManifestClaims, SealedRun } from '../chain/chain-input.ts'

/**
 * The manifest of an evidence pack: `run` is proven by the evidence in the pack, `unproven` is everything else known
 * about the run.
 */
export interface PackManifest extends ManifestClaims {
  readonly kind: typeof packKind
  readonly run: SealedRun
  readonly unproven: JsonObject
}

const packKind = 'tallystick/pack@2'

/** `{"engine":"2","kind":"tallystick/pack@2","leaves":17,…}` and a newline. */
export const formatManifest = (manifest: PackManifest): string =>
  `${canonicalize(JSON.parse(JSON.stringify(manifest)))}\n`

/** Refuses every text that the service would not write. */
export function parseManifest(text: string): Parsed<PackManifest> {
  const value = parseLine(text.slice(0, -1))
  const otherVersion = versionFault(value, packKind)
  if (otherVersion !== undefined) return refused(otherVersion)
  return parseOneLine<PackManifest>(text, 'a manifest', {
    ...claimTests,
    kind: (kind) => kind === packKind,
    run: hasOnlyMembers(runTests),
    unproven: isObject,
  })
}

/**
 * Divides the record of a run, as the API shows it, into proven and unproven members. A member that is proven in part,
 * such as the policy or a side, is in both.
 */
export function splitRun(record: SealedRun): { readonly run: SealedRun; readonly unproven: JsonObject } {
  const members: readonly [string, JsonValue][] = Object.entries(JSON.parse(JSON.stringify(record)))
  const proven: { [name: string]: JsonValue } = {}
  const unproven: { [name: string]: JsonValue } = {}
  for (const [name, value] of members) {
    const parts = partTests.get(name)
    if (parts !== undefined && isObject(value)) {
      proven[name] = pick(value, (member) => Object.hasOwn(parts, member))
      const others = pick(value, (member) => !Object.hasOwn(parts, member))
      if (Object.keys(others).length > 0) unproven[name] = others
    } else if (Object.hasOwn(runTests, name)) proven[name] = value
    else unproven[name] = value
  }
  return { run: JSON.parse(JSON.stringify(proven)), unproven }
}

const pick = (object: JsonObject, isPicked: (name: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => isPicked(name)))

const claimTests = {
  engine: isText,
  leaves: isCount,
  policy: isText,
  result: isText,
  source: isText,
  target: isText,
} satisfies MemberTests

const policyTests = { hash: isText }
const sideTests = { root: isText, recordCount: isCount, totals: isObject }
const isSide = hasOnlyMembers(sideTests)

const partTests: ReadonlyMap<string, MemberTests> = new Map<string, MemberTests>([
  ['policy', policyTests],
  ['source', sideTests],
  ['target', sideTests],
])

const runTests: { readonly [name in keyof SealedRun]-?: ValueTest } = {
  id: isText,
  status: isText,
  failure: (value) => value !== undefined,
  engineVersion: isText,
  policy: hasOnlyMembers(policyTests),
  rules: (value) => Array.isArray(value),
  source: isSide,
  target: isSide,
  resultRoot: orNull(isText),
  summary: (value) => value !== undefined,
  checkpoint: orNull(isText),
  replayOf: orNull(isText),
  sequence: orNull(isCount),
  createdAt: isText,
  completedAt: orNull(isText),
}
