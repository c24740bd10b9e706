import { expect, test } from 'vitest';
import { setLogSink } from '#shared/base/kernel/log.ts';
import { logProgress } from '#shared/app/outbox/progress.ts';
import type { Change } from '#shared/platform/store/outbox.ts';

const event = {
  ...{ pk: 'C#1', sk: 'INV#2#E#3', kind: 'event', row: { kind: 'invoice', id: '2' } },
  webhooks: [{ type: 'invoice.issued' }, { type: 'invoice.updated' }],
};

const logged = (change: Change): unknown[] => {
  const lines: unknown[] = [];
  setLogSink(line => void lines.push(JSON.parse(line)));
  logProgress(change);
  setLogSink(() => {});
  return lines;
};

test('a new entry of a timeline is logged once for each counted step, with the document and nothing else of it', () => {
  expect(logged({ before: undefined, after: event })).toEqual([
    { level: 'INFO', message: 'invoice progress', event: 'invoice.issued', documentId: '2' },
  ]);
});

test('changes of an entry, its removal, and entries without webhook events are no progress', () => {
  expect(logged({ before: event, after: { ...event, dispatched: true } })).toEqual([]);
  expect(logged({ before: event, after: undefined })).toEqual([]);
  expect(logged({ before: undefined, after: { ...event, webhooks: undefined } })).toEqual([]);
  expect(logged({ before: undefined, after: { ...event, kind: 'notification' } })).toEqual([]);
});
