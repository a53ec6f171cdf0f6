import { computed, signal } from '@preact/signals'
import type { JsonValue } from '@tallystick/engine/base'
import type { Side, SideReading } from '../engine-worker/engine-types.ts'
import { type KeptLayout, type KeptLayouts, noLayouts } from '../engine-worker/kept-layout.ts'
import { openEngine } from '../shell/engine.ts'
import { chooseFile, packFiles, sideStates } from './local-files.ts'

/** How files were read before and which rules they had, by the layout of the files. */
export const keptLayouts = signal<KeptLayouts>(noLayouts)

const layoutCountMax = 50

let loaded: Promise<void> | undefined

export function loadLayouts(): Promise<void> {
  loaded ??= openEngine()
    .then((engine) => engine.layouts())
    .then((kept) => {
      keptLayouts.value = kept
    })
  return loaded
}

/** The kept layout that a file has; the rows above a header that is not recognised may name it as well. */
export function layoutOf(reading: SideReading | undefined): KeptLayout | undefined {
  if (reading === undefined) return undefined
  const { format, head } = reading.ok ? reading.preview : reading
  return keptLayouts.value.layouts.find(
    (each) => each.format === format && (head.length === 0 ? each.header.length === 0 : head.some(isRow(each.header))),
  )
}

const isRow = (header: readonly string[]) => (row: readonly string[]) =>
  header.length > 0 && header.length === row.length && header.every((name, index) => name === row[index])

/** Reads a file that a person has chosen: as the last one of its layout was read, where that was in a way of its own. */
export async function openFile(side: Side, file: File): Promise<void> {
  await Promise.all([chooseFile(side, file), loadLayouts()])
  const { file: current, reading } = sideStates[side].value
  const layout = layoutOf(reading)
  if (current === file && layout !== undefined && Object.values(layout.settings).some((each) => each !== undefined))
    await chooseFile(side, file, { settings: layout.settings, layout })
}

/** As `openFile`; several files become parts of the side. */
export async function openFiles(side: Side, files: readonly File[]): Promise<void> {
  const [file] = files
  const chosen = files.length < 2 ? file : await packFiles(side, files)
  if (chosen !== undefined) await openFile(side, chosen)
}

/** The rules of the newest run of files of these two layouts. */
export const rulesOfLayouts = computed((): JsonValue | undefined => {
  const [source, target] = [sideStates.source, sideStates.target].map(({ value }) => layoutOf(value.reading)?.id)
  return keptLayouts.value.rules.find((each) => each.source === source && each.target === target)?.policy
})

/** Keeps how both files are read, and their rules. Nothing happens where the browser keeps nothing. */
export async function keepLayouts(policy: JsonValue): Promise<void> {
  const made = (['source', 'target'] as const).map((side): KeptLayout | undefined => {
    const { reading, settings } = sideStates[side].value
    if (reading?.ok !== true) return undefined
    const { name, format, head } = reading.preview
    const header = head.at(-1) ?? []
    return { id: JSON.stringify([format, ...header]), name, format, header, settings }
  })
  const [source, target] = made
  if (source === undefined || target === undefined) return
  const others = keptLayouts.value.layouts.filter(({ id }) => id !== source.id && id !== target.id)
  const rules = keptLayouts.value.rules.filter((each) => each.source !== source.id || each.target !== target.id)
  const layouts = source.id === target.id ? [source] : [source, target]
  await write({
    layouts: [...layouts, ...others].slice(0, layoutCountMax),
    rules: [{ source: source.id, target: target.id, policy }, ...rules].slice(0, layoutCountMax),
  })
}

export async function forgetLayout(id: string): Promise<void> {
  const { layouts, rules } = keptLayouts.value
  await write({
    layouts: layouts.filter((each) => each.id !== id),
    rules: rules.filter(({ source, target }) => source !== id && target !== id),
  })
}

async function write(kept: KeptLayouts): Promise<void> {
  keptLayouts.value = kept
  await (await openEngine()).writeLayouts(kept)
}
