/** A time in UTC with milliseconds (RFC 3339): `2026-03-01T12:00:00.000Z`. */
export const timestampOf = (milliseconds: number): string => new Date(milliseconds).toISOString()

export const nullableTimestampOf = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : timestampOf(milliseconds)
