/** Texts of the components of schema/reference-data.ts: component, path of the property, text. */
export const referenceDataDescriptions = {
  Rate: {
    '': 'An exchange rate of one day',
    rate: 'Units of `to` for one unit of `from`, above 0',
    source: 'Who published it',
    from: 'The currency that is converted',
    to: 'The currency that it is converted into',
    date: 'The day that the rate is of, as an ISO date',
  },
  Calendar: {
    '': 'Which days are no business days',
    weekend: 'sat and sun when left out',
    holidays: 'ISO dates',
  },
} as const
