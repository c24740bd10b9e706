import { expect, describe, it } from 'vitest';
import { setEnvironment } from '../../../infra/local/environment.ts';
import type { Series } from '#shared/records/catalogue/series/store.ts';
import {
  HIGHEST_NUMBER,
  numberedDraft,
  numberWrites,
  releasedNumber,
  seriesPosition,
} from '#shared/documents/common/numbering.ts';
import { newEvent } from '#shared/documents/common/timeline.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { sampleDocument } from '../../support/documents.ts';

setEnvironment({ TABLE_NAME: 'table' });

const series = (id: string, more: Partial<Series> = {}): Series => ({
  ...{ id, name: 'Facturi', prefix: id, type: 'invoice', year: 2026, currentNumber: 7, highestUsed: 7, active: true },
  ...{ isDefault: false, source: 'manual', usedCount: 0, createdAt: '', updatedAt: '', version: 1 },
  ...(more as object),
});
const all = [series('other'), series('default', { isDefault: true, currentNumber: 3 }), series('off', { active: false })];

describe('the number that a draft takes', () => {
  it.each<[string, string | null, string, number]>([
    ['is the next of the series that it names', 'other', 'other', 8],
    ['is of the default one, if that is inactive', 'off', 'default', 4],
    ['or deleted', 'gone', 'default', 4],
    ['or none is named', null, 'default', 4],
  ])('%s', (_, seriesId, id, sequence) => {
    const { document, taken, next } = numberedDraft(KINDS.invoice, sampleDocument({ seriesId, sequence: null }), all);
    expect([document.seriesId, document.series?.id, document.sequence, taken?.id, next]).toEqual([
      id,
      id,
      sequence,
      id,
      sequence + 1,
    ]);
    expect(document.number).toContain(id);
  });

  it.each([
    ['other', 8],
    ['gone', null],
  ])('is kept, once it has one of the series %s, whose next is %s', (seriesId, next) => {
    const draft = sampleDocument({ seriesId, sequence: 5, number: 'X-5' });
    expect(numberedDraft(KINDS.invoice, draft, all)).toEqual({ document: draft, taken: undefined, next });
  });

  it('has at most 14 digits: the register, which is in order of its sort keys, has one more', () => {
    expect(HIGHEST_NUMBER).toBe(99_999_999_999_999);
  });

  it('is absent without an active series', () => {
    expect(() => numberedDraft(KINDS.invoice, sampleDocument({ sequence: null }), [all[2]!])).toThrow('no active series');
  });

  it.each([
    ['other', 0],
    [null, 1],
  ])('is written with the series, which the draft named as %s, and its hashes', (named, more) => {
    const document = sampleDocument({ number: 'X-8' });
    const taken = series('other', { lastHash: 'before' });
    const event = { ...newEvent('issued', 'issued', '', null), series: seriesPosition(taken), hash: 'own' };
    const [advanced, reserved] = numberWrites(KINDS.invoice, document, event, { series: taken, named });
    expect(advanced?.operation.Update?.ExpressionAttributeValues).toMatchObject({ ':next': 8, ':hash': 'own', ':more': more });
    expect(reserved?.operation.Put?.Item).toMatchObject({
      ...{ gsi1pk: `C#${document.companyId}#SERIES#other`, gsi1sk: '000000000000008' },
      row: { sequence: 8, number: 'X-8', invoiceId: document.id, hash: 'own', previousHash: 'before' },
    });
    const first = { ...event, series: seriesPosition(series('other')), hash: undefined } as unknown as typeof event;
    const [advancedByFirst, ofFirst] = numberWrites(KINDS.invoice, document, first, { series: series('other'), named });
    expect(first.series.previousHash).toBeNull();
    expect(advancedByFirst?.operation.Update?.ExpressionAttributeValues).toMatchObject({ ':hash': null });
    expect(ofFirst?.operation.Put?.Item).toMatchObject({ row: { hash: '', previousHash: null } });
  });

  it('is marked when the document is deleted, if it has one', () => {
    expect(releasedNumber(KINDS.invoice, sampleDocument({ sequence: null }))).toEqual([]);
    const [mark] = releasedNumber(KINDS.invoice, sampleDocument({ sequence: 8, number: 'X-8' }));
    expect(mark?.operation.Update).toMatchObject({ ConditionExpression: 'attribute_exists(pk)' });
    expect(mark?.operation.Update?.Key?.['sk']).toContain('X-8');
  });
});
