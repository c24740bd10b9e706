import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DatedNumber, placesIn, stretchOf } from '#shared/model/register/period.ts';

/** Which numbers of a series belong to a period (REP-61). */

const MARCH = { from: '2026-03-01', to: '2026-03-31' };
const dated = (...days: (string | null)[]): DatedNumber[] => days.map(day => ({ day: day && `2026-${day}` }));

describe('The numbers of a period', () => {
  it.each<[what: string, numbers: DatedNumber[], next: string | null, places: [number, number] | undefined]>([
    ['are those with a date in it', dated('02-28', '03-01', '03-31', '04-01'), null, [1, 2]],
    ['are none without a date in it', dated('02-28', '04-01'), null, undefined],
    ['are none of an empty series', [], null, undefined],
    ['have those of another date between them', dated('03-01', '02-10', '03-02'), null, [0, 2]],
    ['have what has no date with the next one', dated('02-28', null, '03-01', null, '04-01'), null, [1, 2]],
    ['leave what has no date to the next one after them', dated('03-01', null), '2026-04-02', [0, 0]],
    ['have at the end what has no date', dated('03-01', null), null, [0, 1]],
    ['have at the end what was deleted in the period', [{ day: null, deletedOn: '2026-03-09' }], null, [0, 0]],
    ['have at the end not what was deleted later', [...dated('03-01'), { day: null, deletedOn: '2026-04-09' }], null, [0, 0]],
  ])('%s', (_what, numbers, next, places) => {
    expect(placesIn(numbers, MARCH, next)).toEqual(places);
  });

  it('leave out none, over all months of a series', () => {
    const day = fc.integer({ min: 0, max: 364 }).map(days => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10));
    const months = Array.from({ length: 12 }, (_, place) => String(place + 1).padStart(2, '0'));
    const number = fc.record({
      day: fc.option(day),
      deletedOn: fc.option(day, { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(number, { maxLength: 30 }), numbers => {
        const seen = new Set(
          months.flatMap(month => {
            const places = placesIn(numbers, { from: `2026-${month}-01`, to: `2026-${month}-31` }, null);
            return places ? numbers.slice(places[0], places[1] + 1).map((_, place) => (places[0] ?? 0) + place) : [];
          }),
        );
        expect(seen.size).toBe(numbers.length);
      }),
    );
  });
});

describe('The stretch of a series that a period can have', () => {
  const listed = (...numbers: [sequence: number, day: string][]) =>
    numbers.map(([sequence, day]) => ({ id: String(sequence), sequence, day: `2026-${day}` }));

  it.each<[what: string, days: Parameters<typeof listed>, stretch: object]>([
    [
      'goes from the document before it to the one after it',
      [
        [3, '02-01'],
        [9, '03-05'],
        [6, '03-01'],
        [12, '04-01'],
      ],
      { from: 4, to: 11, next: '2026-04-01' },
    ],
    [
      'goes to the end of the series',
      [
        [3, '02-01'],
        [6, '03-01'],
      ],
      { from: 4, to: undefined, next: null },
    ],
    ['begins with the series', [[6, '03-01']], { from: 1, to: undefined, next: null }],
    [
      'lies between the neighbours of a period without documents',
      [
        [3, '02-01'],
        [6, '04-01'],
      ],
      { from: 4, to: 5, next: '2026-04-01' },
    ],
    ['is empty before the first document', [[1, '04-01']], { from: 1, to: 0, next: '2026-04-01' }],
  ])('%s', (_what, days, stretch) => {
    expect(stretchOf(listed(...days), MARCH)).toEqual(stretch);
  });

  it('holds every number of the period, and no other document at its ends', () => {
    const series = fc.uniqueArray(
      fc.tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom('02-10', '03-01', '03-20', '04-05')),
      {
        selector: ([sequence]) => sequence,
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(series, numbers => {
        const all = listed(...numbers);
        const { from, to = Infinity } = stretchOf(all, MARCH);
        const within = all.filter(({ day }) => day >= MARCH.from && day <= MARCH.to);
        expect(within.every(({ sequence }) => sequence >= from && sequence <= to)).toBe(true);
        if (within.length === 0) return;
        const ends = within.map(({ sequence }) => sequence);
        const beside = all.filter(
          ({ sequence }) => sequence >= from && sequence <= to && (sequence < Math.min(...ends) || sequence > Math.max(...ends)),
        );
        expect(beside).toEqual([]);
      }),
    );
  });
});
