import * as z from 'zod';
import { documented, id } from '#shared/base/kernel/fields.ts';
import { optionalParameter as optional, orderParameter, wordList } from '#shared/documents/lists/query.ts';
import { EVENTS, type EventName } from '#shared/output/webhooks/events.ts';
import { paging } from '#shared/platform/lambda/endpoint/request.ts';
import { fromText } from './cursor.ts';

/** Query of the list of events (WHK-51 to WHK-54). */

const instant = () => z.iso.datetime({ offset: true, error: 'must be an instant (ISO 8601)' });

const NO_CURSOR = 'is no cursor of this list; leave it out to begin with the first page';

const cursor = () =>
  documented(
    z.string().transform((text, context) => {
      const found = fromText(text);
      if (!found) context.addIssue({ code: 'custom', message: NO_CURSOR });
      return found ?? z.NEVER;
    }),
    { type: 'string', maxLength: 4_000 },
  );

export const eventsQuery = z
  .object({
    types: optional(wordList(Object.keys(EVENTS) as EventName[])),
    documentId: optional(id()),
    since: optional(instant()),
    until: optional(instant()),
    order: orderParameter(),
    cursor: optional(cursor()),
    limit: paging().limit,
  })
  .refine(({ since, until }) => !since || !until || Date.parse(since) <= Date.parse(until), {
    path: ['since'],
    message: 'must not be after until',
  })
  .refine(query => !query.cursor || !query.order || query.cursor.order === query.order, {
    path: ['order'],
    message: 'must be that of the cursor, or absent',
  });
export type EventsQuery = z.output<typeof eventsQuery>;
