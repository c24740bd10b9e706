import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  draftMatchWrite,
  idempotencyKeyWrite,
  matchWrites,
  stillMatches,
} from '#shared/documents/invoices/repeated/duplicates.ts';
import { idempotencyKeyOf } from '#shared/documents/invoices/repeated/idempotency-key.ts';
import { setTimeSource } from '#shared/base/kernel/clock.ts';
import { type DocumentOverrides, sampleDocument, sampleLine } from '../../support/documents.ts';

const CREATED = '2026-03-02T10:00:00.000Z';
const draft = (overrides: DocumentOverrides = {}) =>
  sampleDocument({ status: 'draft', createdAt: CREATED, clientId: 'client', ...overrides });
const at = (minutes: number): void => setTimeSource(() => Date.parse(CREATED) + minutes * 60_000);

beforeEach(() => {
  vi.stubEnv('TABLE_NAME', 'table');
});

afterEach(() => {
  vi.unstubAllEnvs();
  setTimeSource(() => Date.now());
});

/** The sort key that a write puts. */
const keyOf = (write: { operation: { Put?: { Item?: unknown } | undefined } } | undefined): string | undefined =>
  (write?.operation.Put?.Item as { sk: string } | undefined)?.sk;

describe('the match of recent drafts (INV-23 to INV-25)', () => {
  it('needs the same client, currency, kind and total', () => {
    at(1);
    expect(stillMatches(draft(), draft({ notes: 'other' }))).toBe(true);
    for (const other of [
      draft({ clientId: 'other' }),
      draft({ currency: 'EUR' }),
      draft({ isCreditNote: true }),
      draft({ lines: [sampleLine({ unitPrice: '100.01' })] }),
    ]) {
      expect(stillMatches(draft(), other)).toBe(false);
    }
  });

  it.each([
    ['59 minutes and 59 seconds', 60 - 1 / 60, true],
    ['60 minutes', 60, false],
  ])('is valid for an hour: after %s it is %s', (_, minutes, expected) => {
    at(minutes);
    expect(stillMatches(draft(), draft())).toBe(expected);
  });

  it.each(['issued', 'cancelled', 'validated', 'rejected'] as const)('never returns one that is %s', status => {
    at(1);
    expect(stillMatches(draft(), draft({ status }))).toBe(false);
  });

  it('distinguishes receivers without a record by name and tax number', () => {
    const receiver = (receiverName: string, receiverCif: string | null) =>
      keyOf(draftMatchWrite(draft({ clientId: null, receiverName, receiverCif }), undefined));
    const keys = [receiver('A', null), receiver('B', null), receiver('A', 'RO1'), receiver('A\nRO1', null)];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is not searched without a buyer: two such drafts cannot be matched', () => {
    expect(draftMatchWrite(draft({ clientId: null, receiverName: null }), undefined)).toBeUndefined();
  });

  it('moves with a changed draft during its hour, and only where its content has changed', () => {
    const before = draft();
    const after = draft({ currency: 'EUR' });
    at(30);
    expect(matchWrites(before, after).map(keyOf)).toEqual([keyOf(draftMatchWrite(after, undefined))]);
    expect(matchWrites(before, draft({ notes: 'x' }))).toEqual([]);
    expect(matchWrites(before, { ...after, status: 'rejected' })).toEqual([]);
    at(60);
    expect(matchWrites(before, after)).toEqual([]);
  });
});

describe('idempotencyKey', () => {
  it('is stored by its hash, per company, and found again for removal', () => {
    const document = draft({ idempotencyKey: 'k#/ș' });
    const key = keyOf(idempotencyKeyWrite(document, 'k#/ș'));
    expect(key).toMatch(/^ONCE#INV#[0-9a-f]{64}$/);
    expect(idempotencyKeyOf(document)?.sk).toBe(key);
    expect(idempotencyKeyOf(draft())).toBeUndefined();
    expect(keyOf(idempotencyKeyWrite(document, 'k#/ș '))).not.toBe(key);
  });
});
