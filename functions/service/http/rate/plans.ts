import type { PricingPlan, TenantSettings } from '@tallystick/schema/key'
import type { Env } from '../../env.ts'
import { planStorageBytes } from '../../store/storage-store.ts'

interface PlanLimits {
  readonly burstPerMinute: number
  readonly quotaPerHour: number
  readonly storageBytes: number | null
}

export const planLimits: Readonly<Record<PricingPlan, PlanLimits>> = {
  free: { burstPerMinute: 600, quotaPerHour: 20_000, storageBytes: planStorageBytes.free },
  starter: { burstPerMinute: 1_200, quotaPerHour: 50_000, storageBytes: planStorageBytes.starter },
  growth: { burstPerMinute: 3_000, quotaPerHour: 150_000, storageBytes: planStorageBytes.growth },
  scale: { burstPerMinute: 12_000, quotaPerHour: 600_000, storageBytes: planStorageBytes.scale },
  enterprise: { burstPerMinute: 60_000, quotaPerHour: 3_000_000, storageBytes: planStorageBytes.enterprise },
}

export const limitsOf = (plan: PricingPlan, settings: TenantSettings): PlanLimits => ({
  burstPerMinute: settings.burstPerMinute ?? planLimits[plan].burstPerMinute,
  quotaPerHour: settings.quotaPerHour ?? planLimits[plan].quotaPerHour,
  storageBytes: settings.storageBytes ?? planLimits[plan].storageBytes,
})

/** The platform's counter for the burst of `plan`, if bound. wrangler.toml fixes its limit. */
export const platformLimiterOf = (env: Env, plan: PricingPlan): RateLimit | undefined =>
  ({
    free: env.BURST_FREE,
    starter: env.BURST_STARTER,
    growth: env.BURST_GROWTH,
    scale: env.BURST_SCALE,
    enterprise: env.BURST_ENTERPRISE,
  })[plan]
