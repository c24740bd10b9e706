import { describe, expect, it } from 'vitest';
import type { Invoice } from '../../support/contract.ts';
import { creditBody, sendCredit } from '../../support/credit-notes.ts';
import { detailOf, inForce } from '../../support/invoices.ts';
import { createCalls } from './create-calls.ts';

const { service, scope } = createCalls();

describe('Idempotency of credit notes', () => {
  it('without a key: an equal draft on the same invoice matches, one on another invoice does not', async () => {
    const own = await inForce(service(), scope, { clientId: scope.clientId });
    const other = await inForce(service(), scope, { clientId: scope.clientId });
    const send = (parent: Invoice) => sendCredit(service(), scope, creditBody(scope, parent, { idempotencyKey: undefined }));
    const [first, again, elsewhere] = [await send(own), await send(own), await send(other)];
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
    expect([elsewhere.status, elsewhere.body.id === first.body.id]).toEqual([201, false]);
  });

  it('20 equal simultaneous posts: one credit note, 20 equal responses', async () => {
    const own = await inForce(service(), scope, { clientId: scope.clientId });
    const sent = creditBody(scope, own);
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendCredit(service(), scope, sent)));
    expect(new Set(answers.map(answer => `${answer.status} ${answer.body.id}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect((await detailOf(service(), scope, own.id))['creditNotes']).toHaveLength(1);
  });
});
