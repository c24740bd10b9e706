import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstIdAt } from '#shared/base/kernel/ids.ts';
import { type Cursor, fromText, markOf, type Order, toText } from '#shared/app/webhooks/events/cursor.ts';
import { eventId } from '#shared/app/webhooks/events/item-events.ts';
import { type Indexed, itemsToRead, MOST_SEEN, SETTLED_SECONDS, walk, type Wanted } from '#shared/app/webhooks/events/walk.ts';
import { generated } from '../../support/effort.ts';

/** An item with events: when its id was made, and when the index shows it. */
interface Made extends Indexed {
  shownAt: number;
}

const START = Date.UTC(2026, 10, 26);

const item = (madeAt: number, delay: number, types: string[], document: string, place: number): Made => {
  const id = `${firstIdAt(new Date(START + madeAt)).slice(0, 18)}-${place.toString(16).padStart(4, '0')}-${'0'.repeat(12)}`;
  return { pk: 'C#1', sk: `NOTIFY#${id}`, gsi1sk: id, row: { types, id: document }, shownAt: START + madeAt + delay };
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A page at a time, as `read.ts` reads it of the index. */
function page(all: readonly Made[], from: Cursor, wanted: Wanted, at: number) {
  const { order, after } = from;
  const isBeyond = ({ gsi1sk }: Made): boolean => after === null || (order === 'asc' ? gsi1sk > after : gsi1sk < after);
  const shown = all
    .filter(one => one.shownAt <= at && isBeyond(one))
    .toSorted((a, b) => (order === 'asc' ? 1 : -1) * compare(a.gsi1sk, b.gsi1sk));
  const walking = walk(from, wanted, firstIdAt(new Date(at - SETTLED_SECONDS * 1000)));
  const most = (wanted.types ?? wanted.document) ? 7 : itemsToRead(from, wanted);
  const read = shown.slice(0, most);
  read.every(one => walking.take(one));
  const { hasMore, next } = walking.end(read.length < most);
  // As a client has it: as text.
  return { ids: walking.found.map(({ id }) => id), hasMore, next: fromText(toText(next)) as Cursor };
}

const idsOf = (all: readonly Made[], { types, document }: Omit<Wanted, 'limit'> = {}): string[] =>
  all
    .filter(({ row }) => !document || row.id === document)
    .flatMap(({ gsi1sk, row }) =>
      (row.types ?? []).flatMap((type, place) => (!types || types.includes(type) ? [eventId(gsi1sk, place)] : [])),
    );

const first = (order: Order): Cursor => ({ order, after: null, seen: [] });

const items = fc
  .array(
    fc.record({
      madeAt: fc.integer({ min: 0, max: 600_000 }),
      delay: fc.integer({ min: 0, max: SETTLED_SECONDS * 1000 - 1 }),
      types: fc.array(fc.constantFrom('invoice.created', 'invoice.issued', 'client.updated'), { minLength: 1, maxLength: 3 }),
      document: fc.constantFrom('a', 'b'),
    }),
    { maxLength: 60 },
  )
  .map(all => all.map(({ madeAt, delay, types, document }, place) => item(madeAt, delay, types, document, place)));

const filters = fc.record(
  { types: fc.constant(['invoice.created', 'client.updated']), document: fc.constant('a') },
  { requiredKeys: [] },
);

describe('reading on with order=asc', () => {
  it('returns each event once, whenever it becomes visible and whenever pages are read', () => {
    fc.assert(
      fc.property(
        items,
        filters,
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat(90_000), { maxLength: 40 }),
        (all, by, limit, waits) => {
          const got: string[] = [];
          let cursor = first('asc');
          let at = START;
          const readAll = (): void => {
            for (let pages = 0, more = true; more; pages++) {
              expect(pages).toBeLessThan(500);
              const { ids, hasMore, next } = page(all, cursor, { ...by, limit }, at);
              got.push(...ids);
              [cursor, more] = [next, hasMore];
            }
          };
          for (const wait of waits) {
            readAll();
            at += wait;
          }
          at = START + 1_000_000;
          readAll();
          expect(got.toSorted()).toEqual(idsOf(all, by).toSorted());
          // What is settled is not remembered any more.
          expect(cursor.seen).toEqual([]);
        },
      ),
      generated({ runs: 60, seed: 34 }),
    );
  });

  it('returns no more than a cursor can remember of what is not settled, and the rest when it is', () => {
    const all = Array.from({ length: MOST_SEEN + 50 }, (_, place) => item(place, 0, ['client.updated'], 'a', place));
    const got: string[] = [];
    let cursor = first('asc');
    let rest = true;
    const read = (at: number): void => {
      const { ids, hasMore, next } = page(all, cursor, { limit: 100 }, at);
      got.push(...ids);
      [cursor, rest] = [next, hasMore];
      expect(toText(cursor).length).toBeLessThan(4_000);
    };
    while (rest) read(START + 10_000);
    expect(got).toHaveLength(MOST_SEEN);
    read(START + 10_000);
    expect([got.length, rest]).toEqual([MOST_SEEN, false]);
    read(START + 200_000);
    expect(new Set(got)).toEqual(new Set(idsOf(all)));
    expect(got).toHaveLength(all.length);
  });
});

describe('pages with order=desc', () => {
  it('have what was there at the first one, newest first, each event once', () => {
    fc.assert(
      fc.property(items, filters, fc.integer({ min: 1, max: 5 }), (all, by, limit) => {
        const got: string[] = [];
        let cursor = first('desc');
        for (let more = true; more;) {
          const { ids, hasMore, next } = page(all, cursor, { ...by, limit }, START + 1_000_000);
          got.push(...ids);
          [cursor, more] = [next, hasMore];
        }
        const newestFirst = all.toSorted((a, b) => -compare(a.gsi1sk, b.gsi1sk));
        expect(got).toEqual(newestFirst.flatMap(one => idsOf([one], by).toReversed()));
      }),
      generated({ runs: 40, seed: 35 }),
    );
  });
});

describe('a cursor', () => {
  const cursor: Cursor = {
    order: 'asc',
    after: '0198c1f2-7d3a-7c55-8f4e-2b1a9c0d3e4f',
    seen: [markOf('0198c1f2-7d3a-7c55-8f4e-2b1a9c0d3e4f')],
  };

  it('is the same after it was a text', () => {
    expect(fromText(toText(cursor))).toEqual(cursor);
    expect(fromText(toText({ ...cursor, order: 'desc', after: null, seen: [] }))).toEqual({
      order: 'desc',
      after: null,
      seen: [],
    });
  });

  it.each([
    '',
    'x',
    'AQ',
    `${toText(cursor)}A`,
    `${toText(cursor)}=`,
    toText(cursor).slice(0, -2),
    `D${toText(cursor).slice(1)}`,
  ])('is not %j', text => expect(fromText(text)).toBeUndefined());
});
