import { expecting } from '../../../infra/local/api-client.ts';
import { instant, today } from '#shared/base/kernel/clock.ts';
import { creditDraft, creditingIn, creditIssued } from '../credit-notes.ts';
import { accepted, become, draft, issued } from '../invoices.ts';
import { purchaseBody } from '../purchases/purchases.ts';
import { received } from '../taxauth/received.ts';
import type { Refused, Refusals } from './refusals.ts';
import type { Showcase } from './showcase.ts';
import { receiptSeries } from '../receipts/receipts.ts';

/** A request about an invoice of the showcase. */
const about = ({ scope }: Showcase, id: string, method: string, action = '', body?: object): Refused => ({
  ...{ method, path: `/api/v1/invoices/${id}${action}`, ...scope },
  ...(body && { body }),
});

const newDraft = ({ service, scope, clientId }: Showcase) => draft(service, scope, { clientId });
const newIssued = ({ service, scope, clientId }: Showcase) => issued(service, scope, { clientId });
const REASON = { reason: 'Ordered twice' };

async function newCancelled(world: Showcase): Promise<string> {
  const { id } = await newIssued(world);
  await expecting(
    200,
    'Cancelling',
    world.service.api('POST', `/api/v1/invoices/${id}/cancel`, { ...world.scope, body: REASON }),
  );
  return id;
}

async function newPurchase({ service, scope }: Showcase, overrides: object = {}): Promise<string> {
  const sent = service.api('POST', '/api/v1/purchases', { ...scope, body: purchaseBody(overrides) });
  return (await expecting<{ id: string }>(201, 'A purchase', sent)).id;
}

/** The id of an invoice that was issued with another program. */
async function newImported({ service, scope }: Showcase, number: string): Promise<string> {
  const body = { kind: 'documents', csv: `number;name;issueDate;base;rate\n${number};Grădina Urbană SRL;2026-09-10;100;21` };
  const send = (confirm?: string) =>
    expecting<{ confirmation: string; rows: { id: string }[] }>(
      200,
      'An import',
      service.api('POST', '/api/v1/imports', { ...scope, body: { ...body, ...(confirm && { confirm }) } }),
    );
  return (await send((await send()).confirmation)).rows[0]?.id ?? '';
}

const money = { amount: 121, paymentDate: '2026-09-15' };

interface Allocated {
  uuid: string;
  documents: { paymentIds: string[] }[];
}

const allocation = ({ service, scope, clientId }: Showcase, more: object): Promise<Allocated> => {
  const body = { clientId, paymentDate: today(), ...more };
  return expecting(201, 'Allocating', service.api('POST', '/api/v1/allocations', { ...scope, body }));
};

/** Causes of errors in invoices, their payments and submissions. */
export const INVOICE_REFUSALS: Refusals = {
  'bad_request-taxauth_not_connected': async ({ service, user }) => {
    const scope = await service.newCompany(user, { cif: 'RO12121212' });
    const { id } = await issued(service, scope);
    return { method: 'POST', path: `/api/v1/invoices/${id}/submit`, ...scope };
  },
  'conflict-already_cancelled': async world => about(world, await newCancelled(world), 'POST', '/cancel', REASON),
  'conflict-already_issued': async world => about(world, (await newIssued(world)).id, 'POST', '/issue'),
  'conflict-already_reversed': async world => {
    const { id } = await newIssued(world);
    await expecting(201, 'Taking back', world.service.api('POST', `/api/v1/invoices/${id}/storno`, world.scope));
    return about(world, id, 'POST', '/storno');
  },
  'conflict-already_submitted': async world => {
    const { id } = await newIssued(world);
    await accepted(world.service, world.scope, id);
    return about(world, id, 'POST', '/submit');
  },
  'conflict-answer_pending': async world => {
    const { id } = await newIssued(world);
    await expecting(200, 'Submitting', world.service.api('POST', `/api/v1/invoices/${id}/submit`, world.scope));
    return about(world, id, 'POST', '/cancel', REASON);
  },
  'conflict-cancelled': async world => about(world, await newCancelled(world), 'POST', '/issue'),
  'conflict-not_draft': async world => about(world, (await newIssued(world)).id, 'DELETE'),
  'conflict-numbered': async world => {
    const id = await newCancelled(world);
    await expecting(200, 'Restoring', world.service.api('POST', `/api/v1/invoices/${id}/restore`, world.scope));
    return about(world, id, 'DELETE');
  },
  'conflict-not_editable': async world => about(world, (await newIssued(world)).id, 'PUT', '', { notes: 'Later' }),
  'conflict-not_issued': async world => about(world, (await newDraft(world)).id, 'POST', '/share-links', {}),
  'conflict-duplicate': async world => {
    const body = purchaseBody();
    await newPurchase(world, body);
    return { method: 'POST', path: '/api/v1/purchases', ...world.scope, body };
  },
  'conflict-has_payments': async world => {
    const id = await newPurchase(world);
    await expecting(201, 'Paying', world.service.api('POST', `/api/v1/invoices/${id}/payments`, { ...world.scope, body: money }));
    return { method: 'DELETE', path: `/api/v1/purchases/${id}`, ...world.scope };
  },
  'conflict-has_credit_notes': async world => {
    const seller = { name: 'Furnizor SRL', cif: '12345674', country: 'RO' };
    const stated = { number: 'F-4711', issueDate: '2026-09-10' };
    const groups = [{ base: 100, rate: 21 }];
    const id = await newPurchase(world, { ...stated, kind: 'invoice', supplier: seller, groups });
    await received(world.scope, {
      root: 'CreditNote',
      number: 'F-4712',
      issueDate: '2026-09-12',
      seller: seller.cif,
      names: stated,
    });
    return { method: 'DELETE', path: `/api/v1/purchases/${id}`, ...world.scope };
  },
  'conflict-imported': async world => about(world, await newImported(world, 'LV-118'), 'POST', '/share-links', {}),
  'validation_error-imported': async world =>
    about(world, await newImported(world, 'LV-119'), 'POST', '/email', { to: 'a@client.example' }),
  'conflict-not_manual': async world => ({
    ...{ method: 'DELETE', path: `/api/v1/purchases/${(await newDraft(world)).id}`, ...world.scope },
  }),
  'conflict-not_received': async world => about(world, (await newIssued(world)).id, 'POST', '/answer', { response: 'accept' }),
  'conflict-received': async world => about(world, await received(world.scope), 'POST', '/issue'),
  'validation_error-has_payments': async world => {
    const { id } = await newIssued(world);
    await expecting(201, 'Paying', world.service.api('POST', `/api/v1/invoices/${id}/payments`, { ...world.scope, body: money }));
    // Cancelled with a payment: only an import of earlier data can cause that.
    await become(world.scope, id, { status: 'cancelled', cancelledAt: instant(), cancelledFromStatus: 'issued' });
    return about(world, id, 'POST', '/restore');
  },
  'validation_error-invoice_cancelled': async world => about(world, await newCancelled(world), 'POST', '/payments', money),
  'validation_error-invoice_draft': async world => about(world, (await newDraft(world)).id, 'POST', '/payments', money),
  'conflict-not_cancelled': async world => about(world, (await newIssued(world)).id, 'POST', '/restore'),
  'validation_error-not_issued': async world =>
    about(world, (await newDraft(world)).id, 'POST', '/email', { to: 'a@client.example' }),
  'validation_error-parent_not_in_force': async world => {
    const scope = await creditingIn(world.service, { ...world.scope, clientId: world.clientId });
    const parent = await newIssued(world);
    const { id } = await creditDraft(world.service, scope, parent);
    await become(world.scope, parent.id, { status: 'cancelled', cancelledAt: instant(), cancelledFromStatus: 'issued' });
    return about(world, id, 'POST', '/issue');
  },
  'validation_error-advance_drawn': async world => {
    const { id } = await newIssued(world);
    const final = await draft(world.service, world.scope, {
      clientId: world.clientId,
      lines: [{ description: 'Mobilier', quantity: 1, unitPrice: 500, vatRate: 21 }],
    });
    const body = { advances: [{ id }] };
    await expecting(
      200,
      'Settling',
      world.service.api('POST', `/api/v1/invoices/${final.id}/settle-advances`, { ...world.scope, body }),
    );
    return about(world, id, 'POST', '/cancel', REASON);
  },
  'validation_error-has_credit_notes': async world => {
    const scope = await creditingIn(world.service, { ...world.scope, clientId: world.clientId });
    const parent = await newIssued(world);
    await creditIssued(world.service, scope, parent);
    return about(world, parent.id, 'POST', '/cancel', REASON);
  },
  'validation_error-period_closed': async ({ service, user }) => {
    const scope = await service.newCompany(user, { cif: 'RO56565656' });
    const { id } = await draft(service, scope, { issueDate: '2026-03-31', dueDate: '2026-03-31' });
    const body = { closedUntil: '2026-03-31' };
    await expecting(200, 'Closing', service.api('PUT', `/api/v1/companies/${scope.company}/period-lock`, { ...scope, body }));
    return { method: 'POST', path: `/api/v1/invoices/${id}/issue`, ...scope };
  },
  'conflict-paid_back': async world => {
    const scope = await creditingIn(world.service, { ...world.scope, clientId: world.clientId });
    const { id } = await newIssued(world);
    const pay = (body: object) => world.service.api('POST', `/api/v1/invoices/${id}/payments`, { ...world.scope, body });
    const paid = await expecting<{ payment: { id: string } }>(201, 'Paying', pay({ ...money, amount: 121 }));
    await creditIssued(world.service, scope, { id });
    await expecting(201, 'Refunding', pay({ ...money, type: 'refund', amount: 10 }));
    return about(world, id, 'DELETE', `/payments/${paid.payment.id}`);
  },
  'conflict-has_receipt': async world => {
    const { id } = await newIssued(world);
    const body = { amount: 10, documents: [{ id, amount: 10 }], seriesId: await receiptSeries(world.service, world.scope) };
    const made = world.service.api('POST', '/api/v1/receipts', { ...world.scope, body });
    const { documents } = await expecting<{ documents: { paymentId: string }[] }>(201, 'A receipt', made);
    return about(world, id, 'DELETE', `/payments/${documents[0]?.paymentId}`);
  },
  'conflict-allocated': async world => {
    const { id } = await newIssued(world);
    const { documents } = await allocation(world, { amount: 10, documents: [{ id, amount: 10 }] });
    return about(world, id, 'DELETE', `/payments/${documents[0]?.paymentIds[0]}`);
  },
  'conflict-credit_used': async world => {
    const person = {
      name: 'Ana Popescu',
      type: 'individual',
      cui: null,
      vatCode: null,
      isVatPayer: false,
      registrationNumber: null,
    };
    const { id: clientId } = await world.service.newClient(world.scope, person);
    const { uuid } = await allocation(world, { clientId, amount: 10 });
    await allocation(world, { clientId, amount: -10 });
    return { method: 'DELETE', path: `/api/v1/allocations/${uuid}`, ...world.scope };
  },
  'validation_error-nothing_owed': async world => {
    const scope = await creditingIn(world.service, { ...world.scope, clientId: world.clientId });
    const note = await creditIssued(world.service, scope, await newIssued(world));
    return about(world, note.id, 'POST', '/payments', money);
  },
  'validation_error-validated': async world => {
    const { id } = await newIssued(world);
    await accepted(world.service, world.scope, id);
    await expecting(
      200,
      'Cancelling',
      world.service.api('POST', `/api/v1/invoices/${id}/cancel`, { ...world.scope, body: REASON }),
    );
    return about(world, id, 'POST', '/restore');
  },
  'validation_error-too_late': async world => {
    const id = await newCancelled(world);
    await become(world.scope, id, { cancelledAt: '2026-01-15T07:00:00.000Z' });
    return about(world, id, 'POST', '/restore');
  },
};
