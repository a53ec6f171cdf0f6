import { expect, it } from 'vitest'
import { limitsOf } from '../../../../../functions/service/http/rate/plans.ts'
import { plans } from '../../../../../schema/key.ts'

it('gives each plan its limits', () => {
  expect(plans.map((plan) => [plan, ...Object.values(limitsOf(plan, {}))])).toEqual([
    ['free', 600, 20_000, 100_000_000],
    ['starter', 1_200, 50_000, 1_000_000_000],
    ['growth', 3_000, 150_000, 10_000_000_000],
    ['scale', 12_000, 600_000, 100_000_000_000],
    ['enterprise', 60_000, 3_000_000, null],
  ])
})

it('lets the settings of a tenant override them, each by itself', () => {
  const free = { burstPerMinute: 600, quotaPerHour: 20_000, storageBytes: 100_000_000 }
  for (const settings of [{ burstPerMinute: 7 }, { quotaPerHour: 7 }, { storageBytes: 0 }])
    expect(limitsOf('free', settings)).toEqual({ ...free, ...settings })
})
