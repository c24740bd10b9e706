import { describe, expect, it } from 'vitest';
import { reducedDocument, statedClient } from '../../../infra/person/documents.ts';
import type { Stored } from '../../../infra/person/match.ts';
import { decide } from '../../../infra/person/treatment.ts';
import type { DocumentHeader } from '#shared/model/document.ts';
import type { Party } from '#shared/model/party.ts';

const ANA = { address: 'ana@x.ro', userId: null };
const CLIENT = {
  ...{ type: 'individual', name: 'Ana Pop', email: 'Ana@x.ro', phone: '0722', cnp: '2900101123457', sendPersonalNumber: false },
  ...{ bankAccount: 'RO49AAAA1B31007593840000', bankName: 'Banca', address: 'Str. Lungă 1' },
} as unknown as Party;
const INVOICE = { direction: 'outgoing', sequence: 7, invoiceTypeCode: '380', isCreditNote: false } as unknown as DocumentHeader;
const NOTHING = { email: null, phone: null, cnp: null, bankAccount: null, bankName: null };

describe('personal data of the client in a document', () => {
  it.each<[string, object, object, object]>([
    ['a private person', {}, {}, NOTHING],
    ['one whose personal number documents state', { sendPersonalNumber: true }, {}, { ...NOTHING, cnp: CLIENT.cnp }],
    ['one who is paid by a self-billed invoice', {}, { invoiceTypeCode: '389' }, { email: null, phone: null, cnp: null }],
    ['one who would be paid by a draft of such', {}, { invoiceTypeCode: '389', sequence: null }, NOTHING],
    ['a company', { type: 'company' }, {}, {}],
    ['a company, by a draft', { type: 'company' }, { sequence: null }, { email: null, phone: null }],
  ])('%s', (_, client, document, removed) => {
    const before = { ...CLIENT, ...client } as Party;
    expect(statedClient(before, { ...INVOICE, ...document })).toEqual({ ...before, ...removed });
  });
});

describe('the erasure of a document', () => {
  const item = (data: object): Stored => ({
    pk: 'C#1',
    sk: 'INV#1',
    kind: 'invoice',
    data: { ...INVOICE, client: CLIENT, ...data },
  });

  it.each<[string, object, true | undefined, boolean]>([
    ['of the person', {}, undefined, true],
    ['of a client that is the person, without the address', { client: { ...CLIENT, email: null } }, true, true],
    ['that is reduced already', { client: { ...CLIENT, ...NOTHING } }, true, false],
    ['of another person', { client: { ...CLIENT, email: 'diana@x.ro' } }, undefined, false],
    ['without a client', { client: null }, true, false],
    ['that was received', { direction: 'incoming' }, undefined, false],
  ])('%s', (_, data, isTheirs, reduced) => {
    expect(reducedDocument(item(data), ANA, isTheirs) !== undefined).toBe(reduced);
  });

  it('keeps one that names the person elsewhere, and one that does not', () => {
    expect(decide(item({ client: null, notes: 'Scrie la ana@x.ro' }), ANA)).toEqual({ do: 'stay' });
    expect(decide(item({ client: null }), ANA)).toBeUndefined();
  });
});
