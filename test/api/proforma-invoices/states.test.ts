import { beforeAll, describe, expect, it } from 'vitest';
import { PROFORMA_STATUSES, type ProformaStatus } from '#shared/model/convertible/proforma.ts';
import { type ProformaAction, PROFORMA_STATES } from '#shared/documents/proformas/states.ts';
import type { Answered, Proforma, Refusal } from '../../support/contract.ts';
import { LONG } from '../../support/effort.ts';
import { call } from '../../support/invoices.ts';
import { detailOfProforma, type Offering, offering, proformaBody, proformaIn } from '../../support/proformas.ts';
import { useService } from '../../support/service.ts';

const service = useService();
let scope: Offering;

beforeAll(async () => {
  scope = await offering(service());
});

/** The response to an allowed action, and the status afterwards. */
const OUTCOMES: Record<ProformaAction, [answered: number, left: ProformaStatus | undefined]> = {
  update: [200, 'draft'],
  delete: [204, undefined],
  send: [200, 'sent'],
  accept: [200, 'accepted'],
  reject: [200, 'rejected'],
  cancel: [200, 'cancelled'],
  convert: [201, 'converted'],
};
/** The transitions and refusals of PRO-9, PRO-11. */
const ALLOWED: Record<ProformaAction, ProformaStatus[]> = {
  update: ['draft'],
  delete: ['draft'],
  send: ['draft'],
  accept: ['draft', 'sent'],
  reject: ['draft', 'sent'],
  cancel: ['draft', 'sent', 'accepted', 'rejected'],
  convert: ['draft', 'sent', 'accepted'],
};
/** The cells of the table; in `npm test` of each action one status that allows it, and one that does not. */
const CELLS = (Object.keys(ALLOWED) as ProformaAction[]).flatMap(action => {
  const [allowed] = ALLOWED[action];
  const refused = PROFORMA_STATUSES.findLast(status => !ALLOWED[action].includes(status));
  return PROFORMA_STATUSES.filter(status => LONG || status === allowed || status === refused).map(
    status => [action, status] as const,
  );
});
const STAMPS: Partial<Record<ProformaStatus, string>> = {
  ...{ sent: 'sentAt', accepted: 'acceptedAt', rejected: 'rejectedAt', cancelled: 'cancelledAt', converted: 'convertedAt' },
};

function act(action: ProformaAction, uuid: string): Promise<Answered<Proforma & Refusal>> {
  if (action === 'update') return call(service(), scope, 'PUT', `/proforma-invoices/${uuid}`, proformaBody(scope));
  if (action === 'delete') return call(service(), scope, 'DELETE', `/proforma-invoices/${uuid}`);
  return call(service(), scope, 'POST', `/proforma-invoices/${uuid}/${action}`);
}

describe('The states of a proforma (PRO-9 to PRO-13)', () => {
  it('are those of the table', () => {
    expect(PROFORMA_STATES.allowed).toEqual(ALLOWED);
  });

  it.each(CELLS)('%s of a proforma in status %s', async (action, status) => {
    const { uuid } = await proformaIn(service(), scope, status);
    const before = await detailOfProforma(service(), scope, uuid);
    expect(before.status).toBe(status);
    const answer = await act(action, uuid);
    if (ALLOWED[action].includes(status)) {
      const [answered, left] = OUTCOMES[action];
      expect(answer.status).toBe(answered);
      if (!left) return expect((await call(service(), scope, 'GET', `/proforma-invoices/${uuid}`)).status).toBe(404);
      const after = await detailOfProforma(service(), scope, uuid);
      expect(after.status).toBe(left);
      const stamp = STAMPS[left];
      return expect(stamp === undefined || typeof Object(after)[stamp] === 'string').toBe(true);
    }
    expect([answer.status, answer.body.error.code]).toEqual([409, 'conflict']);
    const { details } = answer.body.error;
    expect(details).toMatchObject({ status, reason: expect.any(String) });
    const stamp = STAMPS[status];
    if (stamp) expect(details[stamp]).toEqual(expect.any(String));
    if (status === 'converted') expect(details['convertedInvoiceId']).toBe(before.convertedInvoiceId);
    expect(await detailOfProforma(service(), scope, uuid)).toEqual(before);
  });
});
