/** How hard the records of the job are: as most exports are, or as bad as they get. */
export const tiers = ['usual', 'hard'] as const
export type Tier = (typeof tiers)[number]
