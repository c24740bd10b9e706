import { beforeAll, describe, expect, it } from 'vitest';
import type { Answered, Proforma, Refusal } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import {
  detailOfProforma,
  newProforma,
  newProformaSeries,
  type Offering,
  offering,
  proformaBody,
} from '../../support/proformas.ts';
import { useService } from '../../support/service.ts';

const service = useService();
let scope: Offering;

beforeAll(async () => {
  scope = await offering(service());
});

const put = (uuid: string, overrides: object = {}): Promise<Answered<Proforma & Refusal>> =>
  call(service(), scope, 'PUT', `/proforma-invoices/${uuid}`, proformaBody(scope, overrides));
const line = (overrides: object = {}) => ({ description: 'x', quantity: 1, unitPrice: 10, vatRateId: scope.vat21, ...overrides });

describe('PUT /proforma-invoices/{uuid} (PRO-7)', () => {
  it('replaces everything: fields that the body leaves out get their defaults; number and series stay', async () => {
    const series = await newProformaSeries(service(), scope, 'ALT');
    const before = await newProforma(service(), scope, { notes: 'Notă', language: 'en', orderNumber: 'C-1' });
    const { status, body } = await put(before.uuid, { seriesId: series, mentions: 'Noi' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ number: before.number, seriesId: before.seriesId, mentions: 'Noi', notes: null, language: 'ro', orderNumber: null },
    });
    expect(await detailOfProforma(service(), scope, before.uuid)).toEqual(body);
  });

  it('a line with a known uuid is updated, one without is created, absent ones are deleted, positions are assigned again', async () => {
    const { uuid, lines } = await newProforma(service(), scope, {
      lines: [line({ description: 'a' }), line({ description: 'b' })],
    });
    const { body } = await put(uuid, {
      lines: [line({ description: 'new' }), line({ description: 'b2', uuid: lines[1]!.uuid })],
    });
    expect(body.lines.map(({ lineNumber, description }) => [lineNumber, description])).toEqual([
      [1, 'new'],
      [2, 'b2'],
    ]);
    expect(body.lines[1]!.uuid).toBe(lines[1]!.uuid);
    expect(lines.map(one => one.uuid)).not.toContain(body.lines[0]!.uuid);
  });

  it('of two simultaneous requests one follows the other: the last one wins', async () => {
    const { uuid } = await newProforma(service(), scope);
    const answers = await Promise.all(['a', 'b'].map(notes => put(uuid, { notes })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { events, notes } = await detailOfProforma(service(), scope, uuid);
    expect(events.filter(({ type }) => type === 'updated')).toHaveLength(2);
    expect(['a', 'b']).toContain(notes);
  });

  it('422 for a line uuid that occurs twice', async () => {
    const { uuid, lines } = await newProforma(service(), scope);
    const twice = line({ uuid: lines[0]!.uuid });
    const { status, body } = await put(uuid, { lines: [twice, twice] });
    expect([status, Object.keys(body.error.details)]).toEqual([422, ['lines.1.uuid']]);
  });
});
