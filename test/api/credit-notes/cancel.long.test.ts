import { describe, expect, it } from 'vitest';
import type { CreditNote } from '../../support/contract.ts';
import { cancelCalls } from './cancel-calls.ts';

const { act, inForce, creditBody, sendCredit, creditNoteOf, cancel } = cancelCalls();

describe('cancel, restore and delete of a credit note', () => {
  it('every response has its series with the next number of it (CRN-3, CRN-4)', async () => {
    const invoice = await inForce();
    const body = creditBody(invoice);
    const { id } = (await sendCredit(body)).body;
    const next = (answer: { body: CreditNote }) => answer.body.series?.nextNumber;
    const before = next({ body: await creditNoteOf(id) });
    expect(next(await sendCredit(body))).toBe(before);
    const issue = await act<CreditNote>(id, 'issue');
    const answers = [
      issue,
      await cancel(id),
      await act<CreditNote>(id, 'restore'),
      await act<CreditNote>(id, 'cancel-scheduled-email'),
    ];
    expect([...answers, await act<CreditNote>(id, 'upload')].map(next)).toEqual(Array<number>(5).fill(Number(before) + 1));
  });
});
