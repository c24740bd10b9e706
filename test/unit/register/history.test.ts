import { describe, expect, it } from 'vitest';
import { cancellationOf, givenBy, historyOf } from '#shared/model/register/history.ts';
import type { DocumentEvent } from '#shared/model/timeline.ts';

/** What happened to a number since it was given (REP-63). */

const ANA = { id: 'a', name: 'Ana Pop', email: 'ana@test.example' };
const event = (id: string, changes: Partial<DocumentEvent>): DocumentEvent => ({
  ...{ id, type: 'updated', status: null, timestamp: `2026-03-0${id}T08:00:00.000Z`, details: '', user: ANA, metadata: null },
  ...changes,
});
const NUMBER = { seriesId: 's', sequence: 7 };
const issue = event('2', { status: 'issued', type: 'status_change', series: { id: 's', sequence: 7, previousHash: null } });

describe('The history of a number', () => {
  it('begins when it was given, in the order of time, however the entries were read', () => {
    const entries = [event('4', { type: 'cancelled' }), event('1', {}), event('3', {}), issue];
    expect(historyOf(entries, NUMBER).map(({ at }) => at.slice(0, 10))).toEqual(['2026-03-02', '2026-03-03', '2026-03-04']);
    expect(givenBy(entries, NUMBER)).toEqual({ at: issue.timestamp, by: ANA });
  });

  it('has all entries when none says that the number was given', () => {
    expect(historyOf([event('1', {}), event('2', {})], NUMBER)).toHaveLength(2);
    expect(givenBy([event('1', {})], NUMBER)).toBeUndefined();
  });

  it('leaves out mails, files, readers and payments', () => {
    const others = (['email_sent', 'pdf_generated', 'viewed', 'downloaded', 'payment_received'] as const).map((type, place) =>
      event(String(place + 3), { type }),
    );
    expect(historyOf([issue, ...others], NUMBER)).toHaveLength(1);
  });

  it('has what a change changed, how much it left out, and the reason of a cancellation of any kind', () => {
    const changes = [{ field: 'notes', from: null, to: 'x' }];
    const [, changed, cancelled, other] = historyOf(
      [
        issue,
        event('3', { metadata: { changes, moreChanges: 4 } }),
        event('4', { type: 'cancelled', metadata: { reason: 'Twice' } }),
        event('5', { type: 'cancelled', metadata: { cancellationReason: 'Late' } }),
      ],
      NUMBER,
    );
    expect(changed).toMatchObject({ changes, moreChanges: 4, reason: null });
    expect([cancelled?.reason, other?.reason]).toEqual(['Twice', 'Late']);
  });

  it('says of the last cancellation who and when', () => {
    const bob = { ...ANA, name: 'Bob' };
    const twice = [event('5', { type: 'cancelled', user: bob }), event('3', { type: 'cancelled' })];
    expect(cancellationOf(twice)).toEqual({ at: '2026-03-05T08:00:00.000Z', by: bob });
    expect(cancellationOf([issue])).toBeUndefined();
  });
});
