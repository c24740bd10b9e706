import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setEnvironment } from '../../../infra/local/environment.ts';
import { updateCreditNote } from '#shared/documents/credit-notes/update.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { setTimeSource } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import { unpacked } from '#shared/platform/store/packing/packed.ts';
import { refusedFieldsBy } from '../../support/refused/fields.ts';
import { bodyOf, by, contextOf, credit, line, parentOf } from './drafts.ts';

/** What a replaced draft of a credit note is, and what of it may not change (CRN-23 to CRN-27). */

setEnvironment({ TABLE_NAME: 'table' });

const NOW = '2026-06-15T10:00:00.000Z';
beforeEach(() => setTimeSource(() => Date.parse(NOW)));
afterEach(() => setTimeSource(() => Date.now()));

const setting = () => {
  const parent = parentOf(undefined, { issueDate: '2025-12-01' });
  const draft = { ...credit(parent, { issueDate: '2026-06-10' }), updatedAt: '2026-06-10T10:00:00.000Z' };
  const update = async (body: object = {}, before: Partial<InvoiceDocument> = {}) => {
    let written: Write[] = [];
    const changed = await updateCreditNote(INVOICES, {
      loaded: { document: { ...draft, ...before }, events: [], payments: [], creditNotes: [] },
      ...{ body: bodyOf(parent, { issueDate: '2026-06-10', ...body }), context: contextOf(parent), by },
      commit: (writes, result) => {
        written = writes;
        return Promise.resolve(result);
      },
    });
    return { changed, written };
  };
  return { draft, update };
};

describe('a credit note that is replaced', () => {
  it('keeps its id and number, has the values of the body, an entry in its timeline and a notification', async () => {
    const { draft, update } = setting();
    const { changed, written } = await update({ notes: 'Notă' });
    const { id, number, version } = draft;
    expect(changed.document).toMatchObject({ id, number, version: version + 1, notes: 'Notă', updatedAt: NOW });
    expect(changed.events).toMatchObject([{ type: 'updated', details: 'Credit note updated', user: { name: 'Ana' } }]);
    const entry = written.map(({ operation }) => unpacked(operation.Put?.Item ?? {})).find(item => item?.['kind'] === 'event');
    expect(entry?.['webhooks']).toMatchObject([{ type: 'invoice.updated' }]);
    expect(changed.nextNumber).toBe(5);
    expect(changed).not.toHaveProperty('warnings');
  });

  it('has a warning if it credits more than the invoice', async () => {
    const { changed } = await setting().update({ lines: [line({ unitPrice: 101 })] });
    expect(changed.warnings).toEqual([expect.stringContaining('122.21')]);
  });

  it.each<[string, object, string[]]>([
    ['another invoice', { parentDocumentId: newId() }, ['parentDocumentId']],
    ['another client', { clientId: newId() }, ['clientId']],
    ['another currency', { currency: 'EUR', exchangeRate: 5 }, ['currency']],
    ['all of them', { parentDocumentId: newId(), clientId: null, currency: 'EUR' }, ['parentDocumentId', 'clientId', 'currency']],
  ])('may not have %s: 422', async (_, body, fields) => {
    expect(await refusedFieldsBy(() => setting().update(body))).toEqual([422, 'validation_error', fields]);
  });

  it.each<[string, number | null, string, string[] | undefined]>([
    ['of another year without a number', null, '2025-12-20', undefined],
    ['of another year with a number', 3, '2025-12-20', ['issueDate']],
    ['of the same year with a number', 3, '2026-01-02', undefined],
  ])('with a date %s', async (_, sequence, issueDate, fields) => {
    const refused = await refusedFieldsBy(() => setting().update({ issueDate }, { sequence }));
    expect(refused).toEqual(fields && [422, 'validation_error', fields]);
  });

  it('must be a draft: 409', async () => {
    const refused = await refusedFieldsBy(() => setting().update({}, { status: 'issued' }));
    expect(refused?.slice(0, 2)).toEqual([409, 'conflict']);
  });
});
