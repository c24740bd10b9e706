import { tooEarly } from '../ledger/query.ts';
import { journalQuery } from '../query.ts';

/** The query of exchange differences: a month, by default the current one; a page of them, or their CSV. */
export const differencesQuery = () =>
  journalQuery()
    .omit({ role: true })
    .superRefine(({ period }, context) => {
      const message = tooEarly(`${period}-01`);
      if (message) context.addIssue({ code: 'custom', path: ['period'], message });
    });
