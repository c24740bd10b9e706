import { describe, expect, it } from 'vitest';
import { nearestWord } from '#shared/base/vocabulary/nearest-word.ts';
import { documentBody, documentChanges } from '#shared/documents/invoices/input.ts';
import { unknownFieldWarnings } from '#shared/platform/lambda/endpoint/unknown-fields.ts';

const line = { description: 'Masă', quantity: 1, unitPrice: 100 };
const warnings = (body: object, shown: object = {}, schema: typeof documentBody | typeof documentChanges = documentBody) =>
  unknownFieldWarnings(schema, body as Record<string, unknown>, shown);

describe('unknown fields of a body (INV-85)', () => {
  it.each<[title: string, body: object, expected: string[]]>([
    ['none', { issueDate: '2026-11-26', lines: [line], metadata: { own: 'x' }, receiverName: '', ublExtensions: null }, []],
    ['a misspelt field', { curency: 'EUR' }, ['curency is not known and was ignored; did you mean currency?']],
    ['another style', { due_date: '2026-11-26' }, ['due_date is not known and was ignored; did you mean dueDate?']],
    ['a part of a name', { seriesId: 'x' }, ['seriesId is not known and was ignored; did you mean documentSeriesId?']],
    ['nothing like it', { colour: 'red' }, ['colour is not known and was ignored']],
    [
      'in lines and extensions, in the order of the body',
      {
        lines: [
          { ...line, vatRat: 9 },
          { ...line, discountPercentage: 50, ublExtensions: { invoicePeriod: { startdate: '' } } },
        ],
        ublExtensions: { prepaidAmmount: '1' },
      },
      [
        'lines.0.vatRat is not known and was ignored; did you mean vatRate?',
        'lines.1.discountPercentage is not known and was ignored; did you mean discountPercent?',
        'lines.1.ublExtensions.invoicePeriod.startdate is not known and was ignored; did you mean startDate?',
        'ublExtensions.prepaidAmmount is not known and was ignored; did you mean prepaidAmount?',
      ],
    ],
    [
      'of a credit note, by either field',
      { documentType: 'credit_note', documentSeriesId: 'x' },
      ['documentSeriesId is not known and was ignored; did you mean seriesId?'],
    ],
    ['of a credit note', { isCreditNote: true, dueDat: 'x' }, ['dueDat is not known and was ignored; did you mean dueDate?']],
    ['a long name', { ['x'.repeat(100)]: 1 }, [`${'x'.repeat(60)}… is not known and was ignored`]],
  ])('%s', (_, body, expected) => {
    expect(warnings(body)).toEqual(expected);
  });

  it('what the answer has at the same place is no mistake', () => {
    const sent = { uuid: 'x', total: 1, lines: [{ ...line, id: 'y', vatAmount: 2, vatRat: 9 }] };
    expect(warnings(sent, { uuid: 'x', total: 1, lines: [{ id: 'y', vatAmount: 2 }] })).toEqual([
      'lines.0.vatRat is not known and was ignored; did you mean vatRate?',
    ]);
  });

  it('of a change, and 20 at most', () => {
    const body = Object.fromEntries(Array.from({ length: 30 }, (_, place) => [`zz${place}`, place]));
    expect(warnings(body, {}, documentChanges)).toHaveLength(20);
    expect(warnings({ collect: {} }, {}, documentChanges)).toEqual(['collect is not known and was ignored']);
  });
});

describe('the nearest word', () => {
  it.each([
    ['vatRat', ['vatRate', 'vatRateId'], 'vatRate'],
    ['VATRATE', ['vatRateId', 'vatRate'], 'vatRate'],
    ['series', ['seriesId', 'notes'], 'seriesId'],
    ['note', ['notes', 'name'], 'notes'],
    ['x', ['xy'], undefined],
    ['colour', ['county', 'currency'], undefined],
    ['y'.repeat(61), ['y'.repeat(60)], undefined],
  ])('of %s among %j: %s', (word, known, expected) => {
    expect(nearestWord(word, known)).toBe(expected);
  });
});
