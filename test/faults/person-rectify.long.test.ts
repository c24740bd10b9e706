import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { newInvocation, ProcessDied, runAs } from '../../infra/local/invocation.ts';
import { EXIT } from '../../infra/person/person.ts';
import { recordOf, type Stored } from '../../infra/person/match.ts';
import { verifyDocument } from '#shared/documents/invoices/audit/verify.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import type { Client } from '#shared/records/parties/clients/store.ts';
import type { Party } from '#shared/model/party.ts';
import { newEmail } from '../support/accounts.ts';
import { delivering, noteIn } from '../support/delivery-notes.ts';
import { places } from '../support/effort.ts';
import { usePersons } from '../support/faults/persons.ts';
import { newProforma, offering } from '../support/proformas.ts';
import { useOwnService } from '../support/service.ts';
import { everyItem } from '../support/stored/every-item.ts';
import { useTrader } from '../support/trader.ts';

/** `npm run person -- rectify`: records and drafts are right afterwards, issued documents as they were, whatever call the command died at. */

const service = useOwnService();
const { scope, draft, issued } = useTrader({ service, lasting: true });
const { run, said, ask } = usePersons(service);

const ANA = { type: 'individual', cui: null, vatCode: null, isVatPayer: false, registrationNumber: null, name: 'Ana Popp' };
const WRONG = { address: 'Strada Veche 1', phone: '0722111222' };

/** A user who is a client with documents, the contact of a company, and of a supplier. */
async function seeded() {
  const email = newEmail();
  const user = await service().newUser({ email });
  const { id: clientId } = await service().newClient(scope, { ...ANA, ...WRONG, email });
  const { id: firmId } = await service().newClient(scope, { name: 'Firma SRL', cui: null, email, phone: '0213334444' });
  const supplier = { name: 'Tipar', country: 'DE', address: 'Lange Str. 1', city: 'Berlin', county: 'Berlin', email };
  await ask('POST', '/suppliers', { ...supplier, registrationNumber: 'HRB 1' });
  const { id: issuedId } = await issued({ clientId });
  const { id: draftId } = await draft({ clientId });
  await noteIn(service(), await delivering(service(), { ...scope, clientId }), 'draft');
  await newProforma(service(), await offering(service(), { ...scope, clientId }, `P${randomUUID().slice(0, 4)}`));
  await service().idle();
  return { email, right: newEmail(), user, clientId, firmId, issuedId, draftId };
}
type Subject = Awaited<ReturnType<typeof seeded>>;

const rectify = ({ email, right }: Pick<Subject, 'email' | 'right'>, ...more: string[]): Promise<number> => {
  const sets = ['name=Ana Pop', `email=${right}`, 'phone=0722999888', 'address=Strada Nouă 2', 'firstName=Anca', 'lastName=Pop'];
  return run('rectify', '--email', email, ...sets.flatMap(set => ['--set', set]), ...more);
};

const RIGHT = { name: 'Ana Pop', phone: '0722999888', address: 'Strada Nouă 2' };

async function expectCorrected({ email, right, clientId, firmId, issuedId }: Subject): Promise<void> {
  const items = (await everyItem()) as unknown as Stored[];
  const record = (id: string) => items.map(item => recordOf(item) as Client | undefined).find(one => one?.id === id);
  expect(record(clientId)).toMatchObject({ ...RIGHT, email: right });
  // Of a company only how the person is reached there, where it was the person's.
  expect(record(firmId)).toMatchObject({ name: 'Firma SRL', email: right, phone: '0213334444' });
  const named = items.filter(item => item.kind === 'supplier' && JSON.stringify(item).includes(right));
  expect(named).toHaveLength(1);
  const copies = items.filter(({ data }) => (data as { clientId?: string } | undefined)?.clientId === clientId);
  const documents = copies.map(({ kind, data }) => ({
    kind,
    ...(data as { id: string; status: string; client?: Party | null }),
  }));
  expect(documents.map(({ kind }) => kind).toSorted()).toEqual(['delivery-note', 'invoice', 'invoice', 'proforma']);
  for (const { id, client } of documents)
    expect(client).toMatchObject(id === issuedId ? { ...WRONG, name: 'Ana Popp', email } : { ...RIGHT, email: right });
  for (const { id, kind } of documents) {
    const invoice = kind === 'invoice' ? await readInvoice(scope.company, id) : undefined;
    if (invoice) expect(verifyDocument(invoice)).toEqual([]);
  }
  const accounts = items.filter(({ kind }) => kind === 'account').map(({ data }) => data as { email: string });
  expect(accounts.filter(one => [email, right].includes(one.email))).toMatchObject([
    { email: right, firstName: 'Anca', lastName: 'Pop', phone: '0722999888', emailConfirmed: false },
  ]);
}

it('corrects records, drafts and the account, and lists what an issued document keeps; a dry run writes nothing', async () => {
  const [subject, bystander] = [await seeded(), await seeded()];
  const before = await everyItem();
  expect(await rectify(subject)).toBe(EXIT.done);
  expect(said().at(-1)).toMatch(/^Nothing was written in .*: 7 records would be corrected/);
  expect(await everyItem()).toEqual(before);

  expect(await rectify(subject, '--confirm'), said().join('\n')).toBe(EXIT.done);
  expect(said().join('\n')).not.toMatch(new RegExp(`${subject.email}|${subject.right}`));
  expect(said()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^client of company .*: name, email, phone, address$/),
      expect.stringMatching(/^client of company .*: email$/),
      expect.stringMatching(/^supplier of company .*: email$/),
      expect.stringMatching(/^proforma of company .* \(draft\)$/),
      'account: firstName, lastName, phone, email',
      expect.stringMatching(/^1 documents keep the data/),
      expect.stringMatching(/^invoice of company .* \(issued\)$/),
    ]),
  );
  await expectCorrected(subject);
  expect((await readInvoice(scope.company, subject.draftId))?.events[0]).toMatchObject({
    ...{ type: 'updated', metadata: { corrected: ['client.address', 'client.email', 'client.name', 'client.phone'] } },
  });
  // The sessions that the old address had opened have ended.
  expect((await service().api('GET', '/api/v1/me', { token: subject.user.token })).status).toBe(401);
  expect((await service().api('GET', '/api/v1/me', { token: bystander.user.token })).status).toBe(200);

  // By the old address nobody is found any more, by the new one nothing is to be corrected.
  for (const email of [subject.email, subject.right]) {
    expect(await rectify({ ...subject, email }, '--confirm')).toBe(EXIT.done);
    expect(said().at(-1)).toMatch(/^Nothing of this person is to be corrected/);
    await run('register', '--email', email);
    expect(said()[0]).toMatch(/ {2}rectification {2}partly {2}/);
  }
  // Nothing is written when the address is that of another account.
  expect(await rectify({ email: bystander.email, right: subject.right }, '--confirm')).toBe(EXIT.failed);
  expect(said()[0]).toMatch(/Another account has this email/);
  expect(JSON.stringify(await everyItem())).toContain(bystander.email);
});

it('continues after it died at any call, and after lost responses; two can run at once', async () => {
  const { faults } = service().runtime;
  const invoked = async (subject: Subject): Promise<number> => {
    const invocation = newInvocation(randomUUID(), 'person');
    await runAs(invocation, () => rectify(subject, '--confirm')).catch((error: unknown) => {
      if (!(error instanceof ProcessDied)) throw error;
    });
    return invocation.calls.length;
  };
  const calls = await invoked(await seeded());
  for (const at of places(calls, 6))
    for (const when of ['before', 'after', 'lostAnswer'] as const) {
      const subject = await seeded();
      faults.crash({ call: at, when, name: 'person' });
      await invoked(subject);
      expect(faults.crashed(), `${when} call ${at} of ${calls}`).toBe(true);
      faults.clear();
      expect(await rectify(subject, '--confirm')).toBe(EXIT.done);
      await expectCorrected(subject);
    }
  const subject = await seeded();
  await Promise.all([1, 2].map(() => rectify(subject, '--confirm')));
  expect(await rectify(subject, '--confirm')).toBe(EXIT.done);
  await expectCorrected(subject);
}, 900_000);
