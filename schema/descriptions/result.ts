import { matchTotals } from './shared-texts.ts'

/** Texts of the components of schema/result.ts: component, path of the property, text. */
export const resultDescriptions = {
  ResultPage: {
    '': 'The reconciliation response: a page of one view of a result, and the figures of the whole run',
    matched_count: 'Source records in a match',
    unmatched_count: 'Records of both sides that are open',
    success: 'Always true',
    timestamp: 'When the run was completed',
    request_id: 'The request that made the run',
    run_id: 'The id of the run',
    matches: 'The matches of the page',
    breaks: 'The breaks of the page',
    suggestions: 'The suggestions of the page, of that view alone',
    excluded: 'The exclusions of the page, of that view alone',
    netted: 'The netted records of the page, of that view alone',
    ...matchTotals,
    next_cursor: 'The cursor of the next page; null on the last',
  },
  ResultLine: { '': 'A line of a streamed view: an item of the view asked for' },
} as const
