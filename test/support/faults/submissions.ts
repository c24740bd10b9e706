import { beforeAll, expect } from 'vitest';
import type { Invoice } from '../contract.ts';
import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { call, inForce, readyCompany } from '../invoices.ts';
import type { Scope, Service } from '../service.ts';

interface Received {
  uploads: { number: string; cif: string; verdict: string }[];
}

type Company = Scope & { clientId: string; cif: string };

/** Submissions of one company, for tests that interrupt them. */
export function useSubmissions(service: () => Service) {
  /** One company for all: its documents are distinguished by number. */
  let scope: Company;

  beforeAll(async () => {
    const session = await readyCompany(service());
    // A key outlives the turns of the clock that these tests make; an access token does not.
    const scopes = [
      'company.view',
      'client.create',
      'invoice.view',
      'invoice.create',
      'invoice.edit',
      'invoice.issue',
      'efactura.submit',
    ];
    const key = await call<{ token: string }>(service(), session, 'POST', '/api-tokens', { name: 'test', scopes });
    const lasting = { ...session, token: key.body.token };
    const { body } = await call<{ cif: string }>(service(), lasting, 'GET', `/companies/${lasting.company}`);
    scope = { ...lasting, cif: body.cif };
  });

  /** The number of times that the simulator accepted the company's document of this number. */
  async function received(number: string): Promise<number> {
    const { body } = await service().api('GET', '/_local/taxauth/received');
    return (body as Received).uploads.filter(upload => upload.number === number && upload.cif === scope.cif).length;
  }

  const taxauth = (settings: object) => service().api('PUT', '/_local/taxauth', { body: settings });
  const read = async (id: string): Promise<Invoice> => (await call(service(), scope, 'GET', `/invoices/${id}`)).body;
  const submit = <T = Invoice>(id: string) => call<T>(service(), scope, 'POST', `/invoices/${id}/submit`);

  /** An invoice that can be submitted, without the files of its issue, each of which needs a browser. */
  const ready = () => inForce(service(), scope, { clientId: scope.clientId });

  /** Turns the clock over every wait of the state machine. */
  async function seeThrough(): Promise<void> {
    await service().advance('PT3H');
  }

  /** Checks that the document was sent once, and that its timeline has each step once. */
  async function expectValidatedOnce({ id, number }: Pick<Invoice, 'id' | 'number'>, what: string): Promise<void> {
    const found = await read(id);
    const told = (type: string): number => found.events.filter(event => event.type === type).length;
    expect([found.status, told('taxauth_submitted'), told('taxauth_validated'), await received(number)], what).toEqual([
      ...['validated', 1, 1, 1],
    ]);
  }

  /** Checks that a submission is completed though a function dies after a call of this kind, and that the authority receives it once. */
  async function isSentOnceThoughDies(name: string, operation: string): Promise<void> {
    const invoice = await ready();
    const { faults } = service().runtime;
    // The work of the caller's own function is left to the steps of the state machine.
    if (name !== 'tasks-check-submission')
      faults.crash({ call: 1, when: 'before', name: 'invoices-submit', operation: 'taxauth.upload' });
    faults.crash({ call: 1, when: 'after', name, operation });
    await submit(invoice.id);
    await seeThrough();
    expect(faults.crashed()).toBe(true);
    await expectValidatedOnce(invoice, `${name} died`);
  }

  /** Another program of the company sends a document with the number of `invoice`. @returns its index */
  async function sentBefore(invoice: Invoice, change: (xml: string) => string): Promise<string> {
    const authority = service().runtime.engines.taxauth;
    const stored = await readInvoice(scope.company, invoice.id);
    const cif = scope.cif.replace('RO', '');
    const answer = await fetch(`${authority.baseUrl}/upload?standard=UBL&cif=${cif}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${authority.createToken({ cif }).token}` },
      body: change(writeUbl(stored!.document)),
    });
    const text = await answer.text();
    return /index_incarcare="(\d+)"/.exec(text)![1]!;
  }

  return {
    scope: (): Company => scope,
    received,
    taxauth,
    read,
    submit,
    ready,
    seeThrough,
    expectValidatedOnce,
    isSentOnceThoughDies,
    sentBefore,
  };
}
