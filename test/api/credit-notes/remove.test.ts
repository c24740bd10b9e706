import { beforeAll, describe, expect, it } from 'vitest';
import { credited, type Crediting, creditingIn } from '../../support/credit-notes.ts';
import { become, call, detailOf, readyCompany } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { type Answer, refusal } from './calls.ts';

const service = useService();
let scope: Crediting;

beforeAll(async () => {
  scope = await creditingIn(service(), await readyCompany(service()));
});

describe('Cancel, restore and delete of a credit note', () => {
  beforeAll(async () => {
    scope = await creditingIn(service(), await readyCompany(service()));
  });

  it('deleted as a draft it is gone, also from the invoice, which is unaffected; deleted otherwise: 409 with its stamps', async () => {
    const { invoice, note } = await credited(service(), scope);
    const remove = () => call<Answer>(service(), scope, 'DELETE', `/invoices/${note.id}`);
    await become(scope, note.id, { status: 'uploaded', submittedAt: '2026-01-02T03:04:05.000Z', taxauthUploadIndex: '5' });
    expect(refusal(await remove())).toMatchObject([
      409,
      'conflict',
      { status: 'uploaded', reason: 'not_draft', uploadedAt: '2026-01-02T03:04:05Z', taxauthUploadIndex: '5' },
    ]);
    await become(scope, note.id, { status: 'draft', submittedAt: null, taxauthUploadIndex: null });
    expect((await remove()).status).toBe(204);
    expect((await call(service(), scope, 'GET', `/invoices/${note.id}`)).status).toBe(404);
    expect(await detailOf(service(), scope, invoice.id)).toMatchObject({ balance: 121, creditNotes: [], status: 'issued' });
  });
});
