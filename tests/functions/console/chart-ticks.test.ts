import { scaleLinear } from 'd3-scale'
import { describe, expect, it } from 'vitest'
import { ticksWithRoom } from '../../../functions/console/result/chart-ticks.ts'

const scaleOf = (from: number, to: number) => scaleLinear().domain([from, to]).nice(4).range([0, 100])

describe('the ticks of a scale', () => {
  it.each([
    [500, [-400_000, -200_000, 0, 200_000]],
    [120, [-400_000, 0]],
    [20, [0]],
  ])('on %d pixels are those whose labels stand apart', (width, ticks) => {
    expect(ticksWithRoom(scaleOf(-400_000, 200_000), width)).toEqual(ticks)
  })
})
