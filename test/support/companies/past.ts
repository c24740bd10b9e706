import { expect } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { formWith, PDF } from '../files.ts';
import { call, issued } from '../invoices.ts';
import { creditIssued, creditingIn } from '../credit-notes.ts';
import { newNote, delivering } from '../delivery-notes.ts';
import { newProforma, offering } from '../proformas.ts';
import type { Answered } from '../contract.ts';
import type { Scope, Service } from '../service.ts';

/** Companies with documents whose retention has ended, and the requests that remove them. */

export interface Retention {
  past: Record<'drafts' | 'documents' | 'clients', number>;
  run: { status: string; startedBy: { name: string }; removed: Record<'drafts' | 'documents' | 'clients', number> } | null;
  error: { message: string; details: Record<string, string[]> };
}

interface Audit {
  chainHolds: boolean;
  problems: object[];
  gaps: object[];
  expired: { number: string; issueDate: string; hash: string }[];
}

/** A day of documents whose retention has ended. */
export const LONG_AGO = '2012-03-05';

export function retentionCalls(service: () => Service) {
  const retentionOf = (scope: Scope): Promise<Answered<Retention>> =>
    call<Retention>(service(), scope, 'GET', `/companies/${scope.company}/retention`);
  const start = (scope: Scope, body: object = { confirm: 'remove' }): Promise<Answered<Retention>> =>
    call<Retention>(service(), scope, 'POST', `/companies/${scope.company}/retention`, body);
  const choose = (scope: Scope, retention: unknown) =>
    call<Retention & { retention: object }>(service(), scope, 'PATCH', `/companies/${scope.company}`, { retention });

  /** The audit of each series of a company. */
  async function audits(scope: Scope): Promise<Audit[]> {
    const { body: series } = await call<{ id: string }[]>(service(), scope, 'GET', '/document-series');
    const all = await Promise.all(series.map(({ id }) => call<Audit>(service(), scope, 'GET', `/document-series/${id}/audit`)));
    return all.map(({ body }) => body);
  }

  /** Does something on another day, by the clock of the service. */
  async function on<T>(day: string, run: () => Promise<T>): Promise<T> {
    if (day === today()) return run();
    const { clock } = service().runtime;
    await service().idle();
    const present = clock.state().now;
    clock.set(`${day}T10:00:00Z`);
    try {
      const made = await run();
      await service().idle();
      return made;
    } finally {
      clock.set(present);
    }
  }

  /** An issued invoice with everything that belongs to one, its credit note, and a private person as its client. */
  async function invoiceOf(scope: Scope & { clientId: string }, name: string, issueDate: string, creditDate = issueDate) {
    const { id: clientId, invoice } = await on(issueDate, () => invoiceWithAll(scope, name, issueDate));
    const credit = await on(creditDate, async () =>
      creditIssued(service(), await creditingIn(service(), { ...scope, clientId }), invoice, {
        ...{ issueDate: creditDate, dueDate: creditDate, clientId },
      }),
    );
    return { clientId, invoiceId: invoice.id, creditId: credit.id };
  }

  async function invoiceWithAll(scope: Scope & { clientId: string }, name: string, issueDate: string) {
    const person = { type: 'individual', cui: null, vatCode: null, isVatPayer: false, registrationNumber: null };
    const { id: clientId } = await service().newClient(scope, { ...person, name, email: null });
    const ofClient = { ...scope, clientId };
    const invoice = await issued(service(), ofClient, { issueDate, dueDate: issueDate, clientId });
    const ask = async (path: string, body: object): Promise<void> => {
      const { status } = await call(service(), scope, 'POST', `/invoices/${invoice.id}/${path}`, body);
      expect([path, status < 300]).toEqual([path, true]);
    };
    await ask('payments', { amount: 1, paymentDate: issueDate, paymentMethod: 'cash' });
    await ask('share-links', {});
    await ask('email', { to: `reader-${invoice.id}@client.example`, attachPdf: false });
    await service().api('POST', `/api/v1/invoices/${invoice.id}/attachments`, { ...scope, body: formWith(PDF) });
    return { id: clientId, invoice };
  }

  /** A proforma and a delivery note, changed now. */
  async function others(scope: Scope & { clientId: string }, issueDate: string, proformaDate = issueDate) {
    const proforma = await newProforma(service(), await offering(service(), scope, 'PROF'), {
      issueDate: proformaDate,
      dueDate: proformaDate,
      validUntil: proformaDate,
    });
    const note = await newNote(service(), await delivering(service(), scope), { issueDate });
    return { proformaId: proforma.uuid, noteId: note.uuid };
  }
  return { retentionOf, start, choose, audits, invoiceOf, others, on };
}
