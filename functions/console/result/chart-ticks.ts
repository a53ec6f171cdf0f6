export interface TickScale {
  (value: number): number
  readonly ticks: (count: number) => readonly number[]
}

const tickFormat = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 })

/** The text of a tick, rounded: `1.2M`. */
export const tickText = (tick: number): string => tickFormat.format(tick)

export type Anchor = 'start' | 'middle' | 'end'

/** A label near an edge is aligned so that it stays inside the chart. */
export const anchorOf = (place: number): Anchor => (place < 8 ? 'start' : place > 92 ? 'end' : 'middle')

/** The width of a character and of the space between two labels, in pixels, for text of 11 pixels. */
const [characterWidth, gapWidth] = [6.5, 8]

/** About three ticks, or fewer where their labels would touch on `width` pixels. Zero is always among them. */
export function ticksWithRoom(scale: TickScale, width: number): readonly number[] {
  const all = scale.ticks(3)
  const zero = Math.max(0, all.indexOf(0))
  for (let step = 1; step < all.length; step++) {
    const ticks = all.filter((_, place) => (place - zero) % step === 0)
    if (areApart(scale, ticks, width)) return ticks
  }
  return all.slice(zero, zero + 1)
}

function areApart(scale: TickScale, ticks: readonly number[], width: number): boolean {
  let end = -gapWidth
  for (const tick of ticks) {
    const [from, to] = extentOf(scale(tick), tickText(tick).length * characterWidth, width)
    if (from < end + gapWidth) return false
    end = to
  }
  return true
}

function extentOf(place: number, length: number, width: number): readonly [number, number] {
  const at = (place / 100) * width
  const before = { start: 0, middle: length / 2, end: length }[anchorOf(place)]
  return [at - before, at - before + length]
}
