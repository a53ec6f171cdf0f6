import { expect, it } from 'vitest'
import { limitsOf } from '../../../../functions/http/rate/plans.ts'
import { plans } from '../../../../schema/key.ts'

it('gives each plan its limits', () => {
  expect(plans.map((plan) => [plan, ...Object.values(limitsOf(plan, {}))])).toEqual([
    ['free', 600, 20_000],
    ['starter', 1_200, 50_000],
    ['growth', 3_000, 150_000],
    ['scale', 12_000, 600_000],
    ['enterprise', 60_000, 3_000_000],
  ])
})

it('lets the settings of a tenant override them, each by itself', () => {
  expect(limitsOf('free', { burstPerMinute: 7 })).toEqual({ burstPerMinute: 7, quotaPerHour: 20_000 })
  expect(limitsOf('free', { quotaPerHour: 7 })).toEqual({ burstPerMinute: 600, quotaPerHour: 7 })
})
