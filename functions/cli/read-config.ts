import type { Policy } from '@tallystick/client'
import { type JsonValue, parseJson } from '@tallystick/engine/base'
import { type CompiledPolicy, compileRules } from '@tallystick/engine/rules'
import { checkMappingFile, type SideMappings } from '@tallystick/schema/mapping'
import { pointerOf } from '@tallystick/schema/pointer'
import { hasPolicyMembers, policyChecker } from '@tallystick/schema/policy-file'
import type { Fault } from '@tallystick/schema/problem'
import { fileFault } from './file-fault.ts'
import { bytesOf } from './file-parts.ts'

/** The content of a configuration file, or all its faults, each beginning with the file's path. */
export type ConfigResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly faults: readonly string[] }

/**
 * Reads the policy in a file: JSON as in a run's `rules`, or an object with `rules`, `tables`, `rates` and `calendars`.
 * Without a file it is the built-in policy.
 */
export function readRules(path: string | undefined): Promise<ConfigResult<CompiledPolicy>> {
  return readConfig(path, [], checkPolicy)
}

/** Reads the policy in the form that is sent to a service, checked as the service would check it. */
export async function readPolicyMembers(path: string | undefined): Promise<ConfigResult<Policy>> {
  return readConfig<Policy>(path, [], (value) => {
    const checked = checkPolicy(value)
    return checked.ok ? { ok: true, value: membersIn(value) } : checked
  })
}

/** Requires JSON in which `checkPolicy` found no fault. */
function membersIn(value: JsonValue): Policy {
  const members = JSON.stringify(value)
  return hasPolicyMembers(value) ? JSON.parse(members) : { rules: JSON.parse(members) }
}

/**
 * The mapping of each side, from a file or from JSON itself, which begins with a brace. Left out, neither side has a
 * mapping.
 */
export async function readMapping(written: string | undefined): Promise<ConfigResult<SideMappings>> {
  if (written?.trimStart().startsWith('{') !== true) return readConfig(written, {}, checkMappingFile)
  const read = jsonIn(written, '--mapping')
  return read.ok ? checked(checkMappingFile(read.value), '--mapping') : read
}

const checkPolicy = policyChecker(compileRules)

type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly faults: readonly Fault[] }

async function readConfig<Value>(
  path: string | undefined,
  whenAbsent: JsonValue,
  checkValue: (value: JsonValue) => Checked<Value>,
): Promise<ConfigResult<Value>> {
  const read = path === undefined ? { ok: true as const, value: whenAbsent } : await readJson(path)
  if (!read.ok) return read
  return checked(checkValue(read.value), path)
}

const checked = <Value>(result: Checked<Value>, path: string | undefined): ConfigResult<Value> =>
  result.ok ? result : { ok: false, faults: result.faults.map((fault) => `${path}${placeOf(fault)}: ${fault.detail}`) }

const placeOf = ({ pointer }: Fault): string => (pointer ? ` ${pointer}` : '')

async function readJson(path: string): Promise<ConfigResult<JsonValue>> {
  let bytes: Uint8Array
  try {
    bytes = await bytesOf(path)
  } catch (error) {
    return { ok: false, faults: [fileFault(path, error)] }
  }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { ok: false, faults: [`${path}: Got bytes that are no UTF-8, wanted JSON`] }
  }
  return jsonIn(text, path)
}

function jsonIn(text: string, path: string): ConfigResult<JsonValue> {
  const parsed = parseJson(text)
  if (parsed.ok) return parsed
  const { line, column, detail, path: place = [] } = parsed.fault
  const pointer = place.length > 0 ? ` ${pointerOf(place)}` : ''
  return { ok: false, faults: [`${path}:${line}:${column}${pointer}: ${detail}`] }
}
