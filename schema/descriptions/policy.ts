/** Texts of the components of schema/policy.ts: component, path of the property, text. */
export const policyDescriptions = {
  Policy: {
    '': 'Canonical JSON (RFC 8785) of the effective rules, alone or beside the tables, rates and calendars that the policy brings; its SHA-256 is the policy hash',
    rates: 'Exchange rates',
    rules: 'The effective rules',
    tables: 'Tables by name, for the step lookup',
    calendars: 'Calendars by name',
  },
} as const
