import { describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { EXIT, person } from '../../infra/person/person.ts';
import { verifyDocument } from '#shared/documents/invoices/audit/verify.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import type { Refusal } from '../support/contract.ts';
import { delivering, noteIn } from '../support/delivery-notes.ts';
import { newProforma, offering } from '../support/proformas.ts';
import { itemsNaming } from '../support/companies/purged.ts';
import { useOwnService } from '../support/service.ts';
import { useTrader } from '../support/trader.ts';

/** The data of a person that an erasure keeps in documents of each kind. */

const service = useOwnService();
const { scope, request, draft, issued } = useTrader({ service, lasting: true });

const IBAN = 'RO49AAAA1B31007593840000';

const erased = async (email: string): Promise<string[]> => {
  const said: string[] = [];
  const terminal = { say: (line: string) => void said.push(line), write: () => Promise.resolve(), setEnvironment: () => {} };
  expect(await person(['erase', '--email', email, '--confirm', '--local', service().url], terminal)).toBe(EXIT.done);
  return said;
};

/** A private person as a client, with every field of a record. */
async function client(more: object = {}) {
  const email = `ana-${randomUUID()}@client.example`;
  const phone = `+4072${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
  const about = { type: 'individual', cui: null, vatCode: null, isVatPayer: false, registrationNumber: null, name: 'Ana Pop' };
  const cnp = '2900101123457';
  const { id } = await service().newClient(scope, { ...about, email, phone, cnp, bankAccount: IBAN, bankName: 'Banca', ...more });
  return { id, email, phone, cnp };
}

const stored = async (id: string) => {
  const found = await readInvoice(scope.company, id);
  if (!found) throw new Error('There is no invoice.');
  return found;
};

/** A document of each kind that the person is the client of. */
async function documentsFor(clientId: string) {
  const { id } = await issued({ clientId });
  const { id: draftId } = await draft({ clientId });
  await newProforma(service(), await offering(service(), { ...scope, clientId }, `P${randomUUID().slice(0, 4)}`));
  await noteIn(service(), await delivering(service(), { ...scope, clientId }), 'draft');
  return { id, draftId };
}

describe('the documents of an erased person', () => {
  it('contain nothing that they do not state; the timeline has what was removed, and audits find no errors', async () => {
    const { id: clientId, email, phone } = await client();
    const { id, draftId } = await documentsFor(clientId);
    // Not even before: no document states the personal number of this client.
    expect((await stored(id)).document.client).toMatchObject({ email, phone, cnp: null, bankAccount: IBAN });
    const xml = await service().api('GET', `/api/v1/invoices/${id}/xml`, scope);
    expect(String(xml.body)).not.toMatch(new RegExp(`${email}|${IBAN}|2900101123457`));

    const said = await erased(email);
    expect(said).toEqual(expect.arrayContaining(['invoice: 2 reduced', 'proforma: 1 reduced', 'delivery-note: 1 reduced']));
    for (const one of [id, draftId]) {
      const invoice = await stored(one);
      expect(verifyDocument(invoice)).toEqual([]);
      expect(invoice.document.client).toMatchObject({ name: 'Ana Pop', email: null, phone: null, cnp: null, bankAccount: null });
      expect(invoice.events[0]).toMatchObject({
        type: 'updated',
        metadata: { erased: ['client.bankAccount', 'client.bankName', 'client.email', 'client.phone'] },
      });
    }
    const kinds = [...(await itemsNaming(email)), ...(await itemsNaming(phone))].map(({ kind }) => kind);
    expect(kinds.filter(kind => kind !== 'notification')).toEqual([]);
    const audit = await request<{ chainHolds: boolean } & Refusal>(
      'GET',
      `/document-series/${(await stored(id)).document.seriesId}/audit`,
    );
    expect([audit.status, audit.body.chainHolds]).toEqual([200, true]);
    expect((await erased(email)).at(-1)).toMatch(/^Nothing of this person is to be erased/);
  });

  it('are found by their client too, where their copy has no address; the personal number stays where documents state it', async () => {
    const { id: clientId, email, phone, cnp } = await client({ email: null, sendPersonalNumber: true });
    const { id } = await documentsFor(clientId);
    const late = `late-${email}`;
    expect((await request('PATCH', `/clients/${clientId}`, { email: late })).status).toBe(200);
    expect(await erased(late)).toEqual(expect.arrayContaining(['invoice: 2 reduced', 'proforma: 1 reduced']));
    expect((await stored(id)).document.client).toMatchObject({ phone: null, bankAccount: null, cnp });
    expect((await itemsNaming(phone)).filter(({ kind }) => kind !== 'notification')).toEqual([]);
  });

  it('of a company keep its contact once they are numbered, because their XML states it; drafts do not', async () => {
    const company = { type: 'company', name: 'Alfa SRL', cnp: null, cui: 'RO14399840' };
    const { id: clientId, email, phone } = await client(company);
    const [{ id }, { id: draftId }] = [await issued({ clientId }), await draft({ clientId })];
    await erased(email);
    expect((await stored(id)).document.client).toMatchObject({ email, phone });
    expect((await stored(draftId)).document.client).toMatchObject({ email: null, phone: null, bankAccount: IBAN });
    expect(verifyDocument(await stored(draftId))).toEqual([]);
  });
});
