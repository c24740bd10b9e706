import { expecting } from '../../../infra/local/api-client.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { creditDraft, creditingIn, creditIssued } from '../credit-notes.ts';
import { accepted, become, draft, issued } from '../invoices.ts';
import { received } from '../taxauth/received.ts';
import type { Refused, Refusals } from './refusals.ts';
import type { Showcase } from './showcase.ts';

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

const money = { amount: 121, paymentDate: '2026-09-15' };

/** Causes of errors in invoices, their payments and submissions. */
export const INVOICE_REFUSALS: Refusals = {
  'bad_request-taxauth_not_connected': async ({ service, user }) => {
    const scope = await service.newCompany(user, { cif: 'RO12121212' });
    const { id } = await issued(service, scope);
    return { method: 'POST', path: `/api/v1/invoices/${id}/submit`, ...scope };
  },
  'conflict-already_cancelled': async world => about(world, await newCancelled(world), 'POST', '/cancel', REASON),
  'conflict-already_issued': async world => about(world, (await newIssued(world)).id, 'POST', '/issue'),
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
  'validation_error-has_credit_notes': async world => {
    const scope = await creditingIn(world.service, { ...world.scope, clientId: world.clientId });
    const parent = await newIssued(world);
    await creditIssued(world.service, scope, parent);
    return about(world, parent.id, 'POST', '/cancel', REASON);
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
